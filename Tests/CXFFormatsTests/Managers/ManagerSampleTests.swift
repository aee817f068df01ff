import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// The samples and vectors of this repository: what each entry becomes, and that nothing of them is missing.
@Suite struct ManagerSampleTests {
  struct Export: Sendable, CustomTestStringConvertible {
    var name: String
    var format: String
    var items: Int
    var isVector = false
    var secrets: [Text] = [password]
    /// Values that have no place in CXF: files that no item names.
    var lost = 0
    var testDescription: String { name }

    func bytes() -> [UInt8] { isVector ? Managers.vector(name) : Samples.bytes("Samples/exports/\(name)") }
    var isEncrypted: Bool { name.hasSuffix(".bcup") || name.hasSuffix(".dash") }
    func reading() throws -> Reading {
      try Managers.read(bytes(), as: format, password: isEncrypted ? Managers.password : nil)
    }
  }

  static let password: Text = " violet-Anchor-71!kelp "
  private static let card: [Text] = ["4012888888881881", "321"]

  static let exports: [Export] = [
    Export(
      name: "proton-json.json", format: "proton-json", items: 10,
      secrets: [password, "Brass_Owl-2291", "0042", "0077", "17-4-33", "pier 7, ring 3", "flour-and-water"]
        + card),
    Export(
      name: "enpass-json.json", format: "enpass-json", items: 5,
      secrets: [password, "pale-Anchor-70", "the Heron", "4711", "0077", "flour-and-water", "rust 9"] + card),
    Export(
      name: "keeper-json.json", format: "keeper-json", items: 5,
      secrets: [password, "the Heron", "0042", "0077", "00012345"] + card),
    Export(
      name: "psono-json.json", format: "psono-json", items: 4,
      secrets: [password, "hook pass", "tok-000-grist", "0077"] + card),
    Export(
      name: "dashlane-json.json", format: "dashlane-json", items: 7,
      secrets: [password, "Brass_Owl-2291"] + card),
    Export(name: "blur-json.json", format: "blur-json", items: 2, secrets: [password, "grist&grain%20<b>"]),
    Export(
      name: "passky-json.json", format: "passky-json", items: 2, secrets: [password, "grist&grain%20<b>"]),
    Export(name: "avast-json.json", format: "avast-json", items: 3, secrets: [password] + card),
    Export(
      name: "passman-json.json", format: "passman-json", items: 2, secrets: [password, "0042", "rust 9"]),
    Export(name: "proton.zip", format: "proton-json", items: 10, isVector: true, lost: 1),
    Export(name: "keeper.zip", format: "keeper-json", items: 5, isVector: true),
    Export(
      name: "dashlane.zip", format: "dashlane-zip", items: 4, isVector: true,
      secrets: [password, "grist&grain"] + card, lost: 1),
    Export(
      name: "buttercup-a.bcup", format: "buttercup-bcup", items: 3, isVector: true,
      secrets: [password, "pale-Anchor-70", "rust 9"] + card),
    Export(
      name: "buttercup-b.bcup", format: "buttercup-bcup", items: 1, isVector: true,
      secrets: [password, "pale-Anchor-70"]),
    Export(
      name: "archive.dash", format: "dashlane-dash", items: 2, isVector: true, secrets: [password] + card),
  ]

  @Test(arguments: exports) func everyValueIsAccountedFor(_ export: Export) throws {
    let reading = try export.reading()
    #expect(Managers.items(reading).count == export.items)
    let conversion = try Managers.balance(reading, from: export.format)
    #expect(conversion.values.lost == export.lost)
    #expect(conversion.items.written == export.items)
    #expect(!conversion.findings.contains { $0.severity == .error })
  }

  @Test(arguments: exports) func everySecretStandsInTheModelByteForByte(_ export: Export) throws {
    let json = CXFEncoder().encode(try export.reading().document)
    let record = try json.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      return try SourceRecord(&cursor, rules: .none)
    }
    for secret in export.secrets { #expect(stands(secret, in: record.root), "\(secret.string)") }
  }

  private func stands(_ text: Text, in view: SourceView) -> Bool {
    view.peek == text || view.children.contains { stands(text, in: $0) }
  }

  @Test(arguments: exports) func findingsHoldNoSecret(_ export: Export) throws {
    let conversion = try Managers.balance(try export.reading(), from: export.format)
    for finding in conversion.findings {
      let words = "\(finding.message) \(finding.field ?? "") \(finding.item ?? "")"
      for secret in export.secrets where secret.utf8.count > 3 {
        #expect(!words.contains(secret.string), "\(finding.code.name)")
      }
    }
  }

  // MARK: Proton Pass

  @Test func protonsKindsBecomeTypedCredentials() throws {
    let reading = try Managers.sample("proton-json.json", as: "proton-json")
    let items = Managers.items(reading)
    let login = try items.titled("Harbour Library")
    #expect(login.basicAuth?.username?.value == "mara.quill")
    #expect(login.field("Email") == "mara@quill.example")
    #expect(login.isFavorite == true && login.scope?.urls.count == 2)
    #expect(login.totp?.digits == 8 && login.totp?.period == 60)
    #expect(login.noteText == "Call before 17:00.\r\nAsk for Ada.")
    #expect(login.createdAt == Timestamp(1_678_785_000) && login.modifiedAt == Timestamp(1_762_106_700))
    let app = try items.titled("Lantern Tickets")
    #expect(app.basicAuth?.username?.value == "mara@quill.example")
    #expect(app.scope?.androidApps.map(\.bundleID) == ["com.example.lanterntickets"])
    #expect(app.field("Gate code") == "0042" && app.totp != nil)
    let card = try items.titled("Card").card
    #expect(card?.expiryDate?.value == "2031-08" && card?.pin?.value == "0077")
    let me = try items.titled("Me")
    #expect(
      me.types == [
        "person-name", "address", "passport", "drivers-license", "identity-document", "custom-fields",
        "custom-fields", "custom-fields", "custom-fields", "custom-fields",
      ])
    #expect(me.field("Mooring") == "pier 7, ring 3" && me.field("Nickname") == "Heron")
    let alias = try items.titled("Newsletter")
    #expect(alias.tags == ["alias"] && alias.basicAuth?.username?.value == "news.x7@alias.example")
    #expect(try items.titled("Gone").isTrashed)
    #expect(try items.titled("Guest network").wifi?.networkSecurityType?.value == "wpa2-personal")
    #expect(try items.titled("Deploy key").sshKey?.keyType == "ssh-ed25519")
    #expect(try items.titled("Safe").field("Numbers") == "17-4-33")
    let collections = reading.accounts[0].account.collections
    #expect(collections.map(\.title) == ["Personal / Home", "Office"])
    #expect(collections.map { $0.items.count } == [7, 3])
    #expect(collections[0].subtitle == "What the household uses")
  }

  @Test func protonsPasskeyWorks() throws {
    let items = Managers.items(try Managers.sample("proton-json.json", as: "proton-json"))
    let passkey = try #require(try items.titled("Harbour Library").passkey)
    #expect(passkey.rpID == "harbour-library.example" && passkey.username == "mara.quill")
    #expect(passkey.credentialID.bytes.count == 16 && passkey.userHandle.bytes.count == 16)
    #expect(passkey.fido2Extensions?.hmacCredentials?.credWithUV.bytes.count == 32)
    let key = try PrivateKey.check(passkey.key.bytes)
    #expect(key)
  }

  @Test func aContainerOfAnotherVersionIsKeptAsItIs() throws {
    // {"c": [], "v": 2} in MessagePack.
    let text = """
      {"version":"1","vaults":{"v":{"name":"A","items":[{"itemId":"i","data":{"metadata":{"name":"P"},"type":"login",
      "content":{"passkeys":[{"content":"gqFjkKF2Ag==","rpId":"a.example","userName":"u"}]}}}]}}}
      """
    let reading = try Managers.read(text, as: "proton-json")
    let item = try Managers.items(reading).titled("P")
    #expect(item.passkey == nil)
    #expect(item.fields.map(\.value).contains("gqFjkKF2Ag=="))
    #expect(reading.findings.map(\.code).contains(.invalidPasskeyKey))
    try Managers.balance(reading, from: "proton-json")
  }

  @Test func protonsFilesAreAttached() throws {
    let reading = try Managers.read(Managers.vector("proton.zip"), as: "proton-json")
    let entry = try #require(reading.accounts[0].items.first { $0.item.title == "Harbour Library" })
    #expect(entry.item.files.map(\.name) == ["reader's ticket.txt"])
    #expect(entry.item.files.map(\.decryptedSize) == [10] && entry.attachments.count == 1)
    #expect(reading.findings.contains { $0.code == .attachmentMissing })
    #expect(reading.member == "Proton Pass/data.json")
    #expect(reading.failedEntries.map(\.code) == [.attachmentUnnamed])
  }

  // MARK: Enpass

  @Test func enpassFieldsGoByTheirKinds() throws {
    let reading = try Managers.sample("enpass-json.json", as: "enpass-json")
    let items = Managers.items(reading)
    let login = try items.titled("Harbour Library")
    #expect(login.basicAuth?.username?.value == "mara.quill")
    #expect(
      login.scope?.urls == ["https://harbour-library.example/login", "https://m.harbour-library.example/"])
    #expect(login.field("Name of address") == "Mobile site")
    #expect(login.field("Old PIN") == "4711" && login.field("Empty") == nil)
    let headings = login.credentials.compactMap { credential -> Text? in
      if case .customFields(let group) = credential { group.label } else { nil }
    }
    #expect(headings == ["ADDITIONAL DETAILS", "Deleted fields"])
    #expect(login.fields.first { $0.label == "Security answer" }?.fieldType == .concealedString)
    #expect(login.files.map(\.name) == ["ticket.txt"] && login.files[0].decryptedSize == 16)
    #expect(try items.titled("Blue card").card?.expiryDate?.value == "2031-08")
    #expect(try items.titled("Wi-Fi").wifi?.ssid?.value == "Mill Guest")
    #expect(try items.titled("Gone").isTrashed)
    let house = try #require(reading.accounts[0].account.collections.first)
    #expect(house.title == "House" && house.subcollections.map(\.title) == ["Shed / Garden"])
    #expect(house.items.count == 1 && house.subcollections[0].items.count == 1)
  }

  @Test func aFolderThatIsItsOwnAncestorEndsSomewhere() throws {
    let reading = try Managers.read(
      """
      {"folders":[{"uuid":"a","title":"A","parent_uuid":"b"},{"uuid":"b","title":"B","parent_uuid":"a"}],
      "items":[{"title":"x","template_type":"login.default","folders":["a","c"]}]}
      """, as: "enpass-json")
    #expect(Managers.items(reading).count == 1)
    try Managers.balance(reading, from: "enpass-json")
  }

  // MARK: Keeper

  @Test func keepersTypedFieldsGoToTheirPlaces() throws {
    let reading = try Managers.sample("keeper-json.json", as: "keeper-json")
    let items = Managers.items(reading)
    let login = try items.titled("Harbour Library")
    #expect(login.scope?.urls.count == 2 && login.totp != nil)
    #expect(login.field("First boat?") == "the Heron" && login.field("Shelf") == "K 12")
    let passkey = try #require(login.passkey)
    #expect(passkey.rpID == "harbour-library.example")
    #expect(try PrivateKey.check(passkey.key.bytes))
    let card = try items.titled("Blue card").card
    #expect(card?.fullName?.value == "M QUILL" && card?.pin?.value == "0077")
    let passport = try items.titled("Passport").passport
    #expect(passport?.passportNumber?.value == "000000000" && passport?.birthDate?.value == "1967-04-13")
    #expect(passport?.expiryDate?.value == "2030-01-01" && passport?.issueDate?.value == "2020-01-01")
    #expect(try items.titled("Deploy key").sshKey != nil)
    let contact = try items.titled("Mara")
    #expect(contact.address?.streetAddress?.value == "4 Mole End\nAnnexe")
    let collections = reading.accounts[0].account.collections
    #expect(collections.map(\.title) == ["Mill", "House"])
    #expect(collections[0].subcollections.map(\.title) == ["Back\\Office"])
    #expect(collections[0].subcollections[0].subcollections.map(\.title) == ["Desk"])
  }

  @Test func keepersZipHasItsFiles() throws {
    let reading = try Managers.read(Managers.vector("keeper.zip"), as: "keeper-json")
    let entry = try #require(reading.accounts[0].items.first { $0.item.title == "Harbour Library" })
    #expect(entry.item.files.map(\.name) == ["ticket.txt"] && entry.attachments.count == 1)
    #expect(reading.findings.filter { $0.code == .attachmentMissing }.count == 1)
  }

  // MARK: Others

  @Test func psonosKindsGoByTheirPrefixes() throws {
    let reading = try Managers.sample("psono-json.json", as: "psono-json")
    let items = Managers.items(reading)
    let login = try items.titled("Harbour Library")
    #expect(login.totp?.digits == 8 && login.totp?.period == 60 && login.totp?.algorithm == .sha256)
    #expect(login.field("URL filter") == nil && login.field("Callback password") == "hook pass")
    #expect(try items.titled("Mill service").field("MILL_TOKEN") == "tok-000-grist")
    #expect(try items.titled("Blue card").card?.expiryDate?.value == "2031-08")
    #expect(reading.accounts[0].account.collections.map(\.title) == ["House", "Empty"])
  }

  @Test func dashlanesListsGoByTheirNames() throws {
    let items = Managers.items(try Managers.sample("dashlane-json.json", as: "dashlane-json"))
    #expect(
      items.map(\.title) == [
        "Harbour Library", "federated.example", "Blue card", "Mara Quill", "Passport", "Recipe", "Private",
      ])
    #expect(items[1].basicAuth?.username?.value == "mara@quill.example")
    #expect(items[2].card?.expiryDate?.value == "2031-08")
    #expect(items[3].personName?.given?.value == "Mara")
    #expect(items[4].passport?.issueDate?.value == "2020-01-01")
  }

  @Test func theTablesOfDashlanesZipAreOneAccount() throws {
    let reading = try Managers.read(Managers.vector("dashlane.zip"), as: "dashlane-zip")
    let items = Managers.items(reading)
    #expect(items.map(\.title) == ["Harbour Library", "Mill", "Blue card", "Recipe"])
    #expect(items[2].card?.expiryDate?.value == "2031-08")
    let conversion = try Managers.balance(reading, from: "dashlane-zip")
    let expiry = try #require(conversion.findings.first { $0.code == .expiryConverted })
    #expect(expiry.position.member == "payments.csv" && expiry.position.line == 2)
    #expect(Set(items.map(\.id)).count == items.count)
  }

  @Test func buttercupsHistoryIsReplayed() throws {
    let bytes = Managers.vector("buttercup-a.bcup")
    let reading = try Managers.read(bytes, as: "buttercup-bcup", password: Managers.password)
    let items = Managers.items(reading)
    #expect(items.map(\.title) == ["Harbour Library", "Gone", "Blue card"])
    #expect(items[0].tags == ["books", "town"] && items[0].totp?.issuer == "Harbour")
    #expect(items[0].field("old meta") == "with \" quote")
    #expect(items[1].isTrashed && items[2].card?.fullName?.value == "M QUILL")
    #expect(reading.accounts[0].account.collections.map(\.title) == ["House / Garden", "Trash"])
  }

  @Test func avastsListsAreReadByOneTable() throws {
    let items = Managers.items(try Managers.sample("avast-json.json", as: "avast-json"))
    #expect(items.map(\.title) == ["Harbour Library", "Recipe", "Blue card"])
    #expect(items[2].card?.expiryDate?.value == "2031-08" && items[1].noteText == "Streusel: 200 g")
  }

  @Test func passmansTagsCodesAndTrashAreTaken() throws {
    let items = Managers.items(try Managers.sample("passman-json.json", as: "passman-json"))
    #expect(items[0].tags == ["books", "town"] && items[0].totp != nil && items[1].isTrashed)
    #expect(items[0].fields.first { $0.label == "Locker" }?.fieldType == .concealedString)
  }
}
