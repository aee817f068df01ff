import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What was written about groups and about the database.
@Suite struct KeePassGroupTests {
  private func read() throws -> Reading {
    let text = """
      <KeePassFile><Meta><DatabaseDescription>All of the port</DatabaseDescription></Meta><Root><Group><Name>Root</Name>
      <Notes>outermost</Notes><Group><Name>North</Name><Notes>of the pier &amp; on</Notes><Entry><String><Key>Title</Key>
      <Value>x</Value></String></Entry></Group></Group></Root></KeePassFile>
      """
    let reading = try Export.read(Array(text.utf8), "keepass-xml")
    try Export.balance(reading, "keepass-xml")
    return reading
  }

  @Test func notesOfAGroupDescribeItsCollection() throws {
    let collection = try #require(try read().accounts[0].account.collections.first)
    #expect(collection.subtitle == "of the pier & on")
  }

  @Test func whatIsWrittenAboutTheWholeStandsInTheAccount() throws {
    let reading = try read()
    let text = String(decoding: CXFEncoder().encode(reading.accounts[0].account), as: UTF8.self)
    #expect(
      text.contains(
        "{\"name\":\"cxf-toolkit.alt/description\",\"description\":\"All of the port\",\"notes\":\"outermost\"}"
      ))
    let source = try #require(FormatTable.format("keepass-xml"))
    let makeWriter = try #require(CXFDocument.format.makeWriter)
    let conversion = try Conversion.run(
      [(SourceFile(name: "x", bytes: []), source, reading)], to: CXFDocument.format,
      writer: makeWriter(WriteOptions(timestamp: 1)),
      options: .init(timestamp: 1))
    #expect(conversion.values.lost == 0)
  }
}
