import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What rows of single products become, where a table alone does not say it.
@Suite struct TableFormatTests {
  private func sample(_ name: String) throws -> TableReading {
    try TableReading(Samples.bytes("Samples/exports/\(name)"))
  }

  private func item(_ name: String, _ title: Text) throws -> Item {
    try #require(try sample(name).items.first { $0.title == title })
  }

  // MARK: LastPass

  @Test func aCardOfLastPassIsACard() throws {
    let item = try item("lastpass-csv.csv", "Card")
    #expect(item.card?.number?.value == "4111111111111111")
    #expect(item.card?.expiryDate == EditableField(fieldType: .yearMonth, value: "2031-11"))
    #expect(item.card?.verificationNumber?.value == "123")
    // What looks like a label in the notes is text.
    #expect(
      try sample("lastpass-csv.csv").plain.first { $0.title == "Card" }?.notes == [
        "kept in the drawer\nSecurity Code:not this one"
      ])
    #expect(item.scope == nil)
  }

  @Test func otherFormsOfLastPassAreTyped() throws {
    #expect(try item("lastpass-csv.csv", "Net").wifi?.ssid?.value == "Quill Net")
    #expect(try item("lastpass-csv.csv", "Net").wifi?.networkSecurityType?.value == "wpa2-personal")
    let passport = try item("lastpass-csv.csv", "Passport").passport
    #expect(passport?.birthDate == EditableField(fieldType: .date, value: "1980-03-04"))
    #expect(passport?.issuingCountry == EditableField(fieldType: .countryCode, value: "IE"))
    #expect(
      try item("lastpass-csv.csv", "Locker").fieldTexts == [
        "Custom_1234/Locker=17", "Custom_1234/Combination=3-1-4",
      ])
    // Only the first line can say that a note is a form.
    #expect(
      try sample("lastpass-csv.csv").plain.first { $0.title == "Boiler" }?.notes == [
        "Turn left.\nNoteType: is no form here"
      ])
  }

  @Test func anEmptyFolderOfLastPassIsAFolder() throws {
    let account = try #require(try sample("lastpass-csv.csv").reading.accounts.first?.account)
    let empty = try #require(account.collections.first { $0.title == "Empty" })
    #expect(empty.subcollections.map(\.title) == ["Folder"])
    #expect(empty.subcollections.first?.items == [])
  }

  @Test func aPrivateKeyGoesOnOverLines() throws {
    let note =
      "NoteType:SSH Key\nLanguage:en-US\nFormat:ed25519\nPassphrase:x: y\nPrivate Key:-----BEGIN X-----\nabc=\n-----END X-----\nPublic Key:ssh-ed25519 AAAA\nHostname:h.example\nNotes:n"
    let text = "url,username,password,extra,name,grouping,fav\nhttp://sn,,,\"\(note)\",Key,,0\n"
    let item = try #require(try TableReading(text).items.first)
    #expect(item.fieldTexts.contains("SSH key/Private key=-----BEGIN X-----\nabc=\n-----END X-----"))
    #expect(item.fieldTexts.contains("SSH Key/Passphrase=x: y"))
    #expect(item.fieldTexts.contains("SSH Key/Hostname=h.example"))
  }

  @Test func onlyEntitiesThroughoutAreDecoded() throws {
    // One raw sign says that the writer does not encode, and then `&lt;` may be part of a password.
    let text = "url,username,password,extra,name,grouping,fav\nhttps://a.example/,u,p&lt;q,a & b,A,,0\n"
    let reading = try TableReading(text)
    #expect(reading.plain.first?.password == "p&lt;q")
    #expect(!reading.problems.contains("html-entities-decoded"))
  }

  // MARK: 1Password, Dashlane, NordPass, Proton

  @Test func sectionsOfOnePasswordAreGroups() throws {
    let item = try item("1password-csv.windows.csv", "Mill")
    #expect(item.fieldTexts == ["Recovery/RECOVERY CODE=ab12-cd34"])
    #expect(try self.item("1password-csv.windows.csv", "Blue card").card?.number?.value == "4111111111111111")
    #expect(
      try self.item("1password-csv.windows.csv", "Tax, Lantern Street").code?.secret == "GEZDGNBVGY3TQOJQ")
  }

  @Test func fieldsOfOnePasswordForMacAreKnownByTheirNames() throws {
    let card = try item("1password-csv.mac.csv", "Blue card")
    #expect(card.card?.expiryDate?.value == "2031-11")
    #expect(card.createdAt == Timestamp(1_606_923_869))
    #expect(try item("1password-csv.mac.csv", "Home network").wifi?.passphrase?.value == "wave-Form-8")
    #expect(try item("1password-csv.mac.csv", "Mill").tags == ["Starter Kit", "home"])
  }

  @Test func anArchivedItemStaysArchived() throws {
    let item = try item("1password-csv.csv", "Door")
    #expect(
      item.extensions.contains {
        if case .other(let other) = $0 { other.name == "cxf-toolkit.alt/state" } else { false }
      })
    #expect(!item.isTrashed)
  }

  @Test func documentsOfDashlaneGoByTheirKind() throws {
    let items = try sample("dashlane-csv.ids.csv").items
    #expect(items.compactMap(\.passport?.passportNumber?.value) == ["X0000000"])
    #expect(items.compactMap(\.license?.licenseNumber?.value) == ["L-77"])
    #expect(items.compactMap(\.license?.territory?.fieldType) == [.subdivisionCode])
    #expect(items.compactMap(\.document?.identificationNumber?.value) == ["C-12", "900-00-0000"])
    #expect(items.allSatisfy { !$0.title.isEmpty })
  }

  @Test func peopleOfDashlaneAreNamed() throws {
    let items = try sample("dashlane-csv.personalInfo.csv").items
    #expect(items.map(\.title) == ["Mara Quill", "My mail", "Phone", "Home", "Own page"])
    #expect(items[0].person?.title?.value == "MS")
    #expect(items[3].postalAddress?.country == EditableField(fieldType: .countryCode, value: "IE"))
    #expect(items[3].fieldTexts.contains("Door code=0042"))
  }

  @Test func cellsOfJSONComeApart() throws {
    let mill = try item("nordpass-csv.csv", "Mill")
    #expect(
      mill.scope?.urls == [
        "http://192.0.2.17:8443/admin", "https://second.example/", "https://third.example/a,b",
      ])
    #expect(mill.fieldTexts == ["Locker=3-1-4", "Floor=2, left"])
    let me = try item("nordpass-csv.csv", "Me")
    #expect(me.postalAddress?.streetAddress?.value == "4 Mole End\nDoor 7")
    #expect(me.postalAddress?.country == EditableField(fieldType: .countryCode, value: "IE"))
    #expect(try item("nordpass-csv.csv", "Blue card").card?.pin?.value == "0077")
    let folders = try #require(try sample("nordpass-csv.csv").reading.accounts.first?.account.collections)
    #expect(folders.first { $0.title == "Home" }?.subcollections.map(\.title) == ["Cellar"])
  }

  @Test func formsInTheNotesOfProtonAreTyped() throws {
    let card = try item("proton-csv.csv", "Blue card").card
    #expect(card?.expiryDate == EditableField(fieldType: .yearMonth, value: "2031-11"))
    let me = try item("proton-csv.csv", "Me")
    #expect(me.person?.given?.value == "Mara")
    #expect(me.passport?.passportNumber?.value == "X0000000")
    #expect(me.fieldTexts.contains { $0.hasSuffix("=17") })
    let two = try #require(try sample("proton-csv.csv").plain.first { $0.title == "Two sites" })
    #expect(two.urls == ["https://one.example/", "https://two.example/x?y=1,2"])
    #expect(two.folders == [["Personal / shared"]])
    #expect(
      try sample("proton-csv.csv").plain.first { $0.title == "Shop alias" }?.username
        == "shop.alias@quill.example")
  }

  // MARK: Tables without a header, and rows of any length

  @Test func pairsOfKeeperAreFields() throws {
    let item = try item("keeper-csv.csv", "Tax, Lantern Street")
    #expect(item.code?.issuer == "Lantern")
    #expect(item.fieldTexts == ["Locker=3-1-4"])
    let plain = try sample("keeper-csv.csv").plain
    #expect(plain.first { $0.title == "Mill" }?.folders == [["Shared", "Desk"]])
    #expect(plain.first { $0.title.hasPrefix("Tax") }?.folders == [["Work", "Office"]])
  }

  @Test func aGuardOfRoboFormIsTakenOffOnce() throws {
    let guarded = try #require(try sample("roboform-csv.csv").plain.first { $0.title == "Guarded" })
    #expect(guarded.username == "@mara")
    #expect(guarded.password == "'quoted")
    #expect(guarded.secrets == ["GEZDGNBVGY3TQOJQ"])
    #expect(try item("roboform-csv.csv", "Guarded").fieldTexts == ["Locker=3,1,4"])
  }

  @Test func nobodyElseHasAGuard() throws {
    let text = "name,url,username,password\nA,https://a.example/,'@u,''p\n"
    #expect(try TableReading(text).plain.first?.username == "'@u")
    #expect(try TableReading(text).plain.first?.password == "''p")
  }

  @Test func pairsOfEnpassGoByTheirLabels() throws {
    #expect(try item("enpass-csv.csv", "Blue card").card?.expiryDate?.value == "2031-11")
    #expect(try item("enpass-csv.csv", "Mill").fieldTexts == ["Locker=3-1-4"])
  }

  @Test func groupsOfButtercupNest() throws {
    let plain = try sample("buttercup-csv.csv").plain
    #expect(plain.first { $0.title.hasPrefix("Tax") }?.folders == [["Home", "Work"]])
    let ring =
      "!type,!group_id,!group_name,!group_parent,title,username,password\ngroup,a,A,b,,,\ngroup,b,B,a,,,\nentry,a,A,,T,u,p\n"
    #expect(try TableReading(ring).plain.first?.folders.first?.last == "A")
  }

  @Test func labelsOfMSecureSayWhatCellsHold() throws {
    let card = try item("msecure-csv.csv", "Blue card")
    #expect(card.card?.number?.value == "4111111111111111")
    #expect(card.card?.pin?.value == "0077")
    #expect(
      try sample("msecure-csv.csv").plain.first { $0.title.hasPrefix("Tax") }?.notes == [
        "Ask for \"Tom\", desk 4.\nCall before 17:00."
      ])
  }

  @Test func datesOfAFileTellWhichWayRoundTheyAre() throws {
    let items = try sample("myki-csv.document.csv").items
    #expect(items[0].passport?.issueDate == EditableField(fieldType: .date, value: "2020-05-06"))
    let alone =
      "nickname,status,tags,idType,idNumber,idName,idIssuanceDate,idExpirationDate,idCountry,additionalInfo\nP,active,,Passport,X,M,06/05/2020,,IE,\n"
    let doubtful = try TableReading(alone)
    #expect(doubtful.items.first?.passport?.issueDate == nil)
    #expect(doubtful.items.first?.fieldTexts == ["idIssuanceDate=06/05/2020"])
  }

  @Test func aTableMayRepeatItsHeader() throws {
    #expect(try sample("passwordstate-csv.csv").items.count == 5)
    #expect(try sample("passwordstate-csv.csv").plain.first?.folders == [["Quill", "Harbour", "Boats"]])
  }

  @Test func firefoxKeepsItsOwnAccountToItself() throws {
    let reading = try sample("firefox-csv.csv")
    #expect(reading.reading.leftItemCount == 1)
    #expect(!reading.items.contains { $0.scope?.urls.contains("chrome://FirefoxAccounts") == true })
    let conversion = try reading.conversion
    #expect(conversion.items.read == 6 && conversion.items.skipped == 1)
  }

  @Test func identifiersOfTheFileArePassedOn() throws {
    let firefox = try sample("firefox-csv.csv")
    #expect(firefox.items.first?.id == Identifier(Array("{00000000-0000-4000-8000-000000000000}".utf8)))
    #expect(firefox.reading.accounts.first?.account.extensions == [])
    #expect(try sample("apple-csv.csv").reading.accounts.first?.account.extensions.count == 1)
  }

  // MARK: Plain texts

  @Test func recordsOfKasperskyEndAtTheirDashes() throws {
    let plain = try sample("kaspersky-text.txt").plain
    #expect(plain.map(\.title) == ["Harbour Library", "Lantern", "Mill", "Boiler"])
    #expect(plain[0].notes == ["two\nlines"])
    #expect(plain[1].password == " two before")
    #expect(plain[3].notes == ["Turn left.\nPassword: this is text\n\nThen right."])
    #expect(plain[3].password == nil)
  }

  @Test func aKeychainIsReadWithItsAddresses() throws {
    let plain = try sample("apple-keychain-text.txt").plain
    #expect(plain[0].urls == ["https://harbour-library.example/login"])
    #expect(plain[0].created == 1_700_000_000)
    #expect(plain[1].password == "a \"quoted\" one")
    #expect(plain[2].password == "pâte-à-choux")
  }

  @Test func codesOfGoogleComeOutOfTheirMessage() throws {
    let reading = try sample("otpauth-list.google.txt")
    let items = reading.items
    #expect(items.map(\.title) == ["Lantern", "Mill", "Door"])
    #expect(
      items[0].code
        == TOTP(
          secret: "GEZDGNBVGY3TQOJQ", period: 30, digits: 6, username: "mara@quill.example", algorithm: .sha1,
          issuer: "Lantern"))
    #expect(items[1].code?.secret == "JBSWY3DPEHPK3PXP")
    #expect(items[1].code?.digits == 8)
    #expect(items[1].code?.algorithm == .sha256)
    #expect(items[2].code == nil && items[2].fieldTexts.first?.contains("counter=7") == true)
    #expect(reading.problems.contains("transfer-incomplete"))
  }

  @Test func enteKeepsNotesAndTagsBesideACode() throws {
    let item = try #require(try sample("otpauth-list.ente.txt").plain.first)
    #expect(item.notes == ["by the door"])
    #expect(item.tags == ["home"])
    #expect(item.isFavorite)
    #expect(item.secrets == ["GEZDGNBVGY3TQOJQ"])
  }

  // MARK: Any table

  @Test func columnsGoAsThePersonSays() throws {
    let text = "Ding;Kennz;Geheim\nA;u;p\n"
    let map = try ColumnMap.parse("Ding=title, Kennz = username,Geheim=password")
    let reading = try TableReading(text, as: "csv", ReadOptions(columnMap: map))
    #expect(reading.plain == [Plain(title: "A", username: "u", password: "p")])
    #expect(throws: ColumnMap.Problem.unknownRole("words")) { try ColumnMap.parse("A=words") }
    #expect(throws: ColumnMap.Problem.noRole("A")) { try ColumnMap.parse("A") }
  }

  @Test func aProposalShowsNoData() throws {
    // A table without a header: its first row is somebody's password.
    let text = "hunter2,correct horse 99,https://a.example/\nx,y,https://b.example/\n"
    do {
      _ = try TableReading(text)
      Issue.record("it was read")
    } catch let error as FormatError {
      #expect(error.hint?.contains("hunter2") != true)
      #expect(!error.finding.message.contains("hunter2") && !error.finding.message.contains("horse"))
    }
  }

  @Test(arguments: [
    ("ユーザー名,パスワード,ウェブサイト,メモ", "u,p,https://a.example/,n"),
    ("Nombre de usuario,Contraseña,Sitio web,Notas", "u,p,https://a.example/,n"),
    ("Логин;Пароль;Сайт;Заметки", "u;p;https://a.example/;n"),
    ("user_name\tpassword\turl\tnotes", "u\tp\thttps://a.example/\tn"),
  ])
  func wordsOfManyLanguagesAreKnown(header: String, row: String) throws {
    let reading = try TableReading("\(header)\n\(row)\n")
    #expect(reading.format.id == "csv")
    #expect(reading.plain.first?.username == "u")
    #expect(reading.plain.first?.password == "p")
    #expect(reading.plain.first?.urls == ["https://a.example/"])
    #expect(reading.plain.first?.notes == ["n"])
  }

  /// Of what an item has once the first counts; nothing is said to stand where it does not.
  @Test func aMomentThatComesTwiceIsKeptBesideTheFirst() throws {
    let text = Samples.text("Samples/exports/apple-keychain-text.txt")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines.firstIndex { $0.contains("\"cdat\"") })
    let again = lines[place].replacingOccurrences(of: "\"20", with: "\"19")
    let doubled = (lines[...place] + [again] + lines[(place + 1)...]).joined(separator: "\n")
    let reading = try TableReading(doubled)
    let conversion = try reading.conversion
    #expect(conversion.values.isBalanced && conversion.values.lost == 0)
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
    #expect(reading.items.count == (try TableReading(text)).items.count)
  }
}
