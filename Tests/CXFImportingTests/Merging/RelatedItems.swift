import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat

/// Makes pairs of items that have something to do with each other: variations of one item, from small pools of values, so
/// that all rules of matching and merging meet.
struct RelatedItems {
  var documents: DocumentGenerator

  init(seed: UInt64) { documents = DocumentGenerator(seed: seed) }

  mutating func pair() -> (Item, Item) {
    let item = self.item()
    return (vary(item), vary(item))
  }

  mutating func item() -> Item {
    var item = documents.item()
    if documents.random.oneIn(2) { item.title = documents.random.pick(["Shop", "SHOP", "", "Bank"]) }
    for _ in 0..<documents.random.int(0...3) { item.credentials.append(credential()) }
    for _ in 0..<documents.random.int(0...3) { addAddress(&item) }
    for _ in 0..<documents.random.int(0...2) { addExtension(&item) }
    return item
  }

  mutating func vary(_ original: Item) -> Item {
    var item = original
    if documents.random.oneIn(2) { item.id = documents.identifier() }
    for _ in 0..<documents.random.int(0...5) { change(&item) }
    return item
  }

  private mutating func change(_ item: inout Item) {
    switch documents.random.int(0...16) {
    case 0: item.title = documents.random.pick(["Shop", "shop", "", "Bank"])
    case 1: item.subtitle = documents.random.pick([nil, "", "one", "two"])
    case 2: item.isFavorite.toggle()
    case 3: item.tags.append(documents.random.pick(["", "red", "blue", "e\u{301}", "é"]))
    case 4: item.scope = nil
    case 5, 6: addAddress(&item)
    case 7: item.modifiedAt = documents.random.pick([nil, Timestamp(5), Timestamp(9), Timestamp(12)])
    case 8: item.createdAt = documents.random.pick([nil, Timestamp(1), Timestamp(3)])
    case 9, 10: item.credentials.append(credential())
    case 11: if !item.credentials.isEmpty { item.credentials.removeFirst() }
    case 12: item.credentials.shuffle(using: &documents.random)
    case 13: item.unknown = documents.unknown()
    case 14: addExtension(&item)
    case 15: if !item.extensions.isEmpty { item.extensions.removeLast() }
    default: changeFields(&item)
    }
  }

  /// Empties, fills or changes fields here and there.
  private mutating func changeFields(_ item: inout Item) {
    for index in item.credentials.indices {
      switch item.credentials[index] {
      case .basicAuth(var login):
        if documents.random.oneIn(2) { login.username = username() }
        if documents.random.oneIn(2) { login.password = password() }
        item.credentials[index] = .basicAuth(login)
      case .creditCard(var card):
        card.pin = documents.random.pick([nil, EditableField(fieldType: .concealedString, value: "1234")])
        if documents.random.oneIn(3) { card.expiryDate = documents.anyField(.yearMonth) }
        item.credentials[index] = .creditCard(card)
      case .passkey(var passkey):
        if documents.random.oneIn(2) { passkey.key = OpaqueBytes(documents.random.bytes(8...8)) }
        item.credentials[index] = .passkey(passkey)
      case .customFields(var group):
        group.fields.append(documents.anyField(.string))
        item.credentials[index] = .customFields(group)
      case .address(var address):
        address.city = documents.random.pick([nil, EditableField(value: "Cluj"), EditableField(value: "")])
        item.credentials[index] = .address(address)
      default: break
      }
    }
  }

  private mutating func addAddress(_ item: inout Item) {
    var scope = item.scope ?? CredentialScope()
    scope.urls.append(
      documents.random.pick([
        "https://shop.example/", "http://www.shop.example/login", "https://shop.example:8443/", "192.0.2.1",
        "https://other.example/", "androidapp://com.example.app", "words", "https://",
      ]))
    if documents.random.oneIn(4) { scope.androidApps.append(AndroidApp(bundleID: "com.example.app")) }
    item.scope = scope
  }

  private mutating func username() -> EditableField? {
    documents.random.pick([
      nil, EditableField(value: ""), EditableField(value: "ana"), EditableField(value: "bob"),
      EditableField(id: Identifier([1]), value: "ana", label: "login"),
    ])
  }

  private mutating func password() -> EditableField? {
    documents.random.pick([
      nil, EditableField(fieldType: .concealedString, value: "p1"),
      EditableField(fieldType: .concealedString, value: "p2"),
      EditableField(id: Identifier([2]), fieldType: .concealedString, value: "p3"),
    ])
  }

  private mutating func credential() -> Credential {
    switch documents.random.int(0...8) {
    case 0, 1, 2: .basicAuth(BasicAuth(username: username(), password: password()))
    case 3:
      .totp(
        TOTP(
          secret: documents.random.pick(["AAAA", "aa aa", "BBBB"]),
          username: documents.random.pick([nil, "ana", "bob"]), issuer: documents.random.pick([nil, "Shop"])))
    case 4:
      .passkey(
        Passkey(
          credentialID: OpaqueBytes([documents.random.pick([1, 2])]), rpID: "shop.example",
          username: documents.random.pick(["", "ana"]), userHandle: OpaqueBytes([7]),
          key: OpaqueBytes([documents.random.pick([3, 4])])))
    case 5:
      .creditCard(
        CreditCard(
          number: EditableField(value: documents.random.pick(["4111 1111", "41111111", "5"])),
          verificationNumber: documents.random.pick([nil, EditableField(value: "123")]),
          expiryDate: documents.random.pick([nil, EditableField(fieldType: .yearMonth, value: "2030-01")])))
    case 6: .note(Note(content: EditableField(value: documents.random.pick(["", "first", "second"]))))
    case 7:
      .customFields(
        CustomFields(
          label: documents.random.pick([nil, "More"]),
          fields: (0..<documents.random.int(0...3)).map { _ in
            EditableField(
              fieldType: .string, value: documents.random.pick(["", "1", "2"]),
              label: documents.random.pick([nil, "a", "b"]))
          }))
    default: documents.credential()
    }
  }

  private mutating func addExtension(_ item: inout Item) {
    let number = UInt64(documents.random.int(1...3))
    let kind = documents.random.pick([
      ToolkitExtension.state, .history, .matchRules, .passkeys, .reprompt,
    ])
    guard !item.extensions.contains(where: { $0.name == Text(kind.rawValue) }) else { return }
    let isArchived = documents.random.oneIn(2)
    item.extensions.append(
      kind.make { writer in
        switch kind {
        case .state:
          writer.name(isArchived ? "archivedAt" : "deletedAt")
          writer.unsigned(number)
        case .history:
          writer.name("passwords")
          writer.fragment(Array(#"[{"password":"p\#(number)","usedAt":\#(number)}]"#.utf8))
        case .matchRules:
          writer.name("addresses")
          writer.fragment(Array(#"[{"url":"https://shop.example/","match":\#(number)}]"#.utf8))
        case .passkeys:
          writer.name("passkeys")
          writer.fragment(Array(#"[{"credentialId":"AQ","counter":"\#(number)"}]"#.utf8))
        default:
          writer.name("required")
          writer.boolean(isArchived)
        }
      })
  }
}
