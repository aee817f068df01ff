import CredentialExchangeFormat
import Testing

@Suite struct JSONSourceTests {
  private static let text = document(
    credential: #"{"type":"note","content":{"fieldType":"string","value":"é😀"}}"#)

  private static func utf16(_ text: String, isLittle: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      return isLittle ? [low, high] : [high, low]
    }
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func utf16IsReadAndTold(isLittle: Bool, mark: Bool) throws {
    let result = try CXFDecoder().decode(Self.utf16(Self.text, isLittle: isLittle, mark: mark))
    #expect(result.header == (try decode(Self.text).header))
    #expect(result.findings.map(\.code) == [.textEncoding])
    #expect(result.findings.map(\.action) == [.repaired])
  }

  @Test func aByteOrderMarkIsReadAndTold() throws {
    let result = try CXFDecoder().decode([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8))
    #expect(result.header == (try decode(Self.text).header))
    #expect(result.findings.map(\.code) == [.textEncoding])
    #expect(result.findings.first?.position.byte == 3)
  }

  @Test(arguments: [0, 2, 3])
  func positionsCountTheBytesOfTheFile(mark: Int) throws {
    // The wide characters before it tell units, bytes and characters apart.
    let text = #"{"exporterDisplayName":"é😀漢","timestamp":"7"}"#
    let bytes =
      switch mark {
      case 2: Self.utf16(text, isLittle: true, mark: true)
      case 3: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      default: Array(text.utf8)
      }
    let finding = try CXFDecoder().decode(bytes).findings.first { $0.position.pointer == "/timestamp" }
    let units = "{\"exporterDisplayName\":\"é😀漢\",\"timestamp\":"
    #expect(finding?.position.byte == (mark == 2 ? 2 + units.utf16.count * 2 : mark + units.utf8.count))
  }

  @Test func aLoneSurrogateOfUTF16IsNotReplacedSilently() throws {
    let text = document(
      credential: #"{"type":"basic-auth","password":{"fieldType":"concealed-string","value":"a?b"}}"#)
    var bytes = Self.utf16(text, isLittle: true, mark: true)
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "?")))
    bytes[place] = 0x00
    bytes[place + 1] = 0xD8
    let result = try CXFDecoder().decode(bytes)
    #expect(result.findings.map(\.code).contains(.invalidUnicodeInSecret))
  }

  @Test func anOddNumberOfBytesIsACutFile() {
    let bytes = Self.utf16(Self.text, isLittle: true, mark: true).dropLast()
    let error = #expect(throws: JSONError.self) { try CXFDecoder().decode(Array(bytes)) }
    #expect(error?.code == .truncated)
  }

  @Test(arguments: [
    [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [], [0xEF, 0xBB], [0xFF], [0x00], [0x00, 0x00],
  ])
  func aMarkAloneIsNoDocument(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try CXFDecoder().decode(bytes) }
  }
}
