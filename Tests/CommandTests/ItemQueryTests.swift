import CXFCommandLine
import CXFCommands
import CXFVaults
import CredentialExchangeFormat
import Testing

@Suite struct ItemQueryTests {
  private static let top = VaultCollection(
    collection: ItemCollection(id: Identifier([1]), title: "Work"), parent: nil)
  private static let inner = VaultCollection(
    collection: ItemCollection(id: Identifier([2]), title: "Big Clients"), parent: Identifier([1]))
  private static let tree = CollectionTree([inner, top])

  private static let login = VaultItem(
    item: Item(
      id: Identifier([9]), title: "Café Example",
      scope: CredentialScope(urls: ["https://Login.Example.com:8443/a?b", "not an address"]),
      credentials: [
        .basicAuth(
          BasicAuth(username: EditableField(value: "Alice@mail.test"), password: EditableField(value: "pw"))),
        .note(Note(content: EditableField(value: "hidden words"))),
      ], tags: ["Red Tag"]),
    collections: [Identifier([2])])

  private static let passkey = VaultItem(
    item: Item(
      id: Identifier([8]), title: "Key",
      credentials: [.passkey(Passkey(credentialID: OpaqueBytes([1]), rpID: "rp.test", username: "bob"))]))

  private func matches(_ words: [String], _ item: VaultItem = login) throws -> Bool {
    try ItemQuery.parse(words).matches(item, collections: Self.tree)
  }

  @Test(arguments: [
    "", "type:basic-auth", "type:BASIC-AUTH", "type:note", "tag:\"red tag\"", "collection:Work",
    "domain:com.", "collection:\"Work/Big Clients\"", "domain:example.com", "domain:EXAMPLE.com.",
    "domain:login.example.com",
    "title:caf", "title:\"fé ex\"", "alice", "MAIL.test", "login.example.com:8443", "https://login",
    "\"not an\"",
    "-type:passkey", "-tag:blue -domain:xample.com", "exam type:note -bob", "TYPE:note",
  ])
  func findsTheItem(_ query: String) throws {
    #expect(try matches([query]))
  }

  @Test(arguments: [
    "type:basic", "type:passkey", "tag:red", "tag:blue", "collection:\"Big Clients\"", "collection:Wor",
    "collection:work/",
    "domain:xample.com", "domain:a.login.example.com", "title:alice", "hidden", "pw", "-alice",
    "-type:note", "alice bob", "CAFÉ",
  ])
  func findsItNot(_ query: String) throws {
    #expect(try !matches([query]))
  }

  @Test func passkeysHaveADomainAndAUserName() throws {
    #expect(try matches(["domain:rp.test", "bob"], Self.passkey))
    #expect(try !matches(["domain:example.com"], Self.passkey))
  }

  @Test func wordsAndBlanksSeparateTerms() throws {
    #expect(
      try ItemQuery.parse(["type:totp  -\"a b\"", "tag:x\tc"]).terms == [
        .init(.type, "totp"), .init(.word, "a b", isNegated: true), .init(.tag, "x"), .init(.word, "c"),
      ])
    #expect(try ItemQuery.parse([]).isEmpty)
    #expect(try ItemQuery.parse([#"title:"say \"\\\" \n""#]).terms == [.init(.title, #"say "\" \n"#)])
    // Another spelling of the same letter is another text.
    #expect(try ItemQuery.parse(["e\u{301}"]).terms != ItemQuery.parse(["\u{E9}"]).terms)
  }

  @Test(arguments: [
    ("tag:\"abc", QueryError.Reason.openQuote, 5), ("\"a\"b", .textAfterQuote, 4),
    ("x tag:", .nothingThere, 3),
    ("-", .nothingThere, 1), ("a - b", .nothingThere, 3), ("tag:\"\"", .nothingThere, 1),
    ("tpye:passkey", .unknownKey("tpye"), 1), ("é -colour:red", .unknownKey("colour"), 5),
  ])
  func aMistakeHasAPlace(_ word: String, _ reason: QueryError.Reason, _ column: Int) {
    let expected = QueryError(reason, word: word, column: column)
    #expect(throws: expected) { try ItemQuery.parse(["fine", word]) }
    #expect(expected.exitCode == .usage)
    #expect(expected.message.contains("column \(column)"))
  }

  @Test func collectionsInACircleAreFoundOnce() {
    let tree = CollectionTree([
      VaultCollection(collection: ItemCollection(id: Identifier([1]), title: "A"), parent: Identifier([2])),
      VaultCollection(collection: ItemCollection(id: Identifier([2]), title: "B"), parent: Identifier([1])),
      VaultCollection(collection: ItemCollection(id: Identifier([3]), title: "C"), parent: Identifier([7])),
    ])
    let nested = tree.nested(linking: [])
    func count(_ collections: [ItemCollection]) -> Int {
      collections.reduce(0) { $0 + 1 + count($1.subcollections) }
    }
    #expect(count(nested) == 3)
    #expect(tree.path(to: Identifier([3])) == "C")
    #expect(tree.path(to: Identifier([4])) == nil)
  }
}
