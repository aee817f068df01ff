package import CredentialExchangeFormat

/// Reading whole documents as one tree, of which records are cut.
extension SourceRecord {
  /// Reads a JSON document.
  ///
  /// - Throws: `FormatError` of kind `damaged`.
  static func json(_ source: JSONSource, _ file: SourceFile) throws(FormatError) -> SourceRecord {
    do throws(JSONError) {
      return try source.text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
        var cursor = JSONCursor(bytes)
        let record = try SourceRecord(&cursor, rules: .none)
        try cursor.finish()
        return record
      }
    } catch {
      throw .notJSON(error, file)
    }
  }

  /// Reads the bytes of a JSON document.
  ///
  /// - Throws: `FormatError` of kind `damaged`.
  static func json(_ file: SourceFile) throws(FormatError) -> (record: SourceRecord, source: JSONSource) {
    let source: JSONSource
    do throws(JSONError) {
      source = try JSONSource(file.bytes)
    } catch {
      throw .notJSON(error, file)
    }
    return (try json(source, file), source)
  }

  /// Reads an XML document. An element with other elements in it is an object; one without is a text. Attributes stand in front
  /// of what is in the element, as members with an `@` before their names; those of a text stand before it, as its name,
  /// `@` and theirs. Text beside elements is a member `#text`, unless it is blank.
  ///
  /// - Throws: `FormatError` of kind `damaged`.
  static func xml(_ file: SourceFile) throws(FormatError) -> SourceRecord {
    do throws(XMLError) {
      return SourceRecord(try XMLTree(file.bytes))
    } catch {
      throw FormatError(
        .damaged,
        Finding(
          .invalidXML, file: file.name,
          position: SourcePosition(line: error.line, column: error.column, byte: error.offset),
          message: error.words, action: .failed),
        hint: "export the file again; it may have been cut off or edited")
    }
  }

  private convenience init(_ xml: XMLTree) {
    self.init()
    add(xml, 0, parent: -1)
    finishTree(.none)
  }

  private func add(_ xml: XMLTree, _ place: Int, parent: Int) {
    let element = xml.nodes[place]
    let children = xml.children(of: place)
    func append(_ name: Text, _ kind: Kind, _ text: Text, _ offset: Int, in parent: Int) {
      let index = self.append(
        Node(name: name, kind: kind, text: text, offset: offset, parent: parent, end: 0))
      nodes[index].end = index + 1
    }
    guard parent < 0 || children.contains(where: { xml.nodes[$0].kind == .element }) else {
      for child in children where xml.nodes[child].kind == .attribute {
        append(
          Text("\(element.name.string)@\(xml.nodes[child].name.string)"), .string, xml.nodes[child].text,
          xml.nodes[child].offset, in: parent)
      }
      append(element.name, .string, xml.text(of: place), element.offset, in: parent)
      return
    }
    let index = self.append(
      Node(name: element.name, kind: .object, text: "", offset: element.offset, parent: parent, end: 0))
    for child in children {
      let node = xml.nodes[child]
      switch node.kind {
      case .attribute: append(Text("@\(node.name.string)"), .string, node.text, node.offset, in: index)
      case .element: add(xml, child, parent: index)
      case .text:
        guard !node.text.utf8.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { continue }
        append("#text", .string, node.text, node.offset, in: index)
      }
    }
    nodes[index].end = nodes.count
  }

  /// Makes a record of its own of a part of this one, where the values of the part count no more.
  ///
  /// - Parameters:
  ///   - number: of the record in the file, from 1.
  ///   - rules: which of its members are no values but structure; places count from the part.
  func cut(_ view: SourceView, number: Int, rules: StructureRules = .none) -> SourceRecord {
    let range = view.index..<nodes[view.index].end
    let part = SourceRecord()
    part.number = number
    part.nodes = nodes[range].map { node in
      var node = node
      node.parent -= range.lowerBound
      node.end -= range.lowerBound
      return node
    }
    part.nodes[0].parent = -1
    part.finishTree(rules)
    for index in range { nodes[index].isStructural = true }
    return part
  }
}

extension SourceView {
  /// The members of that name, of which XML may have many.
  func all(_ name: Text) -> [SourceView] { children.filter { $0.name == name } }

  /// Says that all scalars in it are structure and no values: identifiers, kinds, versions.
  func markStructure() {
    for index in index..<record.nodes[index].end { record.nodes[index].isStructural = true }
  }
}

extension FindingCode {
  /// A file that should be XML and is none.
  package static let invalidXML = FindingCode("invalid-xml", .error)
}
