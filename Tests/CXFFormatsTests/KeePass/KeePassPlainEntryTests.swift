import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// The short way of plain logins says what the long one says.
@Suite struct KeePassPlainEntryTests {
  private static let texts: [Text] = [
    "", "a", "nora@mail.example", " outer ", "a\nb", "a\r\nb", "e\u{301}\u{E9}", "{REF:P@I:00}",
    "\u{1F469}\u{200D}",
    "<&>\"'", "a, b", "tab\there",
  ]
  private static let addresses: [Text] = [
    "", "https://a.example/", "http://a.example", "https://a.example/Path/x_1-2.html", "https://A.example/",
    "https://127.0.0.1/", "https://a.example:8443/", "a.example", "androidapp://x", "https://a.example/?q=1",
    "https://a.example/ b", "https://localhost/", "https://a..example/", "https://xn--bcher-kva.example/",
  ]

  private static func items() -> [Item] {
    var generator = SeededGenerator(seed: 5)
    return (0..<3000).map { number in
      func text() -> Text { texts.randomElement(using: &generator) ?? "" }
      func chance() -> Bool { Bool.random(using: &generator) }
      var item = Item(
        id: Identifier((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }), title: text())
      if number % 7 == 0 { item.id = Identifier([UInt8(truncatingIfNeeded: number), 1]) }
      if chance() { item.createdAt = Timestamp(chance() ? 1_700_000_000 : 0) }
      if chance() { item.modifiedAt = Timestamp(chance() ? 1_700_000_001 : 99_999_999_999) }
      if chance() { item.scope = CredentialScope(urls: [addresses.randomElement(using: &generator) ?? ""]) }
      if chance() {
        item.credentials.append(
          .basicAuth(
            BasicAuth(
              username: chance() ? EditableField(fieldType: .string, value: text()) : nil,
              password: chance() ? EditableField(fieldType: .concealedString, value: text()) : nil)))
      }
      if chance() {
        item.credentials.append(.note(Note(content: EditableField(fieldType: .string, value: text()))))
      }
      if number % 11 == 0 { item.credentials.reverse() }
      if number % 13 == 0 { item.isFavorite = true }
      return item
    }
  }

  @Test func writingIsTheSame() {
    var short = 0
    for item in Self.items() {
      guard let content = KeePassEntryContent.plainContent(of: item) else { continue }
      short += 1
      #expect(content == KeePassEntryContent.fullContent(of: item))
    }
    #expect(short > 300)
  }

  @Test func readingIsTheSame() {
    var short = 0
    for item in Self.items() {
      var content = KeePassEntryContent.fullContent(of: item)
      for pass in 0..<2 {
        if let read = KeePassEntryContent.plainItem(from: content) {
          short += 1
          #expect(read == KeePassEntryContent.readItem(from: content))
        }
        // Also without what was kept beside it, as an entry of another program.
        if pass == 0 { content.customData = [] }
      }
    }
    #expect(short > 600)
  }
}
