import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What records of a 1PIF file become.
@Suite struct OnePassword1PIFTests {
  private static let stars = "\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n"

  private func read(_ records: String...) throws -> Reading {
    let text = records.map { $0 + Self.stars }.joined()
    return try OnePassword.read(OnePassword.file(Array(text.utf8)), as: "1password-1pif")
  }

  private func sample() throws -> Reading {
    try OnePassword.read(OnePassword.file(Samples.bytes("Samples/onepassword.1pif")), as: "1password-1pif")
  }

  private func item(_ title: Text) throws -> Item {
    try #require(Bitwarden.items(try sample()).first { $0.title == title })
  }

  @Test func everyValueOfTheSampleIsInTheBundle() throws {
    #expect(try OnePassword.expectWhole(try sample()).problems == [])
  }

  @Test func foldersNestByWhatTheyName() throws {
    let collections = try sample().accounts[0].account.collections
    #expect(collections.map(\.title) == ["Work"] && collections[0].subcollections.map(\.title) == ["Clients"])
    #expect(collections[0].items.count == 1 && collections[0].subcollections[0].items.count == 1)
    #expect(collections[0].createdAt == Timestamp(1_678_786_013))
    #expect(collections[0].subcollections[0].modifiedAt == Timestamp(1_762_106_700))
  }

  @Test func aLoginHasItsPlaces() throws {
    let login = try item("Lantern Tickets")
    #expect(
      login.basicAuth?.username?.value == "box-office" && login.basicAuth?.password?.value == " lamp oil ")
    #expect(login.scope?.urls == ["https://lantern.example/", "https://staff.lantern.example"])
    #expect(login.noteText == "Doors at 7" && login.tags == ["tickets", "work"] && login.isFavorite == true)
    #expect(login.totp != nil)
    #expect(
      login.shownFields == [
        ["Extras", "row", "string", "7"], ["Extras", "since", "date", "2020-01-01"],
        ["", "venue", "string", "pier 4"],
        ["", "Form action", "string", "https://lantern.example/session"],
      ])
    #expect(try item("Bare password").basicAuth?.password?.value == "one\u{2028}two")
  }

  @Test func whatStandsBesideTheSectionsRepeatsThemOrIsAllThereIs() throws {
    let later = try item("Ferry card")
    #expect(later.card?.number?.value == "5555555555554444" && later.card?.expiryDate?.value == "2031-11")
    #expect(later.fields.isEmpty)
    let older = try item("Older card")
    #expect(older.card?.fullName?.value == "MARA QUILL" && older.card?.validFrom?.value == "2025-06")
    #expect(older.fields.isEmpty)
    let identity = try item("Mara")
    #expect(identity.types == ["person-name", "address", "custom-fields"])
    #expect(identity.shownFields.map { $0[3] } == ["1967-11-04", "mara@quill.example"])
  }

  @Test func aValueBesideTheSectionsThatDiffersIsKept() throws {
    let reading = try read(
      """
      {"uuid":"A","typeName":"wallet.financial.CreditCard","title":"C","secureContents":{"ccnum":"1","expiry_yy":"2030",
      "expiry_mm":"1","sections":[{"fields":[{"k":"string","n":"ccnum","t":"number","v":"2"},
      {"k":"monthYear","n":"expiry","t":"expiry date","v":203112}]}]}}
      """)
    try OnePassword.expectWhole(reading)
    let item = try #require(Bitwarden.items(reading).first)
    #expect(item.card?.number?.value == "2" && item.card?.expiryDate?.value == "2031-12")
    #expect(item.shownFields.map { $0[3] }.sorted() == ["1", "2030-01"])
  }

  @Test func windowsVariantsNameTheirPartsOtherwise() throws {
    let reading = try read(
      """
      {"uuid":"A","category":"001","createdAt":1500000000,"overview":{"title":"W","ainfo":"mara","url":"w.example",
      "URLs":[{"l":"website","u":"w.example"}]},"details":{"fields":[{"designation":"password","name":"p","type":"P",
      "value":"pw"}],"notesPlain":"n"}}
      """)
    try OnePassword.expectWhole(reading)
    let item = try #require(Bitwarden.items(reading).first)
    #expect(item.title == "W" && item.subtitle == "mara" && item.basicAuth?.password?.value == "pw")
    #expect(item.scope?.urls == ["w.example"] && item.noteText == "n" && item.fields.isEmpty)
  }

  @Test func attachedFilesOfTheFolderComeAlong() async throws {
    let record = #"{"uuid":"AA","typeName":"webforms.WebForm","title":"L","secureContents":{}}"# + Self.stars
    let files: [(String, String)] = [
      ("data.1pif", record), ("attachments/AA/ü.txt", "one"), ("attachments/AA/b.bin", ""),
      ("attachments/BB/lost.txt", "nobody's"), ("attachments/.DS_Store", "x"),
    ]
    let folder = SourceMembers(folder: "L.1pif", files: files.map { ($0.0, MemoryBytes(Array($0.1.utf8))) })
    let reading = try OnePassword.read(SourceFile(name: "L.1pif", folder: folder), as: "1password-1pif")
    let item = try #require(reading.accounts[0].items.first)
    #expect(item.item.files.map(\.name) == ["ü.txt", "b.bin"])
    #expect(try await OnePassword.bytes(item.attachments.first) == Array("one".utf8))
    let conversion = try OnePassword.expectWhole(reading, lost: 1)
    #expect(conversion.problems == ["attachment-without-item"])
  }

  @Test func aDamagedRecordIsSetAside() throws {
    let good = #"{"uuid":"A","typeName":"passwords.Password","title":"G","secureContents":{"password":"p1"}}"#
    let reading = try read(
      good, #"{"uuid":"B","secureContents":{"password":"hidden""#, good.replacing("\"A\"", with: "\"C\""))
    #expect(Bitwarden.items(reading).map(\.title) == ["G", "G"] && reading.failed == 1)
    let conversion = try OnePassword.expectWhole(reading, lost: 1)
    #expect(conversion.problems.contains { $0.hasPrefix("json-") })
    #expect(!conversion.findings.contains { $0.message.contains("hidden") })
  }

  @Test func foldersThatHoldEachOtherEndSomewhere() throws {
    let folder = { (id: String, parent: String) in
      #"{"uuid":"\#(id)","typeName":"system.folder.Regular","title":"F\#(id)","folderUuid":"\#(parent)"}"#
    }
    let reading = try read(folder("1", "2"), folder("2", "1"), folder("3", "3"), folder("4", "nowhere"))
    try OnePassword.expectWhole(reading)
    #expect(reading.itemCount == 0)
  }

  @Test func savedSearchesAndTombstonesAreNoItems() throws {
    let reading = try read(
      #"{"uuid":"1","typeName":"system.folder.SavedSearch","title":"Weak"}"#,
      #"{"uuid":"2","typeName":"system.Tombstone"}"#,
      #"{"uuid":"3","typeName":"passwords.Password","title":"P","folderUuid":"9"}"#)
    #expect(Bitwarden.items(reading).map(\.title) == ["P"])
    #expect(Bitwarden.problems(reading) == ["unknown-folder"])
    try OnePassword.expectWhole(reading)
  }

  @Test func theLineOfStarsInsideATextIsNoEnd() throws {
    let reading = try read(
      #"{"uuid":"1","typeName":"securenotes.SecureNote","title":"N","secureContents":{"notesPlain":"a ***5642bee8-a5ff-11dc-8314-0800200c9a66*** b"}}"#
    )
    #expect(Bitwarden.items(reading).first?.noteText == "a ***5642bee8-a5ff-11dc-8314-0800200c9a66*** b")
  }
}
