import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What the files about public bugs must give, value by value.
@Suite(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
struct CaseContentTests {
  private func read(_ name: String) throws -> TableReading {
    try TableReading(try SharedFiles.bytes("cases/bugs/" + name))
  }

  @Test func lineEndsInsideQuotesStay() throws {
    let items = try read("B005-crlf-inside-quotes.csv").plain
    #expect(items.map(\.title) == ["Dune", "Reef"])
    #expect(items[0].notes == ["first\r\nsecond, with comma\r\n\r\nfourth \"quoted\""])
    #expect(items[0].folders == [["Work"]])
    #expect(items[1].password == "p\nq")
    #expect(items[1].notes == ["lone\rcr"])
    #expect(items[1].isFavorite)
  }

  @Test func aBackslashIsABackslash() throws {
    let item = try #require(try read("B009-backslash-literal.csv").plain.first)
    #expect(item.username == "DOM\\user")
    #expect(item.password == "p\\\\q\\n")
    #expect(item.notes == ["C:\\new\\table ends with \\"])
  }

  @Test func aTableNobodyKnowsIsRefusedWithItsNames() throws {
    do {
      _ = try read("B011-no-known-column.csv")
      Issue.record("it was read")
    } catch let error as FormatError {
      #expect(error.kind == .unknownFormat)
      #expect(error.finding.message.contains("'foo'") && error.finding.message.contains("'bar'"))
      #expect(error.hint?.contains("--from csv --map \"foo=ROLE,bar=ROLE\"") == true)
    }
  }

  @Test func semicolonsPartCells() throws {
    let items = try read("B011-semicolons.csv").plain
    #expect(items[0].password == "a;b")
    #expect(items[0].notes == ["x, y"])
    #expect(items[0].folders == [["Garden"]])
    #expect(items[1].password == "c,d,e")
    #expect(items[1].isFavorite)
  }

  @Test func namesInAnotherLanguageAreKnown() throws {
    let reading = try read("B013-german-headers.csv")
    let item = try #require(reading.items.first)
    #expect(reading.plain[0].title == "Stadtwerke")
    #expect(reading.plain[0].username == "k.adler")
    #expect(reading.plain[0].password == "Strom#5")
    #expect(reading.plain[0].urls == ["https://strom.example/"])
    #expect(reading.plain[0].notes == ["Zähler 12"])
    #expect(
      item.credentials.last
        == .customFields(
          CustomFields(fields: [EditableField(fieldType: .string, value: "K-0077", label: "Kundennummer")])))
    #expect(reading.problems == ["unknown-column"])
  }

  @Test func blankRowsAreNone() throws {
    let reading = try read("B017-blank-tail.csv")
    #expect(reading.plain.map(\.title) == ["Fig", "Lime"])
    #expect(reading.plain[0].urls == ["fig.example"])
    #expect(reading.problems == [])
  }

  @Test func entitiesAreDecodedOnceWhereAllCellsHaveThem() throws {
    let reading = try read("B019-lastpass-entities.csv")
    #expect(reading.plain[0].title == "R&D")
    #expect(reading.plain[0].urls == ["https://m.example/?a=1&b=2"])
    #expect(reading.plain[0].password == "G<7&x>")
    #expect(reading.plain[0].notes == ["it's \"ok\""])
    #expect(reading.plain[1].password == "p&amp;q")
    #expect(reading.problems == ["html-entities-decoded"])
    let finding = reading.reading.findings.first { $0.code.name == "html-entities-decoded" }
    #expect(finding?.message.contains("5 cells") == true)
  }

  @Test func longNotesAreWhole() throws {
    let items = try read("B030-long-note.csv").plain
    #expect(items.map { $0.notes.first?.utf8.count ?? 0 } == [12000, 5, 7000])
  }

  @Test func placeholdersAreNoAddresses() throws {
    let reading = try read("B032-placeholders.csv")
    let items = reading.plain
    #expect(items.map(\.title) == ["Guest Wifi", "Router", "bea", "Nothing"])
    #expect(items.allSatisfy { $0.urls.isEmpty })
    #expect(items[0].notes == ["Wifi guest: sunny-day"])
    #expect(items[0].password == nil)
    #expect(items[0].folders == [["Home"]])
    #expect(items[3].notes == ["only extra"])
    #expect(reading.problems == ["empty-title"])
  }

  @Test func severalAddressesInACell() throws {
    let items = try read("B036-multi-uri.csv").plain
    #expect(items[0].urls == ["https://a.example/", "https://b.example/x?y=1"])
    #expect(items[0].apps == ["com.example.m"])
    #expect(items[1].urls == ["https://c.example/find?q=red,green"])
    #expect(items[2].urls == ["https://d.example/"])
  }

  @Test func oddParametersOfCodesCount() throws {
    let items = try read("B047-odd-parameters.csv").items
    #expect(
      items[0].code
        == TOTP(
          secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 10, digits: 7, username: "token",
          algorithm: .sha1,
          issuer: "token"))
    #expect(items[1].code?.secret == "GEZDGNBVGY3TQOJQ")
    #expect(items[1].code?.algorithm == .sha512)
    #expect(items[1].code?.period == 90)
  }

  @Test func labelsOfCodesArePartedByTheirIssuer() throws {
    let items = try read("B051-labels.txt").items
    #expect(items.map(\.title) == ["Test: Foo", "Acme", "solo@y.example", "OnlyIssuer", "Right"])
    #expect(items.map { $0.code?.issuer } == ["Test: Foo", "Acme", nil, "OnlyIssuer", "Right"])
    #expect(items.map { $0.code?.username } == ["User", "jo@x.example", "solo@y.example", nil, "amy"])
  }

  @Test func eachLevelOfFoldersIsThereOnce() throws {
    let reading = try read("B054-missing-parents.csv")
    #expect(
      reading.plain.map(\.folders) == [[["Work", "Servers", "Web"]], [["Work", "Servers", "Db"]], []])
    let collections = try #require(reading.reading.accounts.first?.account.collections)
    #expect(collections.map(\.title) == ["Work"])
    #expect(collections.first?.subcollections.map(\.title) == ["Servers"])
  }

  @Test func timesAreReadByTheirSize() throws {
    let reading = try read("B069-firefox-times.csv")
    #expect(reading.plain.map(\.created) == [1_448_989_086, 1_448_989_086, nil])
    #expect(reading.plain.map(\.modified) == [1_700_000_000, 1_700_000_000, nil])
    #expect(try reading.conversion.findings.filter { $0.code.name == "date-out-of-range" }.count == 1)
  }

  @Test func equalTitlesAreFourItems() throws {
    let items = try read("B099-same-titles.csv").plain
    #expect(items.map(\.title) == Array(repeating: "192.0.2.1", count: 4))
    #expect(items.map(\.password) == ["a", "b", "c", "d"])
    #expect(items.allSatisfy { $0.folders == [["srv"]] })
  }
}
