import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Entries that were changed in another program after we wrote them: what they say counts, and the rest is still there.
@Suite struct KeePassEditTests {
  private static let loginID = Identifier([7, 7])

  /// Ids, labels and unknown members that KeePass has no place for, beside what it has.
  private var item: Item {
    var unknown = UnknownMembers()
    unknown.append(Array(#""x1":1.50"#.utf8))
    var username = EditableField(id: Self.loginID, fieldType: .string, value: "ada")
    username.unknown = unknown
    var item = Item(
      id: Identifier(Array("a long identifier".utf8)), createdAt: Timestamp(1_700_000_000),
      modifiedAt: Timestamp(1_700_000_100), title: "Mill", isFavorite: true,
      credentials: [
        .basicAuth(
          BasicAuth(
            username: username, password: EditableField(fieldType: .concealedString, value: "old-password"))),
        .creditCard(
          CreditCard(
            number: EditableField(id: Identifier([9]), fieldType: .concealedString, value: "4111"),
            pin: EditableField(fieldType: .concealedString, value: "0000"))),
        .totp(TOTP(secret: "GEZDGNBVGY3TQOJQ", username: "", issuer: nil)),
        .customFields(
          CustomFields(
            id: Identifier([5]), label: "Group",
            fields: [EditableField(id: Identifier([6]), fieldType: .concealedString, value: "v", label: "L")])
        ),
      ], tags: ["a;b"])
    item.unknown = unknown
    return item
  }

  private func edited(_ edit: (inout KeePassEntryContent) -> Void) -> Item {
    var content = KeePassEntryContent.content(of: item)
    edit(&content)
    return KeePassEntryContent.item(from: content)
  }

  private func set(_ key: Text, _ value: Text?, _ content: inout KeePassEntryContent) {
    if let index = content.fields.firstIndex(where: { $0.key == key }) {
      if let value { content.fields[index].value = value } else { content.fields.remove(at: index) }
    } else if let value {
      content.fields.append(.init(key: key, value: value))
    }
  }

  @Test func theItemHasWhatIsKept() { #expect(edited { _ in } == item) }

  @Test func aChangedPasswordIsThePassword() {
    var wanted = item
    wanted.credentials[0] = .basicAuth(
      BasicAuth(
        username: login(item)?.username, password: EditableField(fieldType: .concealedString, value: "new")))
    #expect(edited { set("Password", "new", &$0) } == wanted)
  }

  private func login(_ item: Item) -> BasicAuth? {
    if case .basicAuth(let login)? = item.credentials.first { login } else { nil }
  }

  @Test func aChangedTitleAndTimeCount() {
    var wanted = item
    wanted.title = "Bakery"
    wanted.modifiedAt = Timestamp(1_700_000_999)
    let back = edited {
      set("Title", "Bakery", &$0)
      $0.modified = 1_700_000_999
    }
    #expect(back == wanted)
  }

  @Test func aRemovedFieldIsGoneAndItsNeighboursAreNot() {
    var wanted = item
    wanted.credentials[1] = .creditCard(
      CreditCard(pin: EditableField(fieldType: .concealedString, value: "0000")))
    #expect(edited { set("Card number", nil, &$0) } == wanted)
    wanted.credentials.remove(at: 1)
    #expect(
      edited {
        set("Card number", nil, &$0)
        set("Card PIN", nil, &$0)
      } == wanted)
  }

  @Test func aChangedCodeIsTheCode() {
    let back = edited {
      set("otp", "otpauth://totp/x:y?secret=JBSWY3DPEHPK3PXP&issuer=x&period=60&digits=8", &$0)
    }
    #expect(
      back.credentials[2]
        == .totp(TOTP(secret: "JBSWY3DPEHPK3PXP", period: 60, digits: 8, username: "y", issuer: "x")))
    #expect(back.credentials.count == item.credentials.count)
    #expect(edited { set("otp", nil, &$0) }.credentials.count == item.credentials.count - 1)
  }

  /// What a passkey cannot be without, taken away: the rest is there still, the private key before all.
  @Test(arguments: ["KPEX_PASSKEY_CREDENTIAL_ID", "KPEX_PASSKEY_PRIVATE_KEY_PEM"] as [Text])
  func whatIsLeftOfABrokenPasskeyStays(_ missing: Text) {
    let passkey = Passkey(
      credentialID: OpaqueBytes([1, 2, 3]), rpID: "mill.example", username: "ada", userDisplayName: "Ada L.",
      userHandle: OpaqueBytes([4, 5, 6]), key: OpaqueBytes(Array(0..<48)))
    var content = KeePassEntryContent.content(
      of: Item(
        id: Identifier(Array("a long identifier".utf8)), title: "Mill", credentials: [.passkey(passkey)]))
    #expect(content.customData.count == 1)
    // The flags were made here, and say nothing of the passkey.
    let left = content.fields.filter {
      $0.key != missing && $0.key.utf8.starts(with: "KPEX_PASSKEY".utf8)
        && !$0.key.utf8.starts(with: "KPEX_PASSKEY_FLAG".utf8)
    }
    content.fields.removeAll { $0.key == missing }
    let item = KeePassEntryContent.item(from: content)
    let values = item.credentials.flatMap { credential -> [Text] in
      if case .customFields(let group) = credential { group.fields.map(\.value) } else { [] }
    }
    #expect(!left.isEmpty)
    for field in left { #expect(values.contains(field.value), "\(field.key.string)") }
    #expect(!item.credentials.contains { if case .passkey = $0 { true } else { false } })
  }

  @Test func changedTagsCount() {
    let back = edited { $0.tags = "c;Favorite" }
    #expect(back.tags == ["c"])
    #expect(back.isFavorite)
    #expect(!edited { $0.tags = "" }.isFavorite)
    #expect(edited { _ in }.tags == ["a;b"])
  }

  @Test func whatWasAddedIsReadLikeAnythingElse() {
    let back = edited {
      set("New", "n", &$0)
      set("Notes", "a note", &$0)
      set("URL", "https://mill.example", &$0)
    }
    #expect(back.scope?.urls == ["https://mill.example"])
    #expect(
      back.credentials.contains(.note(Note(content: EditableField(fieldType: .string, value: "a note")))))
    #expect(back.credentials.starts(with: item.credentials))
    let fields = back.credentials.compactMap { if case .customFields(let group) = $0 { group } else { nil } }
    #expect(fields.last?.fields.map(\.label) == ["New"])
  }

  @Test func aPasswordThatIsAddedGoesIntoTheLogin() {
    var bare = item
    bare.credentials = [
      .basicAuth(BasicAuth(username: EditableField(id: Self.loginID, fieldType: .string, value: "ada")))
    ]
    var content = KeePassEntryContent.content(of: bare)
    set("Password", "added", &content)
    let back = KeePassEntryContent.item(from: content)
    #expect(back.credentials.count == 1)
    #expect(login(back)?.password?.value == "added")
    #expect(login(back)?.username?.id == Self.loginID)
  }

  @Test func aCopyOfAnEntryIsAnItemOfItsOwn() {
    let uuid = [UInt8](repeating: 3, count: 16)
    #expect(edited { $0.uuid = uuid }.id == Identifier(uuid))
  }

  @Test func oneThatWasTakenOutOfTheRecycleBinIsInTheTrashNoMore() {
    var trashed = item
    var members = UnknownMembers()
    members.append(Array(#""deletedAt":1700000000"#.utf8))
    trashed.extensions = [.other(OtherExtension(name: "cxf-toolkit.alt/state", members: members))]
    var content = KeePassEntryContent.content(of: trashed)
    #expect(content.isTrashed)
    #expect(KeePassEntryContent.item(from: content) == trashed)
    content.isTrashed = false
    #expect(KeePassEntryContent.item(from: content) == item)
  }

  @Test func charactersThatXMLHasNotComeBackUntilSomebodyChangesThem() {
    var odd = item
    odd.credentials[0] = .basicAuth(
      BasicAuth(password: EditableField(fieldType: .concealedString, value: "a\u{1}b\u{FFFF}")))
    var content = KeePassEntryContent.content(of: odd)
    #expect(content["Password"] == "a\u{FFFD}b\u{FFFD}")
    #expect(KeePassEntryContent.item(from: content) == odd)
    set("Password", "a\u{FFFD}c", &content)
    #expect(login(KeePassEntryContent.item(from: content))?.password?.value == "a\u{FFFD}c")
  }

  @Test func theEntryCountsWhereWhatWasKeptIsDamaged() throws {
    let back = edited { $0.customData[0].value = "{" }
    #expect(login(back)?.password?.value == "old-password")
    #expect(back.title == "Mill")
  }

  @Test func aPasswordThatLooksLikeAReferenceIsNone() {
    var odd = item
    odd.credentials[0] = .basicAuth(
      BasicAuth(password: EditableField(fieldType: .concealedString, value: "{REF:P@T:Mill}")))
    #expect(KeePassEntryContent.item(from: KeePassEntryContent.content(of: odd)) == odd)
  }

  @Test func anSSHKeyIsAFileForAgents() throws {
    // RFC 8410 section 10.3.
    let key = try #require(
      Base64URL.decode("MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC"))
    var ssh = item
    ssh.credentials = [.sshKey(SSHKey(keyType: "ssh-ed25519", privateKey: OpaqueBytes(key), keyComment: "c"))]
    var content = KeePassEntryContent.content(of: ssh)
    #expect(content.attachments.map(\.name) == ["id_ed25519", "KeeAgent.settings"])
    #expect(KeePassEntryContent.item(from: content) == ssh)
    content.attachments = []
    #expect(KeePassEntryContent.item(from: content).credentials.isEmpty)
  }
}
