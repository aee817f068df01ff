import CXFFormats
import CredentialExchangeFormat
import Testing

/// Texts are found where they stand in an encoded item, and nowhere else.
@Suite struct EncodedLeavesTests {
  private static let item = Item(
    id: Identifier([1, 2, 3]), title: "T\u{E9} \"q\"",
    scope: CredentialScope(urls: ["https://a.example/", "https://b.example/"]),
    credentials: [
      .basicAuth(
        BasicAuth(
          username: EditableField(id: Identifier([7]), value: "u", label: "l"),
          password: EditableField(fieldType: .concealedString, value: "p\\\n\u{1F600}"))),
      .note(Note(content: EditableField(value: "n"))),
    ])
  private static let encoded = CXFEncoder().encode(item)
  private static let texts: [PlacedText] = [
    PlacedText("title", "T\u{E9} \"q\""), PlacedText("scope.urls", "https://b.example/"),
    PlacedText("basic-auth.username", "u"), PlacedText("basic-auth.username.label", "l"),
    PlacedText("basic-auth.password", "p\\\n\u{1F600}"), PlacedText("note.content", "n"),
  ]

  @Test func whatStandsIsFound() {
    #expect(EncodedLeaves.hold(Self.texts, Self.encoded))
    #expect(EncodedLeaves.hold([], Self.encoded))
    // Two values of the source may be one text.
    #expect(EncodedLeaves.hold(Self.texts + Self.texts, Self.encoded))
  }

  @Test(arguments: [
    PlacedText("title", "Te\u{301} \"q\""), PlacedText("title", ""), PlacedText("title", "T"),
    PlacedText("basic-auth.username", "p\\\n\u{1F600}"), PlacedText("basic-auth.username", "l"),
    PlacedText("basic-auth.username", "string"), PlacedText("basic-auth.username.value", "u"),
    PlacedText("username", "u"), PlacedText("note", "n"), PlacedText("basic-auth.note", "n"),
    PlacedText("scope.urls", "https://a.example"), PlacedText("subtitle", "n"),
  ])
  func oneTextThatDoesNotStandIsEnough(_ text: PlacedText) {
    #expect(!EncodedLeaves.hold(Self.texts + [text], Self.encoded))
    #expect(!EncodedLeaves.hold([text], Self.encoded))
  }

  @Test func whatIsCutOffHoldsNothing() {
    for count in Self.encoded.indices {
      #expect(!EncodedLeaves.hold(Self.texts, Array(Self.encoded[..<count])))
    }
  }

  @Test func oneChangedByteOfAPasswordIsNoticed() throws {
    var changed = Self.item
    changed.credentials[0] = .basicAuth(
      BasicAuth(
        username: EditableField(value: "u", label: "l"),
        password: EditableField(fieldType: .concealedString, value: "p\\\n\u{1F601}")))
    #expect(!EncodedLeaves.hold(Self.texts, CXFEncoder().encode(changed)))
  }

  @Test func moreTextsThanThereAreBitsForAreLeftToOthers() {
    let texts = Array(repeating: Self.texts[0], count: 65)
    #expect(!EncodedLeaves.hold(texts, Self.encoded))
    #expect(EncodedLeaves.hold(Array(texts.prefix(64)), Self.encoded))
  }
}
