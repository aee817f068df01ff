import CXFFormats
import CredentialExchangeFormat
import Testing

struct TextDecodingTests {
  private func decode(_ bytes: [UInt8]) -> (text: String, decoded: DecodedText) {
    let decoded = TextDecoding.decode(bytes)
    return (String(decoding: decoded.utf8, as: UTF8.self), decoded)
  }

  private func utf16(_ string: String, highFirst: Bool) -> [UInt8] {
    string.utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return highFirst ? bytes : bytes.reversed()
    }
  }

  @Test func leavesUTF8Alone() {
    let bytes = Array("a\u{0301}\r\nß😀 \u{FEFF}".utf8)
    let decoded = TextDecoding.decode(bytes)
    #expect(decoded.utf8 == bytes)
    #expect(decoded.encoding == .utf8)
    #expect(decoded.findings.isEmpty)
  }

  @Test func stripsExactlyOneMark() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let decoded = TextDecoding.decode(mark + mark + [0x61])
    #expect(decoded.utf8 == mark + [0x61])
    #expect(decoded.encoding == .utf8WithBOM)
    #expect(decoded.sourceOffset(of: 3) == 6)
  }

  @Test(arguments: [false, true], [false, true])
  func readsUTF16(highFirst: Bool, hasMark: Bool) {
    let string = "name,url\r\nCafé €😀,x\r\n"
    let mark: [UInt8] = !hasMark ? [] : highFirst ? [0xFE, 0xFF] : [0xFF, 0xFE]
    let (text, decoded) = decode(mark + utf16(string, highFirst: highFirst))
    #expect(text.utf8.elementsEqual(string.utf8))
    #expect(decoded.encoding == (highFirst ? .utf16BigEndian : .utf16LittleEndian))
    #expect(decoded.findings.map(\.severity) == (hasMark ? [] : [.note]))
    // "x" is the 19th code unit from 0.
    #expect(decoded.sourceOffset(of: 22) == mark.count + 36)
  }

  @Test func marksUnpairedSurrogatesAndAnOddByte() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x00, 0xD8, 0x62, 0, 0x00, 0xDC, 0x63]
    let (text, decoded) = decode(bytes)
    #expect(text == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
    #expect(decoded.marks.map(\.kind) == [.replaced, .replaced, .replaced])
    #expect(decoded.marks.map { decoded.sourceOffset(of: $0.offset) } == [4, 8, 10])
    #expect(decoded.findings.map(\.code) == [.invalidUnicode])
  }

  @Test func mapsEveryByteOfWindows1252() {
    let bytes = Array(UInt8(1)...0xFF)
    let (text, decoded) = decode(bytes)
    #expect(decoded.encoding == .windows1252)
    #expect(decoded.findings.map(\.code) == [.encodingGuessed])
    #expect(text.unicodeScalars.count == 255)
    let scalars = text.unicodeScalars.map(\.value)
    #expect([0x81, 0x8D, 0x8F, 0x90, 0x9D].allSatisfy { scalars[$0 - 1] == UInt32($0) })
    #expect(scalars[0x80 - 1] == 0x20AC && scalars[0x9F - 1] == 0x178 && scalars[0xFF - 1] == 0xFF)
    #expect(decoded.sourceOffset(of: decoded.utf8.count - 2) == 254)
  }

  @Test func surrogatesInThreeBytesMeanDamagedUTF8() {
    let (text, decoded) = decode(Array("é".utf8) + [0xED, 0xA0, 0xBD] + Array("b".utf8))
    #expect(text == "é\u{FFFD}b")
    #expect(decoded.encoding == .utf8)
    #expect(decoded.findings.map(\.code) == [.invalidUnicode])
    #expect(decoded.findings.first?.position.byte == 2)
  }

  @Test func aPairInSixBytesIsReadAsItsCharacter() {
    let (text, decoded) = decode([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x61])
    #expect(text == "😀a")
    #expect(decoded.findings.map(\.code) == [.joinedSurrogates])
    #expect(decoded.sourceOffset(of: 4) == 6)
  }

  @Test func strayBytesOfACodePageOutweighOneSurrogate() {
    // "í", no-break space, "»" in Windows-1252 among other letters of that page.
    let bytes: [UInt8] =
      Array("aqu".utf8) + [0xED, 0xA0, 0xBB] + Array(", ma".utf8) + [0xF1] + Array("ana, se".utf8)
      + [0xF1] + Array("or".utf8)
    let (text, decoded) = decode(bytes)
    #expect(text == "aquí\u{A0}», mañana, señor")
    #expect(decoded.encoding == .windows1252)
  }

  @Test func aMarkAndGoodCharactersOutweighOneStrayByte() {
    let (text, decoded) = decode([0xEF, 0xBB, 0xBF] + Array("éü".utf8) + [0xFF])
    #expect(text == "éü\u{FFFD}")
    #expect(decoded.encoding == .utf8WithBOM)
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0x80], [0xF0, 0x8F, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func illFormedBytesAreNotUTF8(bytes: [UInt8]) {
    let decoded = TextDecoding.decode(Array("a,b\n".utf8) + bytes)
    #expect(decoded.encoding == .windows1252)
    #expect(String(validating: decoded.utf8, as: UTF8.self) != nil)
  }

  @Test func marksNULs() {
    let decoded = TextDecoding.decode(Array("ab\0,longer than a word\0".utf8))
    #expect(decoded.marks == [TextMark(offset: 2, kind: .null), TextMark(offset: 22, kind: .null)])
    #expect(decoded.findings.map(\.code) == [.nullCharacter])
  }

  @Test func readsNothingFromNothing() {
    for bytes in [[], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE]] as [[UInt8]] {
      #expect(TextDecoding.decode(bytes).utf8.isEmpty)
    }
  }

  @Test func findsOffsetsFarIntoALongFile() {
    let bytes = [UInt8](repeating: 0xE9, count: 5_000)
    let decoded = TextDecoding.decode(bytes)
    #expect((0..<5_000).allSatisfy { decoded.sourceOffset(of: 2 * $0) == $0 })
  }

  @Test func showsNoContent() {
    let decoded = TextDecoding.decode(Array("geheim".utf8))
    var shown = ""
    dump(decoded, to: &shown)
    #expect(!(shown + "\(decoded)").contains("geheim"))
    #expect(!shown.contains("103"))
  }
}
