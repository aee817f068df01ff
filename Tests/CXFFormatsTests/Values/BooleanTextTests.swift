import CXFFormats
import Testing

@Suite struct BooleanTextTests {
  @Test(arguments: ["true", "TRUE", "True", "1", "yes", "Yes", " yes\n"])
  func readsTrue(text: String) { #expect(BooleanText.parse(text) == .value(true)) }

  @Test(arguments: ["false", "FALSE", "0", "no", "No", "\tno"])
  func readsFalse(text: String) { #expect(BooleanText.parse(text) == .value(false)) }

  @Test(arguments: ["y", "on", "2", "01", "ja", "true false", "tru\u{0}", "ye\u{301}s"])
  func refusesOtherWords(text: String) { #expect(BooleanText.parse(text) == .refused(.unknownWord)) }

  @Test func readsNothingAsAbsent() {
    #expect(BooleanText.parse("") == .absent)
    #expect(BooleanText.parse(" \r\n") == .absent)
  }

  @Test(arguments: [true, false])
  func comesBack(value: Bool) { #expect(BooleanText.parse(BooleanText.encode(value)) == .value(value)) }
}
