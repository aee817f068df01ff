/// Cuts JSON text into pieces and says what each is by the grammar of JSON (RFC 8259 §2), up to the first that breaks it.
///
/// What is a name and what is a value is certain only while the text is well-formed from its start: after a stray quotation
/// mark a value might be taken for a name and shown.
struct StructureLexer {
  /// A piece of the text; a broken one goes on to the end.
  struct Token {
    enum Kind { case punctuation, name, string, bare, space, lineEnd, broken }

    var kind: Kind
    /// The bytes of it in the document.
    var range: Range<Int>
  }

  /// What may come next.
  private enum Expected { case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd, nothing }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  private var expected = Expected.value
  /// Whether each open container is an object.
  private var isObject: [Bool] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    // A byte order mark is no part of the text.
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next piece; nil at the end and after a broken one.
  mutating func next() -> Token? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let kind = scan()
    if kind == .broken {
      offset = bytes.count
      return Token(kind: .broken, range: start..<bytes.count)
    }
    return Token(kind: kind, range: start..<offset)
  }

  private mutating func scan() -> Token.Kind {
    let byte = bytes[offset]
    switch byte {
    case 0x0A:
      offset += 1
      return .lineEnd
    case 0x20, 0x09, 0x0D:
      while offset < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[offset]) { offset += 1 }
      return .space
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard expected == .value || expected == .valueOrEnd else { return .broken }
      isObject.append(byte == UInt8(ascii: "{"))
      expected = byte == UInt8(ascii: "{") ? .nameOrEnd : .valueOrEnd
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      let closesObject = byte == UInt8(ascii: "}")
      guard isObject.last == closesObject,
        expected == .commaOrEnd || expected == (closesObject ? .nameOrEnd : .valueOrEnd)
      else { return .broken }
      isObject.removeLast()
      endValue()
    case UInt8(ascii: ":"):
      guard expected == .colon else { return .broken }
      expected = .value
    case UInt8(ascii: ","):
      guard expected == .commaOrEnd, let isObject = isObject.last else { return .broken }
      expected = isObject ? .name : .value
    default: return bare()
    }
    offset += 1
    return .punctuation
  }

  private mutating func endValue() { expected = isObject.isEmpty ? .nothing : .commaOrEnd }

  private mutating func string() -> Token.Kind {
    let isName = expected == .name || expected == .nameOrEnd
    guard isName || expected == .value || expected == .valueOrEnd else { return .broken }
    offset += 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      guard bytes[offset] >= 0x20 else { return .broken }
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard offset < bytes.count else { return .broken }
    offset += 1
    if isName { expected = .colon } else { endValue() }
    return isName ? .name : .string
  }

  private mutating func bare() -> Token.Kind {
    guard expected == .value || expected == .valueOrEnd else { return .broken }
    let start = offset
    while offset < bytes.count, Self.isBare(bytes[offset]) { offset += 1 }
    let word = bytes[start..<offset]
    let isWord = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    let isNumber = word.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard !word.isEmpty, isWord || isNumber else { return .broken }
    endValue()
    return .bare
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ","):
      false
    default: true
    }
  }
}
