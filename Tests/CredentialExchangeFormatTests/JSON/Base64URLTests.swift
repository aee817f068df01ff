import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct Base64URLTests {
  /// RFC 4648 section 10, without padding as section 5 allows.
  static let vectors = [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test(arguments: vectors)
  func encodesTheVectors(text: String, encoded: String) {
    #expect(Base64URL.encode(Array(text.utf8)) == encoded)
    #expect(Base64URL.decode(encoded) == Array(text.utf8))
  }

  @Test func usesTheAddressAlphabet() {
    #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
  }

  @Test func everyLengthReturns() {
    var random = SeededGenerator(seed: 4648)
    for count in 0...100 {
      let bytes = random.bytes(count...count)
      let text = Base64URL.encode(bytes)
      #expect(Base64URL.decode(text) == bytes)
      #expect(text.utf8.count == (count * 8 + 5) / 6)
      var writer = JSONWriter()
      writer.base64url(bytes)
      #expect(writer.bytes == Array("\"\(text)\"".utf8))
    }
  }

  private func deviation(_ text: String) -> Base64URL.Deviation? {
    Array(text.utf8).withUnsafeBufferPointer { Base64URL.decode($0)?.deviation }
  }

  private static let deviations: [(String, Base64URL.Deviation)] = [
    ("Zg", []), ("Zg==", .padded), ("Zm8=", .padded), ("Zm9v", []), ("++//", .standardAlphabet),
    ("+A", .standardAlphabet), ("Zh", .trailingBits), ("Zm9", .trailingBits), ("AAAAZh", .trailingBits),
    ("/x==", [.standardAlphabet, .padded, .trailingBits]), ("AAAAZg", []),
  ]

  @Test(arguments: deviations)
  func tellsHowATextDeviates(text: String, expected: Base64URL.Deviation) {
    #expect(deviation(text) == expected)
  }

  @Test(arguments: [
    "Z", "AAAAZ", "Zg=", "Zg===", "=", "==", "====", "Zm9v=", "Zm9v====", "Z g=", "Zg\n", "Zg.=", "Zgé", "é",
    "Z=g=",
    "Zm9vZ!", "\u{0}AAA",
  ])
  func refusesWhatIsNoBase64(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
