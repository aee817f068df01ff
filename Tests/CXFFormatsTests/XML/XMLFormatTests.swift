import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Small XML formats: what the samples become.
@Suite struct XMLFormatTests {
  static let samples: [(name: String, format: String, items: Int)] = [
    ("keepass.xml", "keepass-xml", 13), ("keepassx.xml", "keepassx-xml", 2),
    ("keepass1.xml", "keepass1-xml", 1),
    ("safeincloud.xml", "safeincloud-xml", 4), ("sticky-password.xml", "sticky-password-xml", 4),
    ("passwordsafe.xml", "passwordsafe-xml", 1), ("delinea.xml", "delinea-xml", 1),
    ("revelation.xml", "revelation-xml", 4), ("fpm.xml", "fpm-xml", 1),
    ("harbour.keyring", "gnome-keyring", 1),
  ]

  @Test(arguments: samples)
  func samplesAreKnownAndBalance(name: String, format: String, items: Int) throws {
    let reading = try Export.sample(name, format)
    #expect(reading.itemCount == items)
    #expect(reading.failed == 0)
    let values = try Export.balance(reading, format)
    #expect(values.total > 0)
    // Bytes of attachments have no place in the JSON alone.
    let files = Export.items(reading).flatMap(\.files).count
    #expect(values.lost == files)
  }

  @Test(arguments: samples)
  func everyPrefixIsReadOrRefused(name: String, format: String, items: Int) throws {
    let bytes = Samples.bytes("Samples/\(name)")
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
      let error = try Export.error(Array(bytes[..<count]), format)
      if format != "gnome-keyring" { #expect(error?.kind == .damaged) }
    }
  }

  @Test(arguments: samples)
  func otherElementsInTheirPlacesMakeNoTrap(name: String, format: String, items: Int) throws {
    guard format != "gnome-keyring", name != "sticky-password.xml" else { return }
    let text = Samples.text("Samples/\(name)")
    let parts = text.split(separator: "<", omittingEmptySubsequences: false)
    let read = try #require(FormatTable.format(format)?.read)
    // Wherever a text stands, elements may stand as well.
    for index in parts.indices where index % 3 == 0 {
      var changed = parts.map(String.init)
      guard let end = changed[index].firstIndex(of: ">"), !changed[index].hasPrefix("?"),
        !changed[index].hasPrefix("!")
      else { continue }
      changed[index].insert(contentsOf: "<x y='1'><z>v</z><z/></x>", at: changed[index].index(after: end))
      if let reading = try? read(
        SourceFile(name: "x", bytes: Array(changed.joined(separator: "<").utf8)), ReadOptions())
      {
        _ = try Export.balance(reading, format)
      }
    }
  }

  @Test func aDocumentOfAnotherKindIsRefused() throws {
    for sample in Self.samples where sample.format != "gnome-keyring" {
      let error = try #require(try Export.error(Array("<other/>".utf8), sample.format))
      #expect(error.kind == .damaged)
      #expect(error.finding.code.name == "not-this-format")
    }
  }

  @Test func keePassXHasLineBreaksAsElements() throws {
    let reading = try Export.sample("keepassx.xml", "keepassx-xml")
    let items = Export.items(reading)
    #expect(items.map(\.title) == ["Ends", "Harbour Ferry"])
    #expect(items[1].login == Login("mara", " tide <41> "))
    #expect(items[1].note == "first line\n\nthird line")
    #expect(items[0].files.map(\.name) == ["chart.txt"])
    #expect(Export.folders(reading) == ["Ports: Ends", "Ports > North: Harbour Ferry"])
  }

  @Test func keePass1HasThePathAroundAGroup() throws {
    let reading = try Export.sample("keepass1.xml", "keepass1-xml")
    #expect(Export.items(reading)[0].login == Login("mara", "tide&41"))
    #expect(Export.items(reading)[0].fields.isEmpty)
    #expect(Export.folders(reading).last == "Ports > North > West: Harbour Ferry")
  }

  @Test func safeInCloudGoesByUseAndKind() throws {
    let reading = try Export.sample("safeincloud.xml", "safeincloud-xml")
    let items = Export.items(reading)
    #expect(items.map(\.title) == ["Harbour Ferry", "Card", "Only a note", "Gone"])
    #expect(items[0].login == Login("mara", " tide 41 "))
    #expect(items[0].scope?.urls == ["https://ferry.example"])
    #expect(items[0].tags == ["Work", "Ports"])
    #expect(items[0].isFavorite)
    #expect(items[0].totp?.secret == "GEZDGNBVGY3TQOJQ")
    #expect(items[0].fields.map(\.value) == ["other <pw>", "4", "0042"])
    #expect(items[0].fields.map(\.fieldType) == [.concealedString, .string, .concealedString])
    #expect(items[0].files.map(\.name) == ["chart.txt"])
    #expect(items[1].card?.expiryDate?.value == "2029-07")
    #expect(items[1].card?.verificationNumber?.value == "123")
    #expect(items.map(\.isTrashed) == [false, false, false, true])
  }

  @Test func stickyPasswordTiesLoginsToAccounts() throws {
    let reading = try Export.sample("sticky-password.xml", "sticky-password-xml")
    let items = Export.items(reading)
    #expect(items.map(\.title) == ["Harbour Ferry", "Harbour Ferry", "No login", "nobody"])
    #expect(
      items.map(\.login) == [Login("mara", " tide <41> "), Login("tom", "t2"), nil, Login("nobody", "alone")])
    #expect(items[1].note == "first line\nsecond line")
    #expect(Export.folders(reading).last == "Ports > North: Harbour Ferry,Harbour Ferry")
  }

  @Test func passwordSafeKeepsEarlierPasswords() throws {
    let reading = try Export.sample("passwordsafe.xml", "passwordsafe-xml")
    let item = Export.items(reading)[0]
    #expect(item.login == Login("mara", " tide <41> & "))
    #expect(item.note == "first line\nsecond line")
    #expect(Export.folders(reading) == ["Ports: ", "Ports > North.West: Harbour Ferry"])
    let text = String(decoding: CXFEncoder().encode(item), as: UTF8.self)
    #expect(
      text.contains(
        "\"passwords\":[{\"password\":\"tide 40\",\"usedAt\":1714979289},{\"password\":\"tide 39\""))
  }

  @Test func delineaGoesBySlug() throws {
    let reading = try Export.sample("delinea.xml", "delinea-xml")
    let item = Export.items(reading)[0]
    #expect(item.login == Login("mara", " tide <41> "))
    #expect(item.totp?.secret == "GEZDGNBVGY3TQOJQ")
    #expect(item.fields.map(\.label) == ["Backup codes", "Berth"])
    #expect(Export.folders(reading) == ["Ports: ", "Ports > North: Harbour Ferry", "Ports > Empty: "])
  }

  @Test func revelationHasKindsOfEntries() throws {
    let reading = try Export.sample("revelation.xml", "revelation-xml")
    let items = Dictionary(
      Export.items(reading).map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(items["Card"]?.card?.pin?.value == "0042")
    #expect(items["Card"]?.card?.number?.value == "4111111111111111")
    #expect(items["Gate"]?.login == Login(nil, "0815"))
    #expect(items["Depot"]?.fields.map(\.value) == ["2121", "kept"])
    #expect(items["Harbour Ferry"]?.subtitle == "about Harbour Ferry")
  }

  @Test func figarosFileWithACipherIsRefused() throws {
    let text = Samples.text("Samples/fpm.xml").replacing("cipher=\"none\"", with: "cipher=\"blowfish\"")
    #expect(try Export.error(Array(text.utf8), "fpm-xml")?.kind == .unsupportedEncryption)
  }

  @Test func keyringsOfGNOMEHaveEscapes() throws {
    let item = Export.items(try Export.sample("harbour.keyring", "gnome-keyring"))[0]
    #expect(item.login == Login("mara", " tide 41\nsecond line\\"))
    #expect(item.fields.map(\.label) == ["berth"])
    let sealed = Array("GnomeKeyring\n\r\0\n".utf8) + [0, 0, 0, 0]
    #expect(try Export.error(sealed, "gnome-keyring")?.kind == .unsupportedEncryption)
  }

  @Test(
    .enabled(if: SharedFiles.isPresent, "the shared sample files are absent"),
    arguments: [
      ("pass-import/keepass.xml", "keepass-xml", 14), ("pass-import/keepassx.xml", "keepassx-xml", 14),
      ("pass-import/fpm.xml", "fpm-xml", 14), ("pass-import/revelation.xml", "revelation-xml", 14),
      ("pass-import/gnome-keyring.keyring", "gnome-keyring", 14),
      ("keepassxc/NewDatabase.xml", "keepass-xml", 4),
      ("bugs/B061-tags.xml", "keepass-xml", 3),
    ])
  func sharedSamplesBalance(path: String, format: String, count: Int) throws {
    let reading = try Export.shared(path, format)
    #expect(reading.itemCount == count)
    _ = try Export.balance(reading, format)
    let passwords = Export.items(reading).compactMap { $0.login?.password }
    if path.hasPrefix("pass-import") {
      #expect(passwords.contains("D<INNeT?#?Bf4%`zA/4i!/'$T"))
      #expect(passwords.contains("mt}h'hSUCY;SU;;A!l[8y3O:8"))
    }
  }
}
