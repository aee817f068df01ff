internal import CXFKeePass
internal import CredentialExchangeFormat

/// The encrypted database of KeePass 2 and the programs of its family.
package enum KDBX {
  static let origin = Format.Origin(id: "kdbx", name: "KeePass", rpID: KeePassXML.origin.rpID)

  package static let format = Format(
    id: origin.id, name: "KeePass 2 database (.kdbx)", rpID: origin.rpID,
    exportSteps: "the database itself, a file that ends with .kdbx",
    capabilities: KeePassXML.format.capabilities,
    detect: { probe in
      if KDBXHeader.isKDBX(probe.bytes) {
        return Detection(.certain, "it begins as a database of KeePass 2 does")
      }
      // Nothing else reads it, and what to do about it is known here.
      guard KDBXHeader.isKeePass1(probe.bytes) else { return nil }
      return Detection(.certain, "it begins as a database of KeePass 1 does, which must be converted first")
    },
    read: { (file, options) throws(FormatError) in
      let source = KDBXSource(file)
      let database = try source.open(options)
      let record = SourceRecord(database.document)
      var draft = VaultDraft(origin, options: options, syntheticIDs: false)
      let pool = database.inner.binaries.enumerated().map { (Text(String($0.offset)), $0.element.bytes) }
      guard
        KeePassTree(record, origin: origin, pool: Dictionary(uniqueKeysWithValues: pool)).read(into: &draft)
      else { throw source.failure(.damaged(.xml(.structure)), options) }
      draft.addFolders(from: record)
      if database.trailingByteCount > 0 {
        let rest = SourceRecord(texts: 0, number: 0)
        rest.appendText("bytes behind the database", Text("\(database.trailingByteCount) bytes"))
        rest.endTexts()
        draft.addFolders(from: rest)
      }
      var reading = draft.finish(text: [], isJSON: false, fileOffsets: { $0 })
      reading.isDerived = true
      return reading
    },
    makeWriter: { _ in KeePassDatabaseWriter(.database) })
}

extension SourceRecord {
  /// Makes a record of the document of a database, as an XML export is read, with protected values in clear.
  convenience init(_ document: KeePassDocument) {
    self.init()
    add(document, 0, parent: -1)
    finishTree(.none)
  }

  private func add(_ document: KeePassDocument, _ element: Int, parent: Int) {
    let place = document.xml.elements[element]
    let name = Self.localName(place.name)
    let children = document.xml.children(of: element)
    let attributes = place.attributes.filter { !$0.name.utf8.starts(with: "xmlns".utf8) }
    func append(_ name: Text, _ kind: Kind, _ bytes: [UInt8], in parent: Int) {
      let text = String(validating: bytes, as: UTF8.self)
      let index = self.append(
        Node(
          name: name, kind: kind, text: Text(text ?? String(decoding: bytes, as: UTF8.self)),
          offset: place.range.lowerBound, parent: parent, end: 0))
      nodes[index].end = index + 1
      nodes[index].isDamaged = text == nil
    }
    guard parent < 0 || !children.isEmpty else {
      for attribute in attributes {
        append(
          Text("\(name.string)@\(Self.localName(attribute.name).string)"), .string,
          document.xml.attribute(attribute.name, of: element) ?? [], in: parent)
      }
      append(name, .string, Self.content(document, element), in: parent)
      return
    }
    let index = self.append(
      Node(name: name, kind: .object, text: "", offset: place.range.lowerBound, parent: parent, end: 0))
    for attribute in attributes {
      append(
        Text("@\(Self.localName(attribute.name).string)"), .string,
        document.xml.attribute(attribute.name, of: element) ?? [], in: index)
    }
    for child in children { add(document, child, parent: index) }
    let text = document.xml.text(of: element)
    if !text.allSatisfy(XMLOutline.isSpace) { append("#text", .string, text, in: index) }
    nodes[index].end = nodes.count
  }

  /// The text of an element. Bytes of an attached file that are protected are no text; they stand in base64 as all others do.
  private static func content(_ document: KeePassDocument, _ element: Int) -> [UInt8] {
    let bytes = document.bytes(of: element)
    guard document.isProtected(element) else { return bytes }
    let place = document.xml.elements[element]
    let isFile = place.name == "Binary" || document.xml.elements[place.parent].name == "Binary"
    return isFile ? Array(KDBXSource.base64(bytes).utf8) : bytes
  }

  private static func localName(_ name: Text) -> Text {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return Text(String(name.string[name.utf8.index(after: colon)...]))
  }
}
