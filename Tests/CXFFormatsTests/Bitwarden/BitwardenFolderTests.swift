import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Which items are in which folders, and what is said when that changes.
@Suite struct BitwardenFolderTests {
  private let item = Item(id: Identifier([7]), title: "A")

  private func folder(_ id: UInt8, _ title: String, _ links: [LinkedItem] = []) -> ItemCollection {
    ItemCollection(id: Identifier([id]), title: Text(title), items: links)
  }

  @Test func aLinkMayNameItsOwnAccount() throws {
    let link = LinkedItem(item: item.id, account: Identifier([1]))
    let (lines, conversion) = try Bitwarden.write([item], [folder(5, "Work", [link])])
    #expect(lines.contains("0.folderId = Work"))
    #expect(conversion.problems.isEmpty && conversion.count(.danglingLink) == 0)
  }

  @Test func linksThatLeadNowhereAreReportedOnceForTheFolder() throws {
    let links = [
      LinkedItem(item: Identifier([8])), LinkedItem(item: Identifier([9])), LinkedItem(item: item.id),
    ]
    let (lines, conversion) = try Bitwarden.write([item], [folder(5, "Work", links)])
    #expect(lines.contains("0.folderId = Work"))
    #expect(conversion.values.lost == 0)
    let findings = conversion.findings.filter { $0.code == .danglingLink }
    #expect(findings.map(\.item) == ["Work"] && findings[0].message.hasPrefix("2 links"))
  }

  @Test func aLinkIntoAnotherAccountIsReported() throws {
    let link = LinkedItem(item: item.id, account: Identifier([2]))
    let (lines, conversion) = try Bitwarden.write([item], [folder(5, "Work", [link])])
    #expect(!lines.contains { $0.contains(".folderId") })
    #expect(conversion.problems == ["folder-membership-lost"])
  }

  @Test func ofSeveralFoldersTheFirstIsTakenAndTheOthersAreReported() throws {
    let link = LinkedItem(item: item.id)
    let (lines, conversion) = try Bitwarden.write(
      [item], [folder(5, "One", [link, link]), folder(6, "Two", [link])])
    #expect(lines.contains("0.folderId = One"))
    let findings = conversion.findings.filter { $0.code == .folderMembershipLost }
    #expect(findings.map(\.action) == [.skipped] && findings.map(\.severity) == [.warning])
    #expect(try Bitwarden.write([item], [folder(5, "One", [link, link])]).1.problems.isEmpty)
  }

  @Test(arguments: ["/", "//"])
  func aNameOfSlashesAloneIsKept(_ name: String) throws {
    let text = Bitwarden.document(
      #"{"type":2,"name":"a","folderId":"1"}"#, folders: #"{"id":"1","name":"\#(name)"}"#)
    let reading = try Bitwarden.read(text)
    #expect(reading.accounts[0].account.collections.map(\.title) == [Text(name)])
    #expect(try Bitwarden.convert(reading, to: CXFDocument.format).values.lost == 0)
    let back = try Bitwarden.convert(reading, to: BitwardenJSON.format)
    #expect(try JSONLines(back.bytes).lines.contains("0.folderId = \(name)"))
  }

  @Test(arguments: [("Bank", "Bank"), ("Caf\u{E9}", "Cafe\u{301}"), ("A/B", "A/B"), ("A/B", "A//B")])
  func foldersOfOneNameBecomeOneAndThatIsSaid(_ first: String, _ second: String) throws {
    let text = Bitwarden.document(
      #"{"type":2,"name":"a","folderId":"1"},{"type":2,"name":"b","folderId":"2"}"#,
      folders: #"{"id":"1","name":"\#(first)"},{"id":"2","name":"\#(second)"}"#)
    let conversion = try Bitwarden.convert(try Bitwarden.read(text), to: CXFDocument.format)
    #expect(conversion.problems == ["folders-joined"])
    #expect(conversion.values.lost == 0)
    let second = conversion.findings.filter { $0.message.contains("another folder") }
    #expect(second.map(\.action) == [.converted] && second[0].field == "name")
    #expect(second[0].position.pointer == "/folders/1/name")
    let collections = try Bitwarden.read(text).accounts[0].account.collections
    #expect(collections.count == 1)
    #expect((collections[0].items + collections[0].subcollections.flatMap(\.items)).count == 2)
  }

  @Test func aPathThatSpellsAFolderOtherwiseIsSaidToo() throws {
    let text = Bitwarden.document(
      "",
      folders:
        #"{"id":"1","name":"Caf\u00e9"},{"id":"2","name":"Cafe\u0301/In"},{"id":"3","name":"Caf\u00e9/Out"}"#)
    let conversion = try Bitwarden.convert(try Bitwarden.read(text), to: CXFDocument.format)
    #expect(conversion.problems == ["folders-joined"])
    #expect(conversion.findings.first { $0.code == .foldersJoined }?.message.hasPrefix("1 folders") == true)
  }

  @Test func collectionsOfOnePathAreWarnedOfAndStayApart() throws {
    let (lines, conversion) = try Bitwarden.write(
      [item], [folder(5, "Work"), folder(6, "Work", [LinkedItem(item: item.id)])])
    #expect(lines.filter { $0 == "folder Work" }.count == 2)
    #expect(conversion.problems == ["folders-joined"])
  }

  @Test func aTitleThatBitwardenReadsAsAPathIsMarkedConverted() throws {
    let (lines, conversion) = try Bitwarden.write([item], [folder(5, "In/Out")])
    #expect(lines.contains("folder In/Out"))
    #expect(conversion.findings.first { $0.code == .folderPath }?.message.contains("slash") == true)
  }

  @Test(arguments: [#""""#, "null", "7"])
  func itemsOfAFolderWithoutANameAreReported(_ name: String) throws {
    let text = Bitwarden.document(
      #"{"type":2,"name":"a","folderId":"1"},{"type":2,"name":"b"}"#,
      folders: #"{"id":"1","name":\#(name)}"#)
    let findings = try Bitwarden.read(text).findings.filter { $0.code == .folderMembershipLost }
    #expect(findings.map(\.item) == ["a"] && findings.map(\.action) == [.skipped])
  }

  @Test(.ends(withinMinutes: 1))
  func manyItemsWithOneIdentifierGetOneEach() throws {
    let makeWriter = try #require(BitwardenJSON.format.makeWriter)
    let writer = makeWriter(WriteOptions(timestamp: 1))
    let account = Account(items: [])
    writer.begin(account, record: SourceRecord(account))
    // 5,000 would take 12 million tries if each search began anew.
    for _ in 0..<5_000 { _ = writer.write(item, record: SourceRecord(item)) }
    let lines = try JSONLines(writer.finish().bytes).lines.filter { $0.contains(".id = ") }
    #expect(Set(lines.compactMap { $0.split(separator: " ").last }).count == 5_000)
  }
}
