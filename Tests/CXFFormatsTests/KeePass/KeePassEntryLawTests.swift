import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Items become entries of KeePass, and the same items again.
@Suite struct KeePassEntryLawTests {
  /// What differs first, by the names that lead there and without values.
  private func difference(_ item: Item, _ back: Item) -> String {
    func members(_ item: Item) -> [String] {
      var names: [String] = []
      let mirror: [(String, AnyHashable)] = [
        ("id", item.id), ("createdAt", item.createdAt), ("modifiedAt", item.modifiedAt),
        ("title", item.title),
        ("subtitle", item.subtitle), ("isFavorite", item.isFavorite), ("scope", item.scope),
        ("tags", item.tags),
        ("extensions", item.extensions), ("unknown", item.unknown),
      ]
      for (name, value) in mirror { names.append("\(name) \(value.hashValue)") }
      for (index, credential) in item.credentials.enumerated() {
        names.append("credential \(index) \(credential.type) \(credential.hashValue)")
      }
      return names
    }
    let other = Set(members(back))
    return members(item).filter { !other.contains($0) }.joined(separator: ", ")
      + " of \(item.credentials.count) and \(back.credentials.count) credentials"
  }

  private func expectLaw(_ item: Item, _ comment: String) {
    let back = KeePassEntryContent.item(from: KeePassEntryContent.content(of: item))
    #expect(back == item, "\(comment): \(difference(item, back))")
  }

  @Test(arguments: 0..<36 as Range<UInt64>)
  func anItemOfEveryKindComesBackAsItWas(seed: UInt64) {
    var generator = DocumentGenerator(seed: seed)
    for round in 0..<6 {
      var item = generator.item()
      item.credentials.append(generator.credential(kind: Int(seed) % DocumentGenerator.kindCount))
      item.credentials.append(generator.credential(kind: 2))
      if round.isMultiple(of: 2) { item.credentials.append(generator.credential(kind: 4)) }
      expectLaw(item, "seed \(seed), round \(round)")
    }
  }

  @Test func anOrdinaryLoginNeedsNothingBesideTheEntry() {
    let item = Item(
      id: Identifier(Array(1...16)), createdAt: Timestamp(1_700_000_000),
      modifiedAt: Timestamp(1_700_000_001),
      title: "Example", isFavorite: true,
      scope: CredentialScope(urls: ["https://example.com/", "https://example.org/"]),
      credentials: [
        .basicAuth(
          BasicAuth(
            username: EditableField(fieldType: .string, value: "ada"),
            password: EditableField(fieldType: .concealedString, value: "p\r\n é"))),
        .totp(TOTP(secret: "GEZDGNBVGY3TQOJQ", username: "ada", issuer: "Example")),
        .note(Note(content: EditableField(fieldType: .string, value: "a\nb"))),
        .customFields(
          CustomFields(fields: [
            EditableField(fieldType: .concealedString, value: "1234", label: "PIN"),
            EditableField(fieldType: .string, value: "", label: "Empty"),
          ])),
      ], tags: ["work", "mail"])
    let content = KeePassEntryContent.content(of: item)
    #expect(content.customData.isEmpty)
    #expect(content["UserName"] == "ada")
    #expect(content["Password"] == "p\r\n é")
    #expect(content["KP2A_URL"] == "https://example.org/")
    #expect(content["PIN"] == "1234")
    #expect(content["Notes"] == "a\nb")
    #expect(content.tags == "work;mail;Favorite")
    #expect(content.fields.first { $0.key == "PIN" }?.isProtected == true)
    expectLaw(item, "login")
  }

  @Test func noSecretStandsASecondTimeInWhatIsKept() throws {
    let secrets: [Text] = [
      "s3cret-password", "JBSWY3DPEHPK3PXPJBSWY3DP", "4111111111111111", "earlier-password",
    ]
    var item = Item(
      id: Identifier(Array("an identifier of another length".utf8)), title: "Everything",
      credentials: [
        .basicAuth(
          BasicAuth(
            password: EditableField(
              id: Identifier([1]), fieldType: .concealedString, value: secrets[0]))),
        .totp(TOTP(secret: secrets[1], period: 60, username: "", algorithm: .sha256)),
        .creditCard(CreditCard(number: EditableField(fieldType: .concealedString, value: secrets[2]))),
      ])
    var members = UnknownMembers()
    members.append(Array(#""passwords":[{"password":"earlier-password","usedAt":1600000000}]"#.utf8))
    item.extensions = [.other(OtherExtension(name: "cxf-toolkit.alt/history", members: members))]
    let content = KeePassEntryContent.content(of: item)
    let kept = try #require(content.customData.first).value.string
    for secret in secrets { #expect(!kept.contains(secret.string)) }
    #expect(content.history.first?.fields.first { $0.key == "Password" }?.value == secrets[3])
    #expect(content["Card number"] == secrets[2])
    expectLaw(item, "everything")
  }

  @Test func writingTwiceGivesTheSameEntry() {
    var generator = DocumentGenerator(seed: 77)
    let item = generator.item()
    #expect(KeePassEntryContent.content(of: item) == KeePassEntryContent.content(of: item))
  }

  @Test(arguments: [
    "steam://JBSWY3DPEHPK3PXP",
    "otpauth://steam/Steam:ada?secret=JBSWY3DPEHPK3PXP&issuer=Steam&algorithm=SHA1&digits=5&period=30",
    "otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=5&period=30&encoder=steam",
    "steam://jbswy3dpehpk3pxp", "not a code",
  ])
  func aSteamCodeStandsWhereKeePassXCLooksForIt(value: String) {
    var kind = UnknownMembers()
    kind.append(Array(#""kind":"steam""#.utf8))
    let field = EditableField(
      fieldType: .concealedString, value: Text(value), label: "Steam code",
      extensions: [.other(OtherExtension(name: "cxf-toolkit.alt/one-time-code", members: kind))])
    let item = Item(
      id: Identifier([1]), title: "Steam", credentials: [.customFields(CustomFields(fields: [field]))])
    let content = KeePassEntryContent.content(of: item)
    if value.utf8.contains(UInt8(ascii: ":")), !value.hasSuffix("pxp") {
      #expect(content["otp"]?.string.contains("encoder=steam") == true)
      #expect(content["Steam code"] == nil)
    }
    expectLaw(item, "Steam")
  }

  @Test func aPasskeyOfAnotherProductIsASynchronisedOne() {
    let passkey = Passkey(
      credentialID: OpaqueBytes([1, 2, 3]), rpID: "mill.example", username: "ada", userDisplayName: "",
      userHandle: OpaqueBytes([4]), key: OpaqueBytes(Array(0..<90)))
    let item = Item(id: Identifier(Array(1...16)), title: "Mill", credentials: [.passkey(passkey)])
    let content = KeePassEntryContent.content(of: item)
    #expect(content["KPEX_PASSKEY_FLAG_BE"] == "1" && content["KPEX_PASSKEY_FLAG_BS"] == "1")
    #expect(content["KPEX_PASSKEY_CREDENTIAL_ID"] == "AQID")
    #expect(
      content["KPEX_PASSKEY_PRIVATE_KEY_PEM"]?.string.hasPrefix("-----BEGIN PRIVATE KEY-----\nAAEC") == true)
    expectLaw(item, "passkey")
    let own = KeePassEntryContent.content(of: item, options: .init(addsPasskeyFlags: false))
    #expect(own["KPEX_PASSKEY_FLAG_BE"] == nil)
    #expect(own.customData.isEmpty)
    #expect(KeePassEntryContent.item(from: own) == item)
  }
}
