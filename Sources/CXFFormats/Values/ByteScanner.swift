/// Walks over the bytes of a short text from front to back.
struct ByteScanner {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }
  var peek: UInt8? { bytes.first }

  /// Takes the byte if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard bytes.first == byte else { return false }
    bytes.removeFirst()
    return true
  }

  /// Takes the next byte if it is one of the ASCII characters.
  mutating func take(anyOf characters: StaticString) -> UInt8? {
    guard let byte = bytes.first, characters.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
    bytes.removeFirst()
    return byte
  }

  /// Takes the word, given in lower case, if it is next in any case.
  mutating func take(word: StaticString) -> Bool {
    guard ASCIIBytes.hasPrefix(bytes, word) else { return false }
    bytes.removeFirst(word.utf8CodeUnitCount)
    return true
  }

  mutating func skipBlanks() {
    while let byte = bytes.first, ASCIIBytes.isBlank(byte) { bytes.removeFirst() }
  }

  /// Takes exactly so many digits as a number; at most 9.
  mutating func number(digits count: Int) -> Int? {
    let run = bytes.prefix(count)
    guard run.count == count, let value = ASCIIBytes.number(run) else { return nil }
    bytes.removeFirst(count)
    return Int(value)
  }

  /// Takes all digits that are next, at least one.
  mutating func digits() -> ArraySlice<UInt8>? {
    let run = bytes.prefix(while: ASCIIBytes.isDigit)
    guard !run.isEmpty else { return nil }
    bytes.removeFirst(run.count)
    return run
  }
}
