internal import CXFXML

/// Has libxml2 judge a text, without network, document types and entities of its own.
enum XMLJudge {
  /// The deepest nesting that is read.
  static let depthLimit = 256

  /// Returns the number of elements of a well-formed document.
  static func countElements(_ bytes: ArraySlice<UInt8>) throws(KeePassXMLFault) -> Int {
    let walk = Walk()
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { data, _, _, _, _, _, _, _, _ in Walk.of(data)?.begin() }
    handler.endElementNs = { data, _, _, _ in Walk.of(data)?.end() }
    handler.internalSubset = { data, _, _, _ in Walk.of(data)?.refuse(.documentType) }
    // Without a handler the library writes to standard error.
    handler.serror = { _, _ in }
    guard let length = Int32(exactly: bytes.count) else { throw .tooLarge }
    let place: (isWellFormed: Bool, line: Int, column: Int, isOtherEncoding: Bool) = bytes.withUnsafeBytes {
      buffer in
      let made = cxf_xml_begin(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), length, &handler,
        Unmanaged.passUnretained(walk).toOpaque())
      guard let made else { return (false, 1, 1, false) }
      walk.context = made
      defer {
        xmlFreeParserCtxt(made)
        walk.context = nil
      }
      _ = xmlParseDocument(made)
      return (
        made.pointee.wellFormed == 1, Int(cxf_xml_line(made)), Int(cxf_xml_column(made)),
        !isUTF8(made.pointee.encoding) || !isUTF8(made.pointee.input?.pointee.encoding)
      )
    }
    if let fault = walk.fault { throw fault }
    guard !place.isOtherEncoding else { throw .encoding }
    guard place.isWellFormed, walk.depth == 0 else {
      throw .malformed(line: max(place.line, 1), column: max(place.column, 1))
    }
    return walk.count
  }

  /// Whether a document says that it is in UTF-8, or a part of it, or nothing.
  private static func isUTF8(_ name: UnsafePointer<xmlChar>?) -> Bool {
    guard let name else { return true }
    let lower = String(cString: name).utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains { lower.elementsEqual($0.utf8) }
  }

  /// What the parser has told so far.
  private final class Walk {
    var context: xmlParserCtxtPtr?
    private(set) var count = 0
    private(set) var depth = 0
    private(set) var fault: KeePassXMLFault?

    static func of(_ data: UnsafeMutableRawPointer?) -> Walk? {
      data.map { Unmanaged<Walk>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin() {
      count += 1
      depth += 1
      if depth > XMLJudge.depthLimit { refuse(.tooDeep) }
    }

    func end() { depth -= 1 }

    func refuse(_ fault: KeePassXMLFault) {
      guard self.fault == nil else { return }
      self.fault = fault
      xmlStopParser(context)
    }
  }
}
