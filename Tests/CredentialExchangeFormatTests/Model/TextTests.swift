import CredentialExchangeFormat
import Testing

@Suite struct TextTests {
  private static let pairs: [(String, String)] = [
    ("é", "e\u{301}"), ("\r\n", "\r"), ("Å", "\u{212B}"), ("a", "A"), ("", "\u{0}"),
    ("한", "\u{1112}\u{1161}\u{11AB}"),
    ("a", "a "), ("\u{FEFF}a", "a"), ("ﬁ", "fi"),
  ]

  @Test(arguments: pairs)
  func differentBytesAreDifferentTexts(left: String, right: String) {
    #expect(Text(left) != Text(right))
    #expect(Set([Text(left), Text(right)]).count == 2)
    #expect(
      BasicAuth(password: EditableField(value: Text(left)))
        != BasicAuth(password: EditableField(value: Text(right))))
    #expect(FieldType(name: left) != FieldType(name: right))
    #expect((Text(left) < Text(right)) != (Text(right) < Text(left)))
  }

  @Test(arguments: [
    "", "a", "é", "e\u{301}", "a longer text that is stored on the heap, with é in it", "\u{0}",
  ])
  func sameBytesAreOneText(string: String) {
    let copy = Text(String(decoding: Array(string.utf8), as: UTF8.self))
    #expect(Text(string) == copy)
    #expect(Text(string).hashValue == copy.hashValue)
    #expect(!(Text(string) < copy))
  }

  @Test func ordersByBytes() {
    let sorted = (["b", "a", "é", "e\u{301}", "Z", ""] as [Text]).sorted()
    #expect(sorted == ["", "Z", "a", "b", "e\u{301}", "é"])
  }
}
