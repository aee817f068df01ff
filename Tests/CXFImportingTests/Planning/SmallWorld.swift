import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat

/// Makes vaults in which few sites, people and secrets occur, so that items meet: duplicates, contradictions, parts of
/// each other, copies with one thing changed.
struct SmallWorld {
  private var random: SeededGenerator
  private var number = 0
  /// What tells the sites and names of this world from those of another one.
  private let name: String
  let seedNumber: UInt64

  init(seed: UInt64, name: String = "w") {
    random = SeededGenerator(seed: seed)
    seedNumber = seed
    self.name = name
  }

  /// A document with one account, items in collections, some of them references to others.
  mutating func header(items count: Int, provider: String = "one.example", account: String = "acc") -> Header
  {
    var items: [Item] = []
    for _ in 0..<count {
      if let known = items.randomElement(using: &random), random.oneIn(4) {
        items.append(varied(known))
      } else {
        items.append(item())
      }
    }
    for index in items.indices where random.oneIn(12) {
      let other = random.pick(items)
      items[index].credentials.append(.itemReference(ItemReference(reference: LinkedItem(item: other.id))))
    }
    return Header(
      exporterRPID: Text(provider), exporterDisplayName: "World", timestamp: Timestamp(1_700_000_000),
      accounts: [
        Account(
          id: Identifier(Array(account.utf8)), username: Text("owner-\(name)"), email: "",
          collections: collections(of: items), items: items)
      ])
  }

  /// A later export of the same account: some items changed, some gone, some new.
  mutating func later(than header: Header) -> Header {
    var header = header
    var items = header.accounts[0].items.filter { _ in !random.oneIn(6) }
    for index in items.indices where random.oneIn(3) {
      let id = items[index].id
      items[index] = varied(items[index])
      items[index].id = id
    }
    for _ in 0..<random.int(0...3) { items.append(item()) }
    header.accounts[0].items = items
    return header
  }

  private mutating func collections(of items: [Item]) -> [ItemCollection] {
    ["Work", "Home", "Caf\u{E9}", "Cafe\u{301}"].enumerated().compactMap { index, title in
      guard !random.oneIn(4) else { return nil }
      let inner = ItemCollection(
        id: Identifier(Array("\(name)-c\(index)i".utf8)), title: "Inner",
        items: items.filter { _ in random.oneIn(8) }.map { LinkedItem(item: $0.id) })
      return ItemCollection(
        id: Identifier(Array("\(name)-c\(index)".utf8)),
        title: Text(name == "stranger" ? "Foreign \(title)" : title),
        items: items.filter { _ in random.oneIn(4) }.map { LinkedItem(item: $0.id) }
          + (random.oneIn(4) ? [LinkedItem(item: Identifier(Array("nowhere".utf8)))] : []),
        subcollections: random.oneIn(2) ? [inner] : [])
    }
  }

  private mutating func item() -> Item {
    number += 1
    var item = Item(
      id: Identifier(Array("\(name)-\(number)".utf8)), title: Text(random.pick(["Bank", "Mail", "Shop", ""])))
    item.createdAt = random.oneIn(2) ? Timestamp(UInt64(random.int(1_600_000_000...1_600_000_009))) : nil
    item.modifiedAt = random.oneIn(2) ? Timestamp(UInt64(random.int(1_650_000_000...1_650_000_009))) : nil
    item.isFavorite = random.oneIn(5)
    item.tags = (0..<random.int(0...2)).map { _ in Text(random.pick(["a", "b", "c"])) }
    if !random.oneIn(5) {
      item.scope = CredentialScope(urls: (0..<random.int(1...2)).map { _ in url() })
    }
    for _ in 0..<random.int(0...3) { item.credentials.append(credential()) }
    return item
  }

  private mutating func url() -> Text {
    Text(
      random.pick(["https://", "http://"]) + random.pick(["", "www.", "login."])
        + "\(random.pick(["s1", "s2", "s3"]))-\(name).example" + random.pick(["", "/", "/a"]))
  }

  private mutating func secret() -> String { random.pick(["p1", "p2", "e\u{301}3", "\u{E9}3"]) + name }

  private mutating func credential() -> Credential {
    func field(_ type: FieldType, _ value: String) -> EditableField {
      EditableField(fieldType: type, value: Text(value))
    }
    switch random.int(0...6) {
    case 0, 1, 2:
      return .basicAuth(
        BasicAuth(
          username: random.oneIn(6) ? nil : field(.string, random.pick(["ann", "bob"])),
          password: random.oneIn(8) ? nil : field(.concealedString, secret())))
    case 3:
      return .totp(
        TOTP(
          secret: Text(Base32.encode(Array("\(random.pick(["k1", "k2"]))-\(name)-secret".utf8))),
          issuer: Text(name)))
    case 4: return .note(Note(content: field(.string, "note \(random.int(1...3)) \(name)")))
    case 5:
      return .creditCard(
        CreditCard(
          number: field(
            .concealedString,
            "\(4_000_000_000_000_000 + name.utf8.reduce(0) { $0 * 31 + Int($1) } % 100_000 * 10 + random.int(0...1))"
          ),
          fullName: random.oneIn(2) ? nil : field(.string, random.pick(["Ann", "Bob"]))))
    default:
      return .customFields(
        CustomFields(fields: [
          EditableField(
            fieldType: .concealedString, value: Text(secret()), label: Text(random.pick(["pin", "code"])))
        ]))
    }
  }

  /// A copy with another identifier and at most a few things changed.
  private mutating func varied(_ item: Item) -> Item {
    var copy = item
    number += 1
    copy.id = Identifier(Array("\(name)-\(number)".utf8))
    for _ in 0..<random.int(0...2) {
      switch random.int(0...5) {
      case 0: copy.title = Text(random.pick(["Bank", "Post", ""]))
      case 1: copy.scope = CredentialScope(urls: (copy.scope?.urls ?? []) + [url()])
      case 2: copy.credentials.append(credential())
      case 3: copy.tags.append(Text(random.pick(["d", "e"])))
      case 4: copy.modifiedAt = Timestamp(UInt64(random.int(1_660_000_000...1_660_000_009)))
      default:
        for index in copy.credentials.indices {
          if case .basicAuth(var login) = copy.credentials[index] {
            login.password = EditableField(fieldType: .concealedString, value: Text(secret()))
            copy.credentials[index] = .basicAuth(login)
          }
        }
      }
    }
    return copy
  }
}
