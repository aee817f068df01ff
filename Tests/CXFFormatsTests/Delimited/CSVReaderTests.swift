import CXFFormats
import CredentialExchangeFormat
import Testing

private let login: CSVColumnNames = ["title", "user", "password"]

struct CSVReaderTests {
  @Test(arguments: [",", ";", "\t", "|"])
  func findsTheDelimiterByKnownNames(delimiter: String) throws {
    let other = delimiter == "," ? ";" : ","
    let file = try ReadRows(
      ["title", "user", "pass\(other)word", "Password"].joined(separator: delimiter) + "\n"
        + ["a", "b\(other)c", "d", "e\(other)"].joined(separator: delimiter) + "\n",
      CSVOptions(knownColumns: login))
    #expect(file.rows == [["a", Text("b\(other)c"), "d", Text("e\(other)")]])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
  func readsEveryLineEnd(end: String) throws {
    let file = try ReadRows(["title,password", "a,1", "", "b,2", ""].joined(separator: end))
    #expect(file.names == ["title", "password"])
    #expect(file.rows == [["a", "1"], ["b", "2"]])
    #expect(file.records.map(\.line) == [2, 4])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n", "\r\r\r\n\n"])
  func keepsLineEndsInsideQuotes(end: String) throws {
    let file = try ReadRows("title,password\na,\"1\(end)2\"\nb,3")
    #expect(file.rows == [["a", Text("1\(end)2")], ["b", "3"]])
  }

  @Test func countsPhysicalLinesThroughQuotedLineEnds() throws {
    let file = try ReadRows("title,\"pass\nword\"\r\na,\"1\r\n2\r3\r\r\n4\"\rb,2\n")
    #expect(file.records.map(\.line) == [3, 7])
  }

  @Test func quotesOnlyCountAtTheBeginningOfACell() throws {
    let file = try ReadRows("a,b\nx\"\"y, \"z\"\n")
    #expect(file.rows == [["x\"\"y", " \"z\""]])
    #expect(file.codes.isEmpty)
  }

  @Test func keepsTheBytesOfACellWithTextAfterItsQuote() throws {
    let file = try ReadRows("a,b\n\"x\"y\"\"z,1\n")
    #expect(file.rows == [["\"x\"y\"\"z", "1"]])
    #expect(file.records[0].cells[0].flags == [.quoted, .malformed])
    #expect(file.records[0].findings.map(\.code) == [.textAfterQuote])
    #expect(file.records[0].findings[0].position.columnName == "a")
    #expect(file.records[0].failure == nil)
  }

  @Test func aRowThatBadQuotesMayHaveTornIsAnError() throws {
    // One column of some Mac exports escapes its quotes by backslashes.
    let text = "a,b,c\n1,\"(\n \\\"x\\\"\n)\",3\n"
    let file = try ReadRows(text)
    #expect(file.records[0].findings.map(\.severity) == [.error])
    #expect(try ReadRows(text, CSVOptions(escape: .sniffed)).rows == [["1", "(\n \"x\"\n)", "3"]])
  }

  @Test func leavesOutBlanksAfterAClosingQuote() throws {
    let file = try ReadRows("a,b\n\"x\" ,\"y\"\t\n")
    #expect(file.rows == [["x", "y"]])
    #expect(file.codes == ["text-after-quote", "text-after-quote"])
  }

  @Test func readsBackslashEscapesWhereTheCallerSaysSo() throws {
    let file = try ReadRows(
      #"Account,Password"# + "\n" + #""a\"b\\","c\n\",d""# + "\n" + #"e\"f,g"# + "\n",
      CSVOptions(escape: .fixed(.backslash)))
    #expect(file.rows == [[#"a"b\"#, #"c\n",d"#], [#"e\"f"#, "g"]])
  }

  @Test(arguments: [
    (#""p\"q","C:\\x""#, CSVEscape.backslash, [#"p"q"#, #"C:\x"#], false),
    (#""p""q","C:\x""#, .doubledQuotes, [#"p"q"#, #"C:\x"#], false),
    (#""C:\","x""#, .doubledQuotes, [#"C:\"#, "x"], false),
    (#""p\\q","x""#, .backslash, [#"p\q"#, "x"], true),
    (#""pq","x""#, .doubledQuotes, ["pq", "x"], false),
  ])
  func sniffsTheEscape(row: String, escape: CSVEscape, values: [String], isGuess: Bool) throws {
    let file = try ReadRows("\"Account\",\"Password\"\n\(row)\n", CSVOptions(escape: .sniffed))
    #expect(file.reader.dialect.escape == escape)
    #expect(file.rows == [values.map { Text($0) }])
    #expect(file.fileCodes == (isGuess ? ["escape-guessed"] : []))
  }

  @Test(arguments: ["sep=;\r\n", "SEP=;\n"])
  func honoursTheSeparatorLine(line: String) throws {
    let file = try ReadRows(line + "title;password\r\na,b;c\r\n")
    #expect(file.names == ["title", "password"])
    #expect(file.rows == [["a,b", "c"]])
    #expect(file.records[0].line == 3)
  }

  @Test func takesAnOddSeparatorFromTheSeparatorLine() throws {
    let file = try ReadRows("sep=^\ntitle^password\na^b\n", CSVOptions(knownColumns: login))
    #expect(file.rows == [["a", "b"]])
  }

  @Test func aWrongSeparatorLineDoesNotLoseTheFile() throws {
    let file = try ReadRows("sep=;\ntitle,password\na,b\n", CSVOptions(knownColumns: login))
    #expect(file.rows == [["a", "b"]])
  }

  @Test func skipsBlankRecords() throws {
    let file = try ReadRows("\n \n,,\ntitle,user,password\n\n,,\n \t\n\"\",\"\",\na,b,c,,,\n\n")
    #expect(file.rows.map { $0.prefix(3) } == [["a", "b", "c"]])
    #expect(file.codes.isEmpty)
    #expect(file.records[0].line == 9)
  }

  @Test func aCellOfBlanksIsText() throws {
    let file = try ReadRows("title,password\n,   \n\"  \"\n")
    #expect(file.rows == [["", "   "], ["  "]])
    #expect(try ReadRows("password\n   \n").rows == [["   "]])
  }

  @Test func missingCellsAreAbsent() throws {
    let file = try ReadRows("title,user,password\na,b\n")
    #expect(file.value(0, "user") == "b")
    #expect(file.value(0, "password") == nil)
    #expect(file.records[0][2] == nil)
    #expect(file.codes.isEmpty)
  }

  @Test func tooManyCellsFailTheRecordOnly() throws {
    let file = try ReadRows("title,password\na,b,,c\nd,e,,\n")
    #expect(file.records.map { $0.failure?.name } == ["too-many-cells", nil])
    #expect(file.rows[0] == ["a", "b", "", "c"])
  }

  @Test func keepsExtraCellsWhereTheFormatHasThem() throws {
    let file = try ReadRows("title,password\na,b,,c\n", CSVOptions(extraCells: .keep))
    #expect(file.rows == [["a", "b", "", "c"]])
    #expect(file.reader.failedCount == 0)
    #expect(file.reader.position(of: file.records[0], column: 3).columnName == "4")
  }

  @Test func readsFilesWithoutHeader() throws {
    let file = try ReadRows("a;b,1;c\nd;e;f,;g\n", CSVOptions(knownColumns: login, header: .absent))
    #expect(file.rows == [["a", "b,1", "c"], ["d", "e", "f,", "g"]])
    #expect(file.names.isEmpty)
    #expect(file.reader.position(of: file.records[0], column: 1).columnName == "2")
  }

  @Test func trimsHeaderNamesAndFindsThemByCase() throws {
    let file = try ReadRows("\u{200B} Title\u{A0},\" URL \",Url,\u{FEFF}password\t\na,b,c,d\n")
    #expect(file.names == ["Title", "URL", "Url", "password"])
    let header = file.reader.header
    #expect(header.index(of: "Url") == 2)
    #expect(header.index(of: "URL") == 1)
    #expect(header.index(of: "url") == 1)
    #expect(header.index(of: " PassWord ") == 3)
    #expect(header.index(of: "pass") == nil)
    #expect(header.indices(of: "url") == [1, 2])
  }

  @Test func composedAndDecomposedNamesAreTwo() throws {
    let file = try ReadRows("caf\u{E9},cafe\u{301}\n1,2\n")
    #expect(file.reader.header.index(of: "cafe\u{301}") == 1)
    #expect(file.fileCodes.isEmpty)
  }

  @Test func columnsOfOneNameStayReadable() throws {
    let file = try ReadRows("name,note,note,,\nx,1,2,3,4\n")
    #expect(file.reader.header.columns.map(\.label) == ["name", "note", "note (2)", "4", "5"])
    #expect(file.value(0, "note") == "1")
    #expect(file.rows[0][2] == "2")
    #expect(file.reader.fileFindings.map(\.code) == [.duplicateColumn])
    #expect(file.reader.fileFindings[0].severity == .note)
  }

  @Test func namesColumnsThatLookLikeDataNowhere() {
    for line in ["Router,admin,pw#1", "a,https://x.example/,b", "me@x.example,secret", "Router,hunter222"] {
      let error = #expect(throws: CSVError.self) {
        try ReadRows(line + "\n", CSVOptions(knownColumns: login))
      }
      let message = error?.finding.message ?? ""
      #expect(message.contains("not shown"))
      #expect(!message.contains("Router") && !message.contains("example") && !message.contains("pw"))
    }
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}", " \n\t\r\n"])
  func aFileWithoutTextHasNoHeader(text: String) {
    #expect(throws: CSVError.noHeader) { try ReadRows(text) }
  }

  @Test func aHeaderThatDoesNotCloseIsAnError() {
    #expect(throws: CSVError.unterminatedHeader(line: 2)) {
      try ReadRows("\ntitle,\"password\na,b\n", CSVOptions(knownColumns: login))
    }
  }

  @Test func limitsColumns() throws {
    let many = String(repeating: ",", count: CSVLimits.maximumColumns) + "x"
    #expect(throws: CSVError.tooManyColumns(count: CSVLimits.maximumColumns + 1, line: 1)) {
      try ReadRows("title" + many + "\n")
    }
    let file = try ReadRows("title,b\nx\(many)\ny,z\n", CSVOptions(extraCells: .keep))
    #expect(file.records.map { $0.failure?.name } == ["too-many-cells", nil])
  }

  @Test func limitsTheSizeOfCells() throws {
    let long = String(repeating: "x", count: CSVLimits.maximumCellBytes)
    let file = try ReadRows("title,password\na,\(long)\nb,\(long)x\nc,d\n")
    #expect(file.records.map { $0.failure?.name } == [nil, "cell-too-long", nil])
    #expect(file.records[1].findings[0].position.columnName == "password")
  }

  @Test func namesDamagedCells() throws {
    var bytes = Array("title,password\nOne,a".utf8)
    bytes += [0xED, 0xA0, 0x80] + Array("b\nTwo,c\nThree\0,".utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
    let file = try ReadRows(bytes)
    #expect(file.fileCodes.isEmpty)
    #expect(file.rows == [["One", "a\u{FFFD}b"], ["Two", "c"], ["Three\0", "😀"]])
    #expect(
      file.records.map { $0.cells.map(\.flags) } == [[[], .damaged], [[], []], [.null, .joinedSurrogates]])
    #expect(file.codes == ["invalid-unicode", "null-character", "joined-surrogates"])
    #expect(
      file.records[0].findings[0].position
        == SourcePosition(row: 1, columnName: "password", line: 2, byte: 19))
  }

  @Test func reportsADamagedHeader() throws {
    let file = try ReadRows(Array("title,pass".utf8) + [0xED, 0xB0, 0x80] + Array("word\na,b\n".utf8))
    #expect(file.fileCodes == ["invalid-unicode"])
    #expect(file.reader.fileFindings[0].position.byte == 10)
    #expect(file.records[0].cells.allSatisfy { $0.flags.isEmpty })
  }

  @Test func tellsOffsetsOfCellsAndRecords() throws {
    let file = try ReadRows("t,p\na,\"b\"\n\nc,d\n")
    #expect(file.records.map(\.byteRange) == [4..<9, 11..<14])
    #expect(file.records.map { $0.cells.map(\.offset) } == [[4, 6], [11, 13]])
    #expect(file.reader.bytes(of: file.records[0]).elementsEqual("a,\"b\"".utf8))
  }

  @Test func namesManyGuessedRowsInShort() throws {
    var bytes = Array("title,password\n".utf8)
    for row in 1...60 { bytes += row % 2 == 0 ? [0xE9, 0x0A] : [0x61, 0x0A] }
    let file = try ReadRows(bytes)
    let message = file.reader.fileFindings[0].message
    #expect(message.contains("data rows 2, 4, 6, "))
    #expect(message.hasSuffix(", 40 and 10 more"))
  }

  @Test func showsNoContent() throws {
    let file = try ReadRows("title,password\na,geheim\n")
    var shown = ""
    dump(file.records, to: &shown)
    dump(file.reader, to: &shown)
    #expect(!(shown + "\(file.records)\(file.reader)").contains("geheim"))
  }
}
