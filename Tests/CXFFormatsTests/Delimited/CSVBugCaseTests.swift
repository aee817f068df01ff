import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

private let known: CSVColumnNames = [
  "name", "title", "url", "username", "password", "note", "notes", "extra", "grouping", "fav", "group",
  "folder",
  "login_uri", "account", "login name", "web site", "comments", "passwort", "benutzername", "favorite",
]

@Suite(.enabled(if: SharedFiles.isPresent, "the bug cases lie outside the repository"))
struct CSVBugCaseTests {
  private func read(_ name: String) throws -> ReadRows {
    try ReadRows(try SharedFiles.bytes("cases/bugs/\(name)"), CSVOptions(knownColumns: known))
  }

  @Test(arguments: [
    ("B001-bom-quoted-header.csv", 5, 2), ("B003-windows-1252.csv", 5, 2),
    ("B005-crlf-inside-quotes.csv", 8, 2),
    ("B007-doubled-quotes.csv", 4, 5), ("B009-backslash-literal.csv", 6, 1), ("B011-semicolons.csv", 8, 2),
    ("B013-german-headers.csv", 6, 1), ("B015-reordered-caps.csv", 5, 1), ("B017-blank-tail.csv", 5, 2),
    ("B019-lastpass-entities.csv", 8, 2), ("B023-outer-spaces.csv", 4, 5), ("B025-formula-like.csv", 5, 3),
    ("B027-nfc-nfd.csv", 4, 2), ("B030-long-note.csv", nil, 3), ("B032-placeholders.csv", 8, 4),
    ("B034-android-url.csv", 5, 2), ("B036-multi-uri.csv", 11, 3), ("B038-ports.csv", 5, 5),
    ("B040-idn.csv", 5, 2), ("B047-odd-parameters.csv", 11, 2), ("B054-missing-parents.csv", 6, 3),
    ("B069-firefox-times.csv", 9, 3), ("B095-same-twice.csv", 5, 3), ("B097-paths-www.csv", 5, 5),
    ("B099-same-titles.csv", 6, 4), ("B100-ten-thousand.csv", 5, 10_000),
  ])
  func readsEveryRecord(name: String, columns: Int?, records: Int) throws {
    let file = try read(name)
    if let columns { #expect(file.names.count == columns) }
    #expect(file.records.count == records)
    #expect(file.codes.isEmpty)
    #expect(file.reader.failedCount == 0)
    let isGuess = name.hasPrefix("B003")
    #expect(file.fileCodes == (isGuess ? ["encoding-guessed"] : []))
  }

  @Test func b001StripsOneMark() throws {
    let file = try read("B001-bom-quoted-header.csv")
    #expect(file.reader.header.index(of: "name") == 0)
    #expect(file.value(0, "name") == "Harbour Ferry")
    #expect(file.value(0, "note") == "\u{FEFF}note keeps its own mark")
    #expect(file.value(1, "name") == "")
    #expect(file.value(1, "password") == "crust,77")
    #expect(file.reader.position(of: file.records[0]).byte == 3 + 43)
  }

  @Test func b003GuessesWindows1252AndNamesTheRow() throws {
    let file = try read("B003-windows-1252.csv")
    #expect(file.rows[0].prefix(4) == ["Café", "https://cafe.example/", "zoé", "prix:5€ “net”"])
    let findings = file.reader.fileFindings
    #expect(findings.count == 1)
    #expect(findings[0].severity == .warning)
    #expect(findings[0].message.hasSuffix("characters beyond ASCII are in data row 1"))
  }

  @Test func b005KeepsLineEndsInsideQuotes() throws {
    let file = try read("B005-crlf-inside-quotes.csv")
    #expect(file.value(0, "extra") == "first\r\nsecond, with comma\r\n\r\nfourth \"quoted\"")
    #expect(file.value(1, "password") == "p\nq")
    #expect(file.value(1, "extra") == "lone\rcr")
    #expect(file.records.map(\.line) == [2, 6])
  }

  @Test func b007ReadsDoubledQuotes() throws {
    let file = try read("B007-doubled-quotes.csv")
    let passwords = (0..<5).map { file.value($0, "password") }
    #expect(passwords == ["\"start", "end\"", "\"\"", "un\"\"quoted", ""])
  }

  @Test(arguments: [CSVOptions.Escape.fixed(.doubledQuotes), .sniffed])
  func b009KeepsBackslashes(escape: CSVOptions.Escape) throws {
    let bytes = try SharedFiles.bytes("cases/bugs/B009-backslash-literal.csv")
    let file = try ReadRows(bytes, CSVOptions(knownColumns: known, escape: escape))
    #expect(
      file.rows == [
        [
          "Root/PC", "Share", #"DOM\user"#, #"p\\q\n"#, "https://share.example/",
          #"C:\new\table ends with \"#,
        ]
      ])
    #expect(file.fileCodes.isEmpty)
  }

  @Test func b011FindsTheDelimiter() throws {
    let file = try read("B011-semicolons.csv")
    #expect(file.reader.dialect.delimiter == UInt8(ascii: ";"))
    #expect(file.value(0, "password") == "a;b")
    #expect(file.value(0, "extra") == "x, y")
    #expect(file.value(1, "password") == "c,d,e")
  }

  @Test func b011NoKnownColumnIsAnErrorThatListsTheNames() throws {
    let error = #expect(throws: CSVError.self) { try read("B011-no-known-column.csv") }
    #expect(error == .noKnownColumns(names: ["foo", "bar"]))
    #expect(error?.finding.severity == .error)
    #expect(error?.finding.message == "no column is known; the header has 2 names: 'foo', 'bar'")
  }

  @Test func b015FindsColumnsByName() throws {
    let file = try read("B015-reordered-caps.csv")
    #expect(file.value(0, "url") == "https://sea.example/")
    #expect(file.value(0, "username") == "sky")
    #expect(file.value(0, "favorite") == "1")
  }

  @Test func b017SkipsBlankRecords() throws {
    let file = try read("B017-blank-tail.csv")
    #expect(file.records.map(\.number) == [1, 2])
    #expect(file.records.map(\.line) == [4, 7])
    #expect(file.value(1, "Login Name") == "lou")
  }

  @Test func b023KeepsOuterBlanks() throws {
    let file = try read("B023-outer-spaces.csv")
    #expect((0..<5).map { file.value($0, "password")?.utf8.count } == [5, 5, 7, 3, 1])
    #expect(file.value(4, "username") == " usr ")
  }

  @Test func b025CountsFormulaLikeCellsAndChangesNone() throws {
    let file = try read("B025-formula-like.csv")
    var writer = CSVWriter()
    writer.append(header: file.names)
    for row in file.rows { writer.append(row: row) }
    #expect(writer.formulaLikeCells == 8)
    #expect(writer.formulaFinding?.code.name == "formula-like-cells")
    #expect(try ReadRows(writer.bytes).rows == file.rows)
  }

  @Test func b027KeepsBothSpellings() throws {
    let file = try read("B027-nfc-nfd.csv")
    #expect(file.value(0, "password").map { Array($0.utf8) } == [0x63, 0x61, 0x66, 0xC3, 0xA9])
    #expect(file.value(1, "password").map { Array($0.utf8) } == [0x63, 0x61, 0x66, 0x65, 0xCC, 0x81])
  }

  @Test func b102OneBadRowDoesNotStopTheOthers() throws {
    let file = try read("B102-one-bad-row.csv")
    #expect(file.records.map { $0.failure?.name } == [nil, "too-many-cells", nil, "unterminated-quote"])
    #expect(file.records.map(\.line) == [2, 3, 4, 6])
    #expect(file.value(2, "note") == "two\nlines")
    #expect((file.reader.recordCount, file.reader.failedCount) == (4, 2))
    let findings = file.records.flatMap(\.findings)
    #expect(findings.map(\.position.row) == [2, 4])
    #expect(findings.map(\.position.line) == [3, 6])
    #expect(findings.allSatisfy { $0.severity == .error && $0.action == .failed })
    #expect(findings.allSatisfy { !$0.message.contains("p2") && !$0.message.contains("p4") })
    // What failed is still there for the accounting.
    #expect(file.value(1, "password") == "p2")
    #expect(file.reader.bytes(of: file.records[3]).elementsEqual("G3,https://g3.example/,u,\"p4\n".utf8))
  }

  @Test func b104JSONIsNotCSV() throws {
    #expect(throws: CSVError.self) { try read("B104-json-named.csv") }
  }
}
