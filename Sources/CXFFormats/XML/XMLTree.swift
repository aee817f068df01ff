internal import CXFXML
package import CredentialExchangeFormat

/// An XML document as a tree of elements, read by libxml2 without network, DTDs or entities of its own.
package struct XMLTree {
  /// An element, an attribute or a text.
  package struct Node {
    package enum Kind { case element, attribute, text }

    package var kind: Kind
    /// The name without its prefix; empty for a text.
    package var name: Text
    /// The value of an attribute, or the text.
    package var text: Text
    /// Where it ends, or its start tag does, in bytes of the document in UTF-8.
    package var offset: Int
    package var parent: Int
    /// The place behind the last node in it.
    package var end: Int
  }

  /// All nodes in the order of the document; the first is the root element.
  package private(set) var nodes: [Node] = []

  /// The deepest nesting that is read.
  package static let depthLimit = 256

  /// Reads a document.
  ///
  /// - Throws: `XMLError`.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    // Some programs write blank lines in front of the declaration.
    let start = bytes.firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0
    guard bytes.count - start < Int(Int32.max) else {
      throw XMLError(.tooLarge, line: 1, column: 1, offset: 0)
    }
    let builder = XMLTreeBuilder(offset: start)
    try builder.parse(bytes[start...])
    nodes = builder.nodes
  }

  /// The elements in a node, in order.
  package func elements(of index: Int) -> [Int] { children(of: index).filter { nodes[$0].kind == .element } }

  /// The elements of that name in a node, in order.
  package func elements(of index: Int, named name: Text) -> [Int] {
    children(of: index).filter { nodes[$0].kind == .element && nodes[$0].name == name }
  }

  /// The nodes in a node, in order.
  package func children(of index: Int) -> [Int] {
    var result: [Int] = []
    var child = index + 1
    while child < nodes[index].end {
      result.append(child)
      child = nodes[child].end
    }
    return result
  }

  /// The text of an element.
  package func text(of index: Int) -> Text {
    let texts = children(of: index).filter { nodes[$0].kind == .text }
    guard texts.count != 1 else { return nodes[texts[0]].text }
    return Text(texts.map { nodes[$0].text.string }.joined())
  }
}

/// Why a text is no XML that is read.
package struct XMLError: Error, Hashable {
  /// What is wrong.
  package enum Reason: Hashable {
    /// It breaks a rule of XML.
    case malformed
    /// It has a document type that declares something, which no export has and which can make a small file large.
    case documentType
    /// Elements are nested too deeply.
    case tooDeep
    /// It has too many bytes.
    case tooLarge
  }

  package let reason: Reason
  /// From 1.
  package let line: Int
  /// From 1, in bytes.
  package let column: Int
  /// In bytes, from 0.
  package let offset: Int

  init(_ reason: Reason, line: Int, column: Int, offset: Int) {
    self.reason = reason
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// What is wrong, in a phrase for people.
  package var words: String {
    switch reason {
    case .malformed: "the XML is damaged here"
    case .documentType: "the XML declares a document type of its own, which no export does; it is refused"
    case .tooDeep: "elements are nested deeper than \(XMLTree.depthLimit) levels"
    case .tooLarge: "the XML has more than 2 GiB"
    }
  }
}

/// Builds the tree from what the parser tells.
private final class XMLTreeBuilder {
  private(set) var nodes: [XMLTree.Node] = []
  private var open: [Int] = []
  private var text: [UInt8] = []
  private var context: xmlParserCtxtPtr?
  private var refused: XMLError.Reason?
  private let start: Int

  init(offset: Int) { start = offset }

  func parse(_ bytes: ArraySlice<UInt8>) throws(XMLError) {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { data, name, _, _, _, _, count, _, attributes in
      XMLTreeBuilder.of(data)?.begin(name, attributes, Int(count))
    }
    handler.endElementNs = { data, _, _, _ in XMLTreeBuilder.of(data)?.end() }
    handler.characters = { data, characters, count in XMLTreeBuilder.of(data)?.add(characters, Int(count)) }
    handler.cdataBlock = handler.characters
    handler.internalSubset = { data, _, publicID, systemID in
      XMLTreeBuilder.of(data)?.checkDocumentType(isNamed: publicID != nil || systemID != nil)
    }
    // Without a handler the library writes to standard error.
    handler.serror = { _, _ in }
    let status: (isWellFormed: Bool, line: Int, column: Int, offset: Int) = bytes.withUnsafeBytes { buffer in
      let made = cxf_xml_begin(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), &handler,
        Unmanaged.passUnretained(self).toOpaque())
      guard let made else { return (false, 1, 1, 0) }
      context = made
      defer {
        xmlFreeParserCtxt(made)
        context = nil
      }
      _ = xmlParseDocument(made)
      return (
        made.pointee.wellFormed == 1, Int(cxf_xml_line(made)), Int(cxf_xml_column(made)),
        start + max(0, cxf_xml_offset(made))
      )
    }
    if let refused {
      throw XMLError(refused, line: status.line, column: status.column, offset: status.offset)
    }
    guard status.isWellFormed, !nodes.isEmpty, open.isEmpty else {
      throw XMLError(
        .malformed, line: max(status.line, 1), column: max(status.column, 1), offset: status.offset)
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    data.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private var offset: Int { start + max(0, cxf_xml_offset(context)) }

  /// A document type that is a name alone, as KeePassX writes it, declares nothing. Any other one is refused.
  private func checkDocumentType(isNamed: Bool) {
    // The parser stands behind name and identifiers: at what the document declares, or at the end.
    guard isNamed || cxf_xml_next(context) != UInt8(ascii: ">") else { return }
    refuse(.documentType)
  }

  private func refuse(_ reason: XMLError.Reason) {
    guard refused == nil else { return }
    refused = reason
    xmlStopParser(context)
  }

  private func begin(
    _ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ count: Int
  ) {
    guard refused == nil else { return }
    guard open.count < XMLTree.depthLimit else { return refuse(.tooDeep) }
    endText()
    let parent = open.last ?? -1
    let index = nodes.count
    open.append(index)
    nodes.append(
      XMLTree.Node(
        kind: .element, name: Self.text(name), text: "", offset: offset, parent: parent, end: index + 1))
    guard let attributes else { return }
    for place in 0..<count {
      // Name, prefix, address of the namespace, begin and end of the value.
      let part = attributes + 5 * place
      guard let from = part[3], let to = part[4] else { continue }
      nodes.append(
        XMLTree.Node(
          kind: .attribute, name: Self.text(part[0]),
          text: Text(String(decoding: UnsafeBufferPointer(start: from, count: to - from), as: UTF8.self)),
          offset: offset, parent: index, end: nodes.count + 1))
    }
  }

  private func end() {
    endText()
    if let index = open.popLast() { nodes[index].end = nodes.count }
  }

  private func add(_ characters: UnsafePointer<xmlChar>?, _ count: Int) {
    guard let characters, refused == nil else { return }
    text += UnsafeBufferPointer(start: characters, count: count)
  }

  private func endText() {
    guard !text.isEmpty else { return }
    defer { text.removeAll(keepingCapacity: true) }
    guard let parent = open.last else { return }
    nodes.append(
      XMLTree.Node(
        kind: .text, name: "", text: Text(String(decoding: text, as: UTF8.self)), offset: offset,
        parent: parent,
        end: nodes.count + 1))
  }

  private static func text(_ characters: UnsafePointer<xmlChar>?) -> Text {
    characters.map { Text(String(cString: $0)) } ?? ""
  }
}
