import CXFCrypto
import Foundation
import Testing

struct PassphraseTests {
  private func normalized(_ text: [UInt8]) throws -> [UInt8] {
    bytes(of: try Passphrase.normalized(SecretBytes(copying: text)))
  }

  @Test(arguments: [
    ("e\u{301}", [0xC3, 0xA9] as [UInt8]),
    ("\u{E9}", [0xC3, 0xA9]),
    // Hangul is composed.
    ("\u{1112}\u{1161}\u{11AB}", [0xED, 0x95, 0x9C]),
    // Marks are put in order before they are composed: dot below, then dot above.
    ("s\u{307}\u{323}", [0xE1, 0xB9, 0xA9]),
    // Singletons and exclusions fall apart: ANGSTROM SIGN, DEVANAGARI LETTER QA.
    ("\u{212B}", [0xC3, 0x85]),
    ("\u{958}", [0xE0, 0xA4, 0x95, 0xE0, 0xA4, 0xBC]),
    // Compatibility characters stay: the ligature fi, the superscript two.
    ("\u{FB01}\u{B2}", [0xEF, 0xAC, 0x81, 0xC2, 0xB2]),
    ("\u{1F511}", [0xF0, 0x9F, 0x94, 0x91]),
  ])
  func composes(text: String, expected: [UInt8]) throws {
    #expect(try normalized(Array(text.utf8)) == expected)
  }

  @Test(arguments: ["", " Pass  word \r\n\t", "a\0b", "\u{7F}\u{1}"])
  func leavesASCIIAlone(text: String) throws {
    #expect(try normalized(Array(text.utf8)) == Array(text.utf8))
  }

  /// These grow to three times their length (UAX #15, table of expansion factors).
  @Test(arguments: [1, 100, 5000])
  func hasRoomForWhatGrowsMost(count: Int) throws {
    let text = String(repeating: "\u{1D160}", count: count)
    let expected = String(repeating: "\u{1D158}\u{1D165}\u{1D16E}", count: count)
    #expect(try normalized(Array(text.utf8)) == Array(expected.utf8))
  }

  @Test func sortsLongRunsOfMarks() throws {
    let text = "a" + String(repeating: "\u{301}\u{323}", count: 500)
    let expected =
      "\u{1EA1}" + String(repeating: "\u{323}", count: 499) + String(repeating: "\u{301}", count: 500)
    #expect(try normalized(Array(text.utf8)) == Array(expected.utf8))
  }

  @Test func agreesWithFoundationAndIsStable() throws {
    // Every assigned or unassigned code point of the first two planes, between letters.
    for start in stride(from: UInt32(0x80), to: 0x20000, by: 0x400) {
      var text = ""
      for value in start..<(start + 0x400) {
        if let scalar = Unicode.Scalar(value), scalar.properties.age.map({ $0.major < 14 }) ?? false {
          text.unicodeScalars.append("o")
          text.unicodeScalars.append(scalar)
        }
      }
      let result = try normalized(Array(text.utf8))
      #expect(result == Array(text.precomposedStringWithCanonicalMapping.utf8))
      #expect(try normalized(result) == result)
    }
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x61, 0xE9], [0xF0, 0x9F, 0x94],
    ] as [[UInt8]])
  func refusesWhatIsNotUTF8(text: [UInt8]) {
    let error = thrown(PassphraseError.self) { try Passphrase.normalized(SecretBytes(copying: text)).count }
    #expect(error == .invalidUTF8)
  }
}
