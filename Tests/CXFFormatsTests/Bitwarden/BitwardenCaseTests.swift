import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What public bug reports and other projects' samples of Bitwarden's JSON must give.
@Suite(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
struct BitwardenCaseTests {
  private func items(_ name: String) throws -> [Item] {
    Bitwarden.items(try Bitwarden.shared("bugs/\(name)"))
  }

  private func toCXF(_ name: String) throws -> Conversion {
    try Bitwarden.convert(try Bitwarden.shared("bugs/\(name)"), to: CXFDocument.format)
  }

  private func toBitwarden(_ name: String) throws -> [String] {
    let conversion = try Bitwarden.throughCXF(try SharedFiles.bytes("cases/bugs/\(name)"))
    #expect(conversion.values.lost == 0)
    return try JSONLines(conversion.bytes).lines
  }

  static let plainFiles = [
    "aegis/bitwarden.json", "buttercup-importer/bitwarden.json", "pass-import/bitwarden.json",
    "pass-import/bitwarden-other.json", "psono-client/bitwarden-json.json",
    "stratum/bitwarden.unencrypted.json",
    "stratum/bitwardenauthenticator.json", "bitwarden-clients/bitwarden-json/unencrypted.json",
  ]

  static var bugFiles: [String] {
    let prefixes = [
      "B021", "B029", "B042", "B043", "B049", "B056", "B063", "B065-e", "B067", "B071", "B075", "B077",
      "B084", "B086",
      "B093", "B104-json",
    ]
    return SharedFiles.names(in: "cases/bugs") { name in prefixes.contains { name.hasPrefix($0) } }.map {
      "bugs/\($0)"
    }
  }

  @Test(arguments: plainFiles + bugFiles)
  func everyFileBalancesForEveryTarget(_ name: String) throws {
    let reading = try Bitwarden.shared(name)
    for target in FormatTable.all where target.makeWriter != nil {
      let conversion = try Bitwarden.convert(reading, to: target)
      guard ["cxf", "bitwarden-json"].contains(target.id) else { continue }
      #expect(conversion.values.lost == (name == "bugs/B086-bom-unknown-type.json" ? 1 : 0))
      #expect(conversion.items.written == Bitwarden.items(reading).count)
    }
  }

  @Test func b021KeepsControlCharacters() throws {
    let items = try items("B021-control-char-note.json")
    #expect(items.map(\.title) == ["Old", "Esc", "Fine"])
    #expect(items[0].noteText == "a\u{10}b")
    #expect(items[1].basicAuth?.password?.value == "x\u{1B}y")
    #expect(try toCXF("B021-control-char-note.json").problems.isEmpty)
    #expect(try toBitwarden("B021-control-char-note.json").contains("1.login.password = x\u{1B}y"))
  }

  @Test func b029MarksADamagedPassword() throws {
    let items = try items("B029-lone-surrogate.json")
    #expect(items.map(\.title) == ["Half \u{FFFD}!", "Sec", "Pair 🔊"])
    #expect(items[1].basicAuth?.username?.value == "v")
    #expect(items[1].basicAuth?.password == nil)
    #expect(items[1].fields.map(\.label) == ["Damaged password"])
    let conversion = try toCXF("B029-lone-surrogate.json")
    #expect(conversion.problems == ["invalid-unicode", "invalid-unicode-in-secret"])
    #expect(conversion.findings.first { $0.code == .invalidUnicodeInSecret }?.severity == .error)
    #expect(!conversion.findings.contains { $0.item == "Pair 🔊" && $0.severity > .note })
  }

  /// The case's file is a LastPass table; what counts here are its notes of 12,000, 5 and 7,000 bytes.
  @Test func b030SplitsANoteThatIsTooLong() throws {
    let read = try #require(ChromeCSV.format.read)
    let notes = [String(repeating: "n", count: 12_000), "short", String(repeating: "e", count: 7_000)]
    let csv =
      "name,url,username,password,note\n"
      + zip(["Manifest", "Okay", "Edge"], notes).map { "\($0),https://x.example/,u,p,\($1)\n" }.joined()
    let reading = try read(SourceFile(name: "t.csv", bytes: Array(csv.utf8)), ReadOptions())
    let conversion = try Bitwarden.convert(reading, from: ChromeCSV.format, to: BitwardenJSON.format)
    let tooLong = conversion.findings.filter { $0.code == .fieldTooLong }
    #expect(tooLong.map(\.item) == ["Manifest"])
    #expect(tooLong.first?.message.contains("12000 bytes") == true)
    #expect(tooLong.first?.message.contains("7439") == true)
    #expect(tooLong.first?.field?.contains("note") == true)
    let back = Bitwarden.items(try Bitwarden.read(SourceFile(name: "b", bytes: conversion.bytes)))
    #expect(back.map(\.noteText) == notes.map { Text($0) })
    #expect(back.allSatisfy { $0.fields.isEmpty })
  }

  /// The five numbers are carried byte for byte into an extension, so no value has a finding of its own, and the one
  /// finding about them is the item's.
  @Test func b042KeepsTheMatchRules() throws {
    let item = try #require(try items("B042-match-types.json").first)
    #expect(item.scope?.urls == (0...5).map { Text("https://m\($0).example/") })
    let conversion = try toCXF("B042-match-types.json")
    #expect(conversion.problems.isEmpty)
    let about = conversion.findings.filter { $0.field?.contains("uris") == true }
    #expect(about.map(\.code.name) == ["match-rules-kept"])
    let lines = try toBitwarden("B042-match-types.json").filter { $0.contains(".match = ") }
    #expect(lines == (0...4).map { "0.login.uris[\($0 + 1)].match = \([0, 1, 2, 3, 9][$0])" })
  }

  @Test func b043NormalisesSecrets() throws {
    let codes = try items("B043-totp-spacing.json").compactMap(\.totp)
    #expect(codes.map(\.secret) == ["JBSWY3DPEHPK3PXP", "MFRGGZDFMY", "GEZDGNBVGY3TQOJQ"])
    #expect(codes.allSatisfy { $0.period == 30 && $0.digits == 6 && $0.algorithm == .sha1 })
    #expect(try toCXF("B043-totp-spacing.json").problems.isEmpty)
  }

  @Test func b049KeepsSteamCodesApart() throws {
    let items = try items("B049-steam.json")
    #expect(items.map { $0.totp == nil } == [true, true, true, false])
    #expect(items[0...2].allSatisfy { $0.fields.first?.fieldType == .concealedString })
    #expect(try toCXF("B049-steam.json").problems == Array(repeating: "steam-not-representable", count: 3))
    let lines = try toBitwarden("B049-steam.json")
    for index in 0...2 { #expect(lines.contains("\(index).login.totp = steam://GEZDGNBVGY3TQOJQ")) }
    #expect(
      lines.contains { $0.hasPrefix("3.login.totp = otpauth://totp/Steam:dan?secret=GEZDGNBVGY3TQOJQ") })
  }

  @Test func b056JoinsTheTwoSpellingsOfAFolder() throws {
    let account = try #require(try Bitwarden.shared("bugs/B056-incoming.json").accounts.first)
    let collections = account.account.collections
    #expect(collections.map(\.title.string) == ["Bank", "bank", "Café", "Empty"])
    #expect(collections.map(\.items.count) == [1, 1, 1, 0])
    let lines = try toBitwarden("B056-incoming.json")
    #expect(lines.filter { $0.hasPrefix("folder ") }.count == 4)
    #expect(lines.contains("1.folderId = bank"))
  }

  @Test func b063KeepsTheKindsOfFields() throws {
    let fields = try #require(try items("B063-field-types.json").first).fields
    #expect(fields.map(\.label) == ["Text", "Pin", "Active", "Off", "Odd"])
    #expect(fields.map(\.value) == [" keep blanks ", "0042", "true", "false", "x"])
    #expect(fields.map(\.fieldType) == [.string, .concealedString, .boolean, .boolean, .string])
    let conversion = try toCXF("B063-field-types.json")
    #expect(conversion.problems == ["unknown-field-type"])
    #expect(conversion.count(.linkedField) == 1)
    let lines = try toBitwarden("B063-field-types.json").filter { $0.contains(".fields[4]") }
    #expect(
      lines == ["0.fields[4].linkedId = 100", "0.fields[4].name = Link", "0.fields[4].type = 3"])
  }

  @Test func b065ReadsExpiryDates() throws {
    let cards = try items("B065-expiry-forms.json")
    #expect(cards.map { $0.card?.expiryDate?.value } == ["2025-01", "2031-12", "2029-03", nil, nil, nil])
    #expect(cards[2].card?.verificationNumber?.value == "1234")
    #expect(cards[3].fields.map(\.value) == ["2028"])
    #expect(try toCXF("B065-expiry-forms.json").problems == ["incomplete-expiry", "invalid-expiry"])
    let lines = try toBitwarden("B065-expiry-forms.json")
    #expect(lines.contains("3.card.expYear = 2028"))
    #expect(lines.contains("4.card.expMonth = 13"))
  }

  @Test func b067MapsAnIdentity() throws {
    let item = try #require(try items("B067-identity.json").first)
    #expect(
      item.types == [
        "person-name", "address", "passport", "drivers-license", "identity-document", "note", "custom-fields",
      ])
    #expect(item.noteText == "n1")
    #expect(item.fields.map(\.label) == ["Company", "Email", "Username"])
    guard case .address(let address) = item.credentials[1] else { return }
    #expect(address.streetAddress?.value == "1 Quay\nFlat 2")
    #expect(address.country?.value == "IE")
    #expect(address.country?.fieldType == .countryCode)
    #expect(address.tel?.value == "+353 21 000 0000")
    #expect(address.postalCode?.value == "T12 X70A")
  }

  @Test func b071ReadsCredentialIdentifiers() throws {
    let items = try items("B071-credential-ids.json")
    #expect(
      items.map { $0.passkey?.credentialID.base64URL } == [
        "PytsHopNT3CbHA1eb3qLnA", "umbwbEfsLXtKC-GI1QrLAEF0AENeDWQ32TnrSofWVA0", "PytsHopNT3CbHA1eb3qLnA",
        nil,
      ])
    #expect(items[3].basicAuth?.password?.value == "pw4")
    #expect(items[0].passkey?.userHandle.base64URL == "dXNlci1oYW5kbGUtMDE")
    #expect(try toCXF("B071-credential-ids.json").problems == ["invalid-credential-id"])
    let lines = try toBitwarden("B071-credential-ids.json")
    #expect(lines.contains("0.login.fido2Credentials[0].credentialId = 3f2b6c1e-8a4d-4f70-9b1c-0d5e6f7a8b9c"))
    #expect(
      lines.contains(
        "1.login.fido2Credentials[0].credentialId = b64.umbwbEfsLXtKC-GI1QrLAEF0AENeDWQ32TnrSofWVA0"))
  }

  @Test func b075ReadsEveryFormOfKey() throws {
    let items = try items("B075-pkcs1-crlf.json")
    #expect(items.map { $0.sshKey?.keyType } == ["ssh-rsa", "ssh-ed25519"])
    #expect(try toCXF("B075-pkcs1-crlf.json").problems.isEmpty)
    let lines = try toBitwarden("B075-pkcs1-crlf.json")
    // The older form is not read by every Bitwarden, so it is written in OpenSSH's.
    #expect(lines.contains { $0.hasPrefix("0.sshKey.privateKey = -----BEGIN OPENSSH PRIVATE KEY-----") })
    #expect(lines.contains("0.sshKey.keyFingerprint = SHA256:LqD2bn/xibUacXzpMXN3VG2Uyvbi7AqZfdk9j49mD9A"))
    #expect(lines.contains("1.sshKey.keyFingerprint = SHA256:R+B5TCKL0bhYkBWuXJ5gJ7NH55Y5asjhvtA8xuTRpvQ"))
    #expect(!lines.contains { $0.contains(".fields[") })
  }

  @Test func b084TakesNullForMissing() throws {
    let reading = try Bitwarden.shared("bugs/B084-nulls.json")
    let items = Bitwarden.items(reading)
    #expect(items.map(\.title.string) == ["Bitwarden 1", "NoLogin", "UriNull", "Note", "Last"])
    #expect(items[0].basicAuth?.password?.value == "p1")
    #expect(items[2].scope?.urls == ["https://u.example/"])
    #expect(items[3].noteText == "n")
    #expect(reading.failed == 1)
    #expect(reading.accounts.first?.account.collections.isEmpty == true)
    #expect(Bitwarden.problems(reading) == ["folder-membership-lost", "empty-title", "not-an-item"])
  }

  @Test func b086KeepsItemsOfAnUnknownType() throws {
    let items = try items("B086-bom-unknown-type.json")
    #expect(items.map(\.title) == ["Ok", "Future"])
    #expect(items[1].isFavorite)
    #expect(items[1].noteText == "hi")
    #expect(items[1].fields.map(\.value) == ["A1", "v"])
    let conversion = try toCXF("B086-bom-unknown-type.json")
    // The value of the document's own unknown member has no item that could keep it.
    #expect(conversion.problems == ["no-place-in-cxf", "unknown-item-type"])
    #expect(conversion.findings.first { $0.code == .noPlaceInModel }?.field == "futureTopLevel a")
    #expect(conversion.findings.first { $0.code == .unknownItemType }?.message.contains("9") == true)
  }

  @Test func b093DiffersInTimesOnly() throws {
    func content(_ name: String) throws -> Set<String> {
      let items = try items(name).map { item in
        var item = item
        item.modifiedAt = nil
        return item
      }
      return Set(items.map { String(decoding: CXFEncoder().encode($0), as: UTF8.self) })
    }
    #expect(try content("B093-left.json") == content("B093-right.json"))
  }

  @Test func b104GoesByContent() throws {
    #expect(try items("B104-json-named.csv").map(\.title) == ["Jay"])
    #expect(throws: FormatError.self) { try Bitwarden.shared("bugs/B104-unknown.json") }
  }

  @Test(arguments: [
    ("bugs/B106-bitwarden-protected.json", "password-needed"),
    ("bitwarden-clients/bitwarden-json/password-protected.json", "password-needed"),
    ("stratum/bitwarden.encrypted.pbkdf2.json", "password-needed"),
    ("bitwarden-clients/bitwarden-json/account-encrypted.json", "account-encrypted"),
    ("stratum/bitwarden.encrypted.accountrestricted.json", "account-encrypted"),
  ])
  func encryptedFilesSayWhatTheyNeed(_ name: String, _ code: String) throws {
    let error = try #require(throws: FormatError.self) { try Bitwarden.shared(name) }
    #expect(error.finding.code.name == code)
    #expect(error.finding.message.contains("Bitwarden"))
    #expect(error.hint?.isEmpty == false)
  }
}
