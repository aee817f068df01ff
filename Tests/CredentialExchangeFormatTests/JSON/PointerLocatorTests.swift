import CredentialExchangeFormat
import Testing

@Suite struct PointerLocatorTests {
  private func position(of needle: String, in text: String) throws -> SourcePosition {
    let bytes = Array(text.utf8)
    let wanted = Array(needle.utf8)
    let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) })
    return try #require(PointerLocator.locate([offset], in: bytes).first)
  }

  @Test(arguments: [
    ("1", "/a"), ("22", "/b/0"), ("33", "/b/1/c"), (#""d"#, "/b/1/d"), ("44", "/b/2/0/0"), ("55", "/~1~0"),
    ("66", "/~01"), ("77", "/"), ("88", "/é"), ("99", "/q\"x"), ("{\"c\"", "/b/1"), ("[22", "/b"),
    ("{\"a\"", ""),
  ])
  func namesTheValue(needle: String, pointer: String) throws {
    let text =
      #"{"a":1,"b":[22,{"c":33,"d":"d"},[[44]]],"/~":55,"~1":66,"":77,"\u00e9":88,"q\"x":99}"#
    #expect(try position(of: needle, in: text).pointer == pointer)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func countsLinesOfEveryEnding(ending: String) throws {
    let text = ["{", "\"a\": [", "  1,", "", " 2]}"].joined(separator: ending)
    let one = try position(of: "1,", in: text)
    #expect(one.line == 3 && one.column == 3 && one.pointer == "/a/0")
    let two = try position(of: "2]", in: text)
    #expect(two.line == 5 && two.column == 2 && two.pointer == "/a/1")
  }

  @Test func columnsAreBytes() throws {
    let place = try position(of: "7", in: #"{"é😀":7}"#)
    #expect(place.line == 1 && place.column == 11 && place.byte == 10)
  }

  @Test func keepsTheOrderOfItsQuestions() {
    let text = Array("[10,20,30]".utf8)
    let positions = PointerLocator.locate([7, 1, 4, 4], in: text)
    #expect(positions.map(\.pointer) == ["/2", "/0", "/1", "/1"])
  }

  @Test func findsWhatStandsBeforeABreak() {
    let positions = PointerLocator.locate([2, 9], in: Array(#"[{},1,"#.utf8))
    #expect(positions.count == 2)
  }

  @Test func locatesNothingInNothing() {
    #expect(PointerLocator.locate([], in: []).isEmpty)
    #expect(PointerLocator.locate([3], in: []).map(\.pointer) == [nil])
  }
}
