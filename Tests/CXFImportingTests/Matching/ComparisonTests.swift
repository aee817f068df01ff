import CXFFormats
import CXFImporting
import CXFVaults
import CredentialExchangeFormat
import Testing

@Suite struct ComparisonTests {
  static let list = PublicSuffixList()
  static let maker = MatchKeyMaker(digestKey: Array(0..<32), domains: list)

  static func login(
    _ username: Text?, _ password: Text?, _ urls: [Text] = ["https://shop.example/"], title: Text = "Shop"
  ) -> Item {
    Item(
      id: Identifier([1]), title: title, scope: urls.isEmpty ? nil : CredentialScope(urls: urls),
      credentials: [
        .basicAuth(
          BasicAuth(
            username: username.map { EditableField(value: $0) },
            password: password.map { EditableField(fieldType: .concealedString, value: $0) }))
      ])
  }

  static func compare(_ left: Item, _ right: Item) -> Comparison {
    Comparison.compare(left, right, domains: list)
  }

  private let base = login("ana", "p1")

  @Test func datesAndIdentifiersDoNotCount() {
    var other = base
    other.id = Identifier([9])
    other.modifiedAt = Timestamp(7)
    other.credentials = [
      .basicAuth(
        BasicAuth(
          username: EditableField(id: Identifier([5]), value: "ana"),
          password: EditableField(fieldType: .concealedString, value: "p1")))
    ]
    #expect(Self.compare(base, other).grade == .same)
    #expect(Self.compare(base, other).isProven)
  }

  @Test func theSameLoginAtTheSameDomainIsTheSameCredential() {
    let other = Self.login("ana", "p1", ["http://www.shop.example/login"], title: "Other")
    let comparison = Self.compare(base, other)
    #expect(comparison.grade == .sameCredential)
    #expect(comparison.reason == "the same user name and password at shop.example")
    #expect(comparison.isProven)
  }

  @Test(arguments: [
    Self.login("ana", "p2"), Self.login("ana", "p1 "), Self.login("ana", nil),
  ])
  func anotherPasswordIsTheSameAccount(_ other: Item) {
    let comparison = Self.compare(base, other)
    #expect(comparison.grade == .sameAccount)
    #expect(!comparison.isProven)
    #expect(!comparison.reason.contains("p1"))
  }

  @Test(arguments: [
    Self.login("Ana", "p1", title: "X"), Self.login("", "p1", title: "X"), Self.login(nil, "p1", title: "X"),
    Self.login("ana", "p1", ["https://other.example/"], title: "X"), Self.login("ana", "p1", [], title: "X"),
    Self.login("ana", "p1", ["https://shop.example:8443/"], title: "X"),
  ])
  func anotherUserOrSiteHasNothingInCommon(_ other: Item) {
    #expect(Self.compare(base, other).grade == .none)
    #expect(Self.compare(base, other).isProven)
  }

  @Test func emptyUserNamesMatchOnlyEmptyOnes() {
    let none = Self.login(nil, "p1", title: "A")
    #expect(Self.compare(none, Self.login("", "p1", title: "B")).grade == .sameCredential)
    #expect(Self.compare(none, Self.login("", "p2", title: "B")).grade == .sameAccount)
  }

  @Test func titlesAloneNeverDecide() {
    let left = Item(title: "Shop")
    #expect(Self.compare(left, Item(title: "shop", tags: ["x"])).grade == .none)
    let note = Item(title: "N", credentials: [.note(Note(content: EditableField(value: "a")))])
    var other = note
    other.credentials = [.note(Note(content: EditableField(value: "b")))]
    #expect(Self.compare(note, other).grade == .similar)
    other = note
    other.tags = ["x"]
    #expect(Self.compare(note, other).grade == .sameCredential)
  }

  @Test func credentialsOfOtherKindsAreFoundByWhatTheyAre() {
    func item(_ credential: Credential, _ title: Text) -> Item {
      Item(title: title, credentials: [credential])
    }
    func grade(_ left: Credential, _ right: Credential) -> Comparison {
      Self.compare(item(left, "a"), item(right, "b"))
    }
    let key = Passkey(
      credentialID: OpaqueBytes([1]), rpID: "a.example", userHandle: OpaqueBytes([2]), key: OpaqueBytes([3]))
    var other = key
    other.key = OpaqueBytes([4])
    #expect(grade(.passkey(key), .passkey(other)).grade == .sameCredential)
    #expect(!grade(.passkey(key), .passkey(other)).isProven)
    other.credentialID = OpaqueBytes([9])
    #expect(grade(.passkey(key), .passkey(other)).grade == .sameAccount)
    other.rpID = "b.example"
    #expect(grade(.passkey(key), .passkey(other)).grade == .none)
    let card = CreditCard(number: EditableField(value: "4111 1111-1"))
    let same = CreditCard(number: EditableField(value: "411111111"), pin: EditableField(value: "1"))
    #expect(grade(.creditCard(card), .creditCard(same)).grade == .sameCredential)
    #expect(grade(.totp(TOTP(secret: "aaaa bbbb")), .totp(TOTP(secret: "AAAABBBB"))).grade == .sameCredential)
    #expect(grade(.totp(TOTP(secret: "AAAABBBB")), .totp(TOTP(secret: "AAAABBBB", digits: 8))).grade == .none)
  }

  @Test func itemsInTheTrashMatchOnlySuch() throws {
    var trashed = base
    trashed.extensions = [
      ToolkitExtension.state.make {
        $0.name("deleted")
        $0.boolean(true)
      }
    ]
    #expect(Self.compare(base, trashed).grade == .none)
    #expect(Self.compare(trashed, trashed).grade == .same)
    let keys = try Self.maker.keys(of: base).packed
    #expect(Set(keys.values).isDisjoint(with: try Self.maker.keys(of: trashed).packed.values))
  }

  @Test func keysDependOnTheSecretOfTheVaultAndTheSchemeOnTheList() throws {
    let other = MatchKeyMaker(digestKey: Array(1..<33), domains: Self.list)
    let keys = try Self.maker.keys(of: base)
    #expect(keys != (try other.keys(of: base)))
    #expect(keys == (try Self.maker.keys(of: base)))
    #expect(Self.maker.scheme != MatchKeyMaker(digestKey: [], domains: .none).scheme)
  }

  @Test func keysGrowLinearly() throws {
    func keys(_ count: Int) throws -> Int {
      let urls = (0..<count).map { Text("https://s\($0).example/") }
      var item = Self.login("ana", "p1", urls)
      item.credentials = (0..<count).flatMap { Self.login(Text("u\($0)"), "p").credentials }
      return try Self.maker.keys(of: item).packed.values.count
    }
    #expect(try keys(400) < 3 * keys(200))
  }

  @Test func aSecretThatCameInWithoutProofProvesNothing() throws {
    var passkeyOnly = base
    let key = Passkey(credentialID: OpaqueBytes([1]), rpID: "shop.example", key: OpaqueBytes([3]))
    passkeyOnly.credentials.append(.passkey(key))
    var planted = key
    planted.key = OpaqueBytes([4])
    let hostile = Item(
      id: Identifier([6]), scope: CredentialScope(urls: ["https://evil.example/"]),
      credentials: [.passkey(planted), .totp(TOTP(secret: "AAAA"))])
    let merger = ItemMerger(keys: Self.maker)
    var item = passkeyOnly
    for _ in 0..<2 {
      let comparison = Self.compare(item, hostile)
      #expect(comparison.grade == .sameCredential)
      #expect(!comparison.isProven)
      item = try merger.merge(hostile, into: item, comparison: comparison).item
    }
    #expect(item.scope == base.scope)
  }
}
