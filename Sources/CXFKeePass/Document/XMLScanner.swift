internal import CredentialExchangeFormat

/// Finds the elements in a text that is well-formed XML.
struct XMLScanner {
  private var index: Int
  private let count: Int
  private var elements: [XMLOutline.Element] = []
  private var open: [Int] = []
  /// Names share their memory.
  private var names: [Text: Text] = [:]
  /// Where the last name of each slot stands, and the name.
  private var recentPlaces: [Range<Int>]
  private var recentNames: [Text]

  init(_ bytes: [UInt8], at start: Int) {
    index = start
    count = bytes.count
    recentPlaces = Array(repeating: 0..<0, count: Self.slotCount)
    recentNames = Array(repeating: Text(""), count: Self.slotCount)
    elements.reserveCapacity(bytes.count / Self.bytesPerElement)
  }

  /// The elements in the order of the document; nil for what is not as expected.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> [XMLOutline.Element]? {
    while index < count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      guard index + 1 < count else { return nil }
      switch bytes[index + 1] {
      case UInt8(ascii: "?"): guard skip(past: "?>", bytes) else { return nil }
      case UInt8(ascii: "!"):
        if matches("<!--", bytes) {
          index += 4
          guard skip(past: "-->", bytes) else { return nil }
        } else {
          guard matches("<![CDATA[", bytes), skip(past: "]]>", bytes) else { return nil }
        }
      case UInt8(ascii: "/"): guard endTag(bytes) else { return nil }
      default: guard startTag(bytes) else { return nil }
      }
    }
    return open.isEmpty && !elements.isEmpty ? elements : nil
  }

  private func matches(_ text: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    index + text.utf8CodeUnitCount <= count
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  private mutating func skip(past end: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    while index < count {
      if matches(end, bytes) {
        index += end.utf8CodeUnitCount
        return true
      }
      index += 1
    }
    return false
  }

  private mutating func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>) {
    while index < count, XMLOutline.isSpace(bytes[index]) { index += 1 }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "<") || XMLOutline.isSpace(byte)
  }

  /// A name: all up to what ends names in tags.
  private mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Text? {
    let start = index
    while index < count, !Self.endsName(bytes[index]) { index += 1 }
    guard index > start else { return nil }
    // The names of the format are few; which of them it is, is told by a few bytes, and then by all.
    let slot = Self.slot(bytes, start..<index)
    if Self.isSame(recentPlaces[slot], start..<index, bytes) { return recentNames[slot] }
    let name = Text(String(decoding: bytes[start..<index], as: UTF8.self))
    let shared = names[name] ?? name
    names[name] = shared
    (recentPlaces[slot], recentNames[slot]) = (start..<index, shared)
    return shared
  }

  /// Whether the same bytes stand at two places.
  private static func isSame(
    _ first: Range<Int>, _ second: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard first.count == second.count else { return false }
    for offset in 0..<first.count
    where bytes[first.lowerBound &+ offset] != bytes[second.lowerBound &+ offset] {
      return false
    }
    return true
  }

  private static let slotCount = 256
  /// How far elements stand apart at least, as a rule.
  private static let bytesPerElement = 32

  private static func slot(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let (first, last) = (Int(bytes[range.lowerBound]), Int(bytes[range.upperBound - 1]))
    let middle = Int(bytes[range.lowerBound + range.count / 2])
    return (first &* 7 &+ last &* 13 &+ middle &* 31 &+ range.count &* 17) & (slotCount - 1)
  }

  private mutating func endTag(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = index
    index += 2
    let name = index
    while index < count, !Self.endsName(bytes[index]) { index += 1 }
    guard index > name, let element = open.popLast() else { return false }
    // The name of the start tag stands behind its `<`.
    let opening = elements[element].range.lowerBound + 1
    let length = index - name
    guard Self.isSame(opening..<(opening + length), name..<index, bytes),
      Self.endsName(bytes[opening + length])
    else { return false }
    skipSpace(bytes)
    guard index < count, bytes[index] == UInt8(ascii: ">") else { return false }
    index += 1
    elements[element].content = elements[element].content.lowerBound..<start
    elements[element].range = elements[element].range.lowerBound..<index
    elements[element].end = elements.count
    return true
  }

  private mutating func startTag(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = index
    index += 1
    guard let elementName = name(bytes), !open.isEmpty || elements.isEmpty else { return false }
    var attributes: [XMLOutline.Attribute] = []
    while true {
      skipSpace(bytes)
      guard index < count else { return false }
      if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { break }
      guard let attribute = attribute(bytes) else { return false }
      attributes.append(attribute)
    }
    let place = elements.count
    let isSingle = bytes[index] == UInt8(ascii: "/")
    let slash = index
    index += isSingle ? 2 : 1
    guard index <= count, bytes[index - 1] == UInt8(ascii: ">") else { return false }
    elements.append(
      XMLOutline.Element(
        name: elementName, range: start..<index, content: isSingle ? slash..<slash : index..<index,
        attributes: attributes, parent: open.last ?? -1, end: place + 1, isSingleTag: isSingle))
    if !isSingle { open.append(place) }
    return true
  }

  private mutating func attribute(_ bytes: UnsafeBufferPointer<UInt8>) -> XMLOutline.Attribute? {
    guard let name = name(bytes) else { return nil }
    skipSpace(bytes)
    guard index < count, bytes[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    skipSpace(bytes)
    guard index < count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      return nil
    }
    let mark = bytes[index]
    index += 1
    let start = index
    while index < count, bytes[index] != mark { index += 1 }
    guard index < count else { return nil }
    defer { index += 1 }
    return XMLOutline.Attribute(name: name, value: start..<index)
  }
}
