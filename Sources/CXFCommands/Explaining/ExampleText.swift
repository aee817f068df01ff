/// The notation of texts in examples: `‹x × 300›` stands for a text as often as the number says, each time with the number of
/// the turn in the place of `#`; `‹0xE9 0x00›` for these bytes.
///
/// So an example stays short where the finding is about length, and can be read where it is about bytes.
package enum ExampleText {
  private static let open = Array("‹".utf8)
  private static let close = Array("›".utf8)
  private static let times = Array(" × ".utf8)

  /// Returns the bytes that a text stands for.
  package static func bytes(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let start = place(of: open, in: rest) {
      result += rest[..<start]
      let inner = rest[(start + open.count)...]
      guard let end = place(of: close, in: inner) else { break }
      result += expanded(inner[..<end])
      rest = inner[(end + close.count)...]
    }
    return result + rest
  }

  private static func expanded(_ inner: ArraySlice<UInt8>) -> [UInt8] {
    if let mark = place(of: times, in: inner) {
      let count = Int(String(decoding: inner[(mark + times.count)...], as: UTF8.self)) ?? 0
      let parts = inner[..<mark].split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
      guard parts.count > 1 else { return Array(repeatElement(inner[..<mark], count: count).joined()) }
      return (0..<count).flatMap { Array(parts.joined(separator: Array(String($0 + 1).utf8))) }
    }
    return inner.split(separator: UInt8(ascii: " ")).compactMap {
      UInt8(String(decoding: $0.dropFirst(2), as: UTF8.self), radix: 16)
    }
  }

  private static func place(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - pattern.count)).first {
      bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern)
    }
  }
}
