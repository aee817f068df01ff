import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Files that other importers stumble over, and real exports.
@Suite(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
struct OnePasswordCaseTests {
  private func read(_ name: String) throws -> Reading {
    try OnePassword.read(
      SourceFile(name: name, bytes: try SharedFiles.bytes("cases/\(name)")), as: "1password-1pux")
  }

  private func items(_ name: String) throws -> [Item] { Bitwarden.items(try read("bugs/\(name)")) }

  @Test func b045ReadsAWholeAddressInTheCodeField() throws {
    let items = try items("B045-otpauth-in-1pux.1pux")
    let codes = items.compactMap(\.totp)
    #expect(items.map(\.title) == ["Bank", "Raw"] && codes.count == 2)
    #expect(codes[0].secret == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA")
    #expect(codes[0].algorithm == .sha256 && codes[0].digits == 8 && codes[0].period == 60)
    #expect(codes[0].issuer == "Bank" && codes[0].username == "meg@mail.example")
    #expect(codes[1].secret == "JBSWY3DPEHPK3PXP" && codes[1].algorithm == .sha1 && codes[1].digits == 6)
    #expect(items.allSatisfy { $0.fields.isEmpty })
  }

  @Test func b059KeepsArchivedAndTrashedApart() throws {
    let items = try items("B059-archived.1pux")
    #expect(items.map(\.title) == ["Live", "Old", "Gone"])
    #expect(items.map(\.isTrashed) == [false, false, true])
    #expect(items.map(\.extensions.count) == [0, 1, 1])
  }

  @Test func b078MatchesFilesByTheirIdentifiers() async throws {
    let reading = try read("bugs/B078-same-names.1pux")
    let item = try #require(reading.accounts[0].items.first)
    #expect(item.item.files.map(\.name) == ["foo.txt", "Foo.TXT", "in/side: x?.pdf"])
    var contents: [String] = []
    for file in item.attachments {
      contents.append(String(decoding: try await OnePassword.bytes(file), as: UTF8.self))
    }
    #expect(contents == ["one", "four", "xy"])
    #expect(try OnePassword.expectWhole(reading).documents.count == 3)
  }

  @Test func b080FindsTheExportInTheOuterFolder() async throws {
    let reading = try read("bugs/B080-macos-rezip.1pux")
    let items = reading.accounts[0].items
    #expect(items.map(\.item.title) == ["Zed", "Scan"])
    #expect(
      items[0].item.basicAuth?.username?.value == "zoe" && items[0].item.basicAuth?.password?.value == "z1")
    #expect(try await OnePassword.bytes(items[1].attachments.first) == Array("hello".utf8))
    #expect(items[1].item.files.map(\.name) == ["scan.txt"])
    #expect(Bitwarden.problems(reading) == [])
  }

  @Test func b082ReadsMembersByNameAndWritesNone() async throws {
    let reading = try read("bugs/B082-zip-slip.1pux")
    let item = try #require(reading.accounts[0].items.first)
    #expect(item.item.title == "Slip")
    #expect(try await OnePassword.bytes(item.attachments.first) == Array("evil".utf8))
    // What is written is named by an identifier.
    let documents = try OnePassword.expectWhole(reading).documents
    #expect(documents.map { String(decoding: $0.file.bytes, as: UTF8.self) } == ["ev1"])
  }

  @Test(arguments: [("B104-1pux-named.zip", "Pux"), ("B104-export-data.json", "Loose")])
  func b104GoesByContent(_ name: String, _ title: Text) throws {
    let items = try items(name)
    #expect(items.map(\.title) == [title])
    if title == "Loose" {
      #expect(items[0].basicAuth?.username?.value == "w" && items[0].basicAuth?.password?.value == "x")
    }
  }

  @Test(
    arguments: [
      ("api-credentials.json", ["api-key", "note", "custom-fields"]), ("bank-account.json", nil),
      ("credit-card.json", nil), ("database.json", ["basic-auth", "note", "custom-fields"]),
      ("email-account.json", nil),
      ("email-field-on-identity.json", nil), ("email-field-on-identity_prefilled.json", nil),
      ("login-data.json", nil),
      ("medical-record.json", nil), ("password.json", nil), ("rewards-program.json", nil),
      ("secure-note.json", ["note"]),
      ("software-license.json", nil), ("ssn.json", ["identity-document", "note"]),
      ("wireless-router.json", nil),
    ] as [(String, [String]?)])
  func bitwardensOwnCasesLoseNothing(_ name: String, _ types: [String]?) throws {
    let reading = try read("bitwarden-clients/onepassword-1pux/\(name)")
    try OnePassword.expectWhole(reading)
    let item = try #require(Bitwarden.items(reading).first)
    if let types {
      // Groups of custom fields stand in a row at the end.
      var found = item.types
      while found.count > 1, found.last == "custom-fields", found.dropLast().last == "custom-fields" {
        found.removeLast()
      }
      #expect(found == types)
    }
  }

  @Test func aRealExportKeepsItsKinds() throws {
    let reading = try read("bitwarden-clients/onepassword-1pux/sanitized-export.json")
    try OnePassword.expectWhole(reading)
    let types = Dictionary(
      Bitwarden.items(reading).map { ($0.title, $0.types.filter { $0 != "custom-fields" && $0 != "note" }) },
      uniquingKeysWith: { first, _ in first })
    #expect(types["Hulu"] == ["basic-auth", "totp"])
    #expect(types["Michael Scarn"] == ["address", "drivers-license"])
    #expect(types["Mr. Globewide"] == ["passport"] && types["Office Wi-Fi"] == ["wifi"])
    #expect(types["SSN"] == ["identity-document"] && types["Parent's Credit Card"] == ["credit-card"])
    #expect(types["George Engels"] == ["person-name", "address"] && types["API Credential"] == ["api-key"])
    #expect(types["Super Cool Server"] == ["basic-auth"] && types["Bank Account"] == [])
  }

  @Test func keepassXCsExportComesWithItsPicture() throws {
    let reading = try read("keepassxc/1PasswordExport.1pux")
    #expect(reading.itemCount == 9)
    #expect(try OnePassword.expectWhole(reading).documents.map(\.content.count) == [18_422])
    let login = try #require(Bitwarden.items(reading).first { $0.title == "Login" })
    #expect(login.basicAuth?.password?.value == "password" && login.tags == ["website"])
    #expect(login.scope?.urls == ["https://keepassxc.org", "https://twitter.com"])
  }

  @Test func buttercupsInterchangeFileHasItsFolders() throws {
    let bytes = try SharedFiles.bytes("cases/buttercup-importer/test-1password.1pif/data.1pif")
    let reading = try OnePassword.read(OnePassword.file(bytes), as: "1password-1pif")
    try OnePassword.expectWhole(reading)
    #expect(Bitwarden.items(reading).map(\.title) == ["Test", "Custom", "Custom card", "OnlyAttachments"])
    let general = try #require(reading.accounts[0].account.collections.first)
    #expect(general.title == "General" && general.subcollections.map(\.title) == ["Sub"])
    #expect(general.items.count == 1 && general.subcollections[0].items.count == 1)
    let card = try #require(Bitwarden.items(reading)[2].card)
    #expect(card.number?.value == "4532-3453-2356-1234" && card.expiryDate?.value == "2019-11")
    #expect(Bitwarden.items(reading)[2].fields.isEmpty)
  }
}
