import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Addresses of the usual form are read by a short way, and mean what they mean the long way.
@Suite struct PlainAddressTests {
  private static let pieces: [String] = [
    "https://", "http://", "HTTPS://", "a", "www.", "example", ".com", "A", "ü", "-", ".", "/", "?", "#", "@",
    ":",
    "8443", " ", "\t", "\\", "[::1]", "\u{7F}", "xn--", "_", "//",
  ]

  @Test func bothWaysReadAlike() {
    for seed in UInt64(1)...4000 {
      var random = SeededGenerator(seed: seed)
      var text = random.oneIn(4) ? "" : random.pick(["https://", "http://"])
      for _ in 0..<random.int(0...5) { text += random.pick(Self.pieces) }
      let short = ServiceAddress(text)
      // With a placeholder, of whatever kind, the long way is taken.
      let long = ServiceAddress(text, placeholders: ["no such address"])
      #expect(short.text.utf8.elementsEqual(long.text.utf8), "seed \(seed)")
      #expect(short.kind == long.kind, "seed \(seed)")
      #expect(short.authority == long.authority, "seed \(seed)")
      #expect(short.derivedTitle == long.derivedTitle, "seed \(seed)")
      #expect(short.effectivePort == long.effectivePort, "seed \(seed)")
    }
  }
}
