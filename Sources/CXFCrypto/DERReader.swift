/// One element of DER: tag, length and contents.
package struct DERElement: Sendable, Redacted {
  /// The tag.
  package let tag: DERTag
  /// The bytes after tag and length; their indices are offsets in the outermost input.
  package let contents: ArraySlice<UInt8>
  /// The whole element with tag and length.
  package let encoded: ArraySlice<UInt8>

  /// Where the element begins in the outermost input, in bytes.
  package var offset: Int { encoded.startIndex }

  /// The tag and the length, without contents.
  package var redactedDescription: String { "DERElement(\(tag), \(contents.count) bytes)" }
}

/// A strict reader of DER (X.690): shortest lengths only, nothing left over, bounded depth.
///
/// Every structure goes through `read` or `constructed`; both refuse leftover bytes, so that no caller can
/// forget to.
package struct DERReader: Sendable, Redacted {
  private let bytes: ArraySlice<UInt8>
  private let depth: Int

  /// Where the next element begins in the outermost input, in bytes.
  package private(set) var offset: Int

  /// How many elements may lie inside each other.
  package static let maximumDepth = 16

  private init(_ bytes: ArraySlice<UInt8>, depth: Int) {
    self.bytes = bytes
    self.depth = depth
    offset = bytes.startIndex
  }

  /// Reads a whole input with `body` and refuses what that leaves over.
  ///
  /// - Throws: `DERError` with the offset in `bytes`, or for a slice in the array it was cut from.
  package static func read<Result>(
    _ bytes: ArraySlice<UInt8>, _ body: (inout DERReader) throws(DERError) -> Result
  ) throws(DERError) -> Result {
    var reader = DERReader(bytes, depth: 0)
    return try reader.finishing(body)
  }

  /// Reads a whole input with `body` and refuses what that leaves over.
  package static func read<Result>(
    _ bytes: [UInt8], _ body: (inout DERReader) throws(DERError) -> Result
  ) throws(DERError) -> Result {
    try read(bytes[...], body)
  }

  private mutating func finishing<Result>(
    _ body: (inout DERReader) throws(DERError) -> Result
  ) throws(DERError) -> Result {
    let result = try body(&self)
    guard isAtEnd else { throw DERError(.leftover, at: offset) }
    return result
  }

  /// Whether nothing is left at this level.
  package var isAtEnd: Bool { offset == bytes.endIndex }

  /// The tag of the next element, if there is one.
  package var nextTag: DERTag? { isAtEnd ? nil : DERTag(rawValue: bytes[offset]) }

  /// The number of bytes left at this level and nothing of them.
  package var redactedDescription: String { "DERReader(\(bytes.endIndex - offset) bytes left)" }
}

extension DERReader {
  /// Reads the next element, whatever it is. Its contents are not looked at.
  package mutating func element() throws(DERError) -> DERElement {
    let start = offset
    var cursor = start
    let tag = DERTag(rawValue: try byte(at: &cursor))
    guard tag.rawValue & 0x1F != 0x1F else { throw DERError(.largeTag, at: start) }
    let length = try length(at: &cursor)
    guard length <= bytes.endIndex - cursor else { throw DERError(.truncated, at: start) }
    offset = cursor + length
    return DERElement(tag: tag, contents: bytes[cursor..<offset], encoded: bytes[start..<offset])
  }

  /// Reads the next element, which must have that tag.
  package mutating func element(_ tag: DERTag) throws(DERError) -> DERElement {
    guard let found = nextTag else { throw DERError(.truncated, at: offset, expected: tag) }
    guard found == tag else {
      throw DERError(.unexpectedTag, at: offset, expected: tag, found: found)
    }
    return try element()
  }

  /// Reads an element whose contents are elements: `body` reads those, and must leave none.
  package mutating func constructed<Result>(
    _ tag: DERTag, _ body: (inout DERReader) throws(DERError) -> Result
  ) throws(DERError) -> Result {
    let element = try element(tag)
    guard depth < Self.maximumDepth else { throw DERError(.tooDeep, at: element.offset) }
    var inner = DERReader(element.contents, depth: depth + 1)
    return try inner.finishing(body)
  }

  /// Reads the next element with everything inside it and checks the form of each, but no meaning.
  package mutating func wellFormedElement() throws(DERError) -> DERElement {
    var ahead = self
    let element = try element()
    if element.tag.isConstructed {
      try ahead.constructed(element.tag) { (inner: inout DERReader) throws(DERError) in
        while !inner.isAtEnd { _ = try inner.wellFormedElement() }
      }
    }
    return element
  }

  private func byte(at cursor: inout Int) throws(DERError) -> UInt8 {
    guard cursor < bytes.endIndex else { throw DERError(.truncated, at: cursor) }
    defer { cursor += 1 }
    return bytes[cursor]
  }

  private func length(at cursor: inout Int) throws(DERError) -> Int {
    let start = cursor
    let first = try byte(at: &cursor)
    guard first >= 0x80 else { return Int(first) }
    guard first != 0x80 else { throw DERError(.indefiniteLength, at: start) }
    let size = Int(first & 0x7F)
    guard size <= 4 else { throw DERError(.hugeLength, at: start) }
    var length = 0
    for index in 0..<size {
      let next = try byte(at: &cursor)
      if index == 0 && next == 0 { throw DERError(.longLength, at: start) }
      length = length << 8 | Int(next)
    }
    guard length >= 0x80 else { throw DERError(.longLength, at: start) }
    return length
  }
}

extension DERReader {
  /// Reads an INTEGER of at least 0 as its big-endian bytes without leading zeros; 0 is no byte.
  package mutating func unsignedInteger() throws(DERError) -> [UInt8] {
    let element = try element(.integer)
    let contents = element.contents
    guard let first = contents.first else { throw DERError(.emptyInteger, at: element.offset) }
    guard first < 0x80 else { throw DERError(.negativeInteger, at: element.offset) }
    guard first == 0 else { return Array(contents) }
    let rest = contents.dropFirst()
    // A leading zero byte has one use: to keep the next bit from being the sign.
    if let second = rest.first, second < 0x80 { throw DERError(.longInteger, at: element.offset) }
    return Array(rest)
  }

  /// Reads an INTEGER from 0 to 255, as version numbers are.
  package mutating func smallInteger() throws(DERError) -> Int {
    let start = offset
    let bytes = try unsignedInteger()
    guard bytes.count <= 1 else { throw DERError(.largeInteger, at: start) }
    return Int(bytes.first ?? 0)
  }

  /// Reads an OCTET STRING; the slice keeps its offsets.
  package mutating func octetString() throws(DERError) -> ArraySlice<UInt8> {
    try element(.octetString).contents
  }

  /// Reads a BIT STRING of whole bytes, by default with its own tag, and returns the bytes.
  package mutating func bitString(_ tag: DERTag = .bitString) throws(DERError) -> [UInt8] {
    let element = try element(tag)
    guard element.contents.first == 0 else { throw DERError(.unusedBits, at: element.offset) }
    return Array(element.contents.dropFirst())
  }

  /// Reads an OBJECT IDENTIFIER.
  package mutating func objectIdentifier() throws(DERError) -> OID {
    let element = try element(.objectIdentifier)
    guard let oid = OID(contents: element.contents) else {
      throw DERError(.badObjectIdentifier, at: element.offset)
    }
    return oid
  }

  /// Reads a NULL.
  package mutating func null() throws(DERError) {
    let element = try element(.null)
    guard element.contents.isEmpty else { throw DERError(.nonEmptyNull, at: element.offset) }
  }
}
