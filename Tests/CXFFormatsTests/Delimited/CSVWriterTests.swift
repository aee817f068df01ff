import CXFFormats
import CredentialExchangeFormat
import Testing

struct CSVWriterTests {
  private func row(_ cells: [Text], _ writer: CSVWriter = CSVWriter(lineEnd: .lineFeed)) -> String {
    var writer = writer
    writer.append(header: ["h"])
    writer.append(row: cells)
    return String(String(decoding: writer.bytes, as: UTF8.self).dropFirst(2))
  }

  @Test func quotesOnlyWhereNeeded() {
    #expect(row(["a", "b c", "", "d;e"]) == "a,b c,,d;e\n")
    #expect(
      row(["a,b", "c\"d", "e\nf", "g\rh", " i", "j ", "\tk"])
        == "\"a,b\",\"c\"\"d\",\"e\nf\",\"g\rh\",\" i\",\"j \",\"\tk\"\n")
    #expect(row([""]) == "\"\"\n")
  }

  @Test func quotesAlwaysWhereAsked() {
    let writer = CSVWriter(
      dialect: CSVDialect(delimiter: UInt8(ascii: ";")), lineEnd: .lineFeed, quoting: .always)
    var copy = writer
    copy.append(row: ["a", "", "b"])
    #expect(String(decoding: copy.bytes, as: UTF8.self) == "\"a\";\"\";\"b\"\n")
  }

  @Test func endsRowsAsAsked() {
    var writer = CSVWriter()
    writer.append(row: ["a", "b"])
    #expect(writer.bytes == Array("a,b\r\n".utf8))
  }

  @Test func writesBackslashEscapes() {
    let writer = CSVWriter(dialect: CSVDialect(escape: .backslash), lineEnd: .lineFeed, quoting: .always)
    var copy = writer
    copy.append(row: [#"a"b\"#])
    #expect(String(decoding: copy.bytes, as: UTF8.self) == #""a\"b\\""# + "\n")
  }

  @Test(arguments: ["\u{FEFF}name", "sep=;", "SEP=,"])
  func aHeaderThatLooksLikeSomethingElseIsQuoted(name: Text) throws {
    var writer = CSVWriter()
    writer.append(header: [name])
    #expect(writer.bytes.first == UInt8(ascii: "\""))
    #expect(try ReadRows(writer.bytes).reader.recordCount == 0)
  }

  @Test func countsFormulaLikeCellsOfDataOnly() {
    var writer = CSVWriter()
    writer.append(header: ["=a", "+b"])
    #expect(writer.formulaFinding == nil)
    writer.append(row: ["=1", "+1", "-1", "@x", "\tx", "\rx", "x=1", "", " =1"])
    #expect(writer.formulaLikeCells == 6)
    #expect(writer.formulaFinding?.severity == .warning)
  }
}
