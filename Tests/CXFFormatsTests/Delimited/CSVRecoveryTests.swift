import CXFFormats
import CredentialExchangeFormat
import Testing

struct CSVRecoveryTests {
  private let header = "name,url,username,password,note\n"

  @Test func rowsAfterAQuoteThatNeverClosesAreReadAgain() throws {
    let file = try ReadRows(header + "A,u,x,\"p1,\nB,u,x,p2,\nC,u,x,p3,n\n")
    #expect(file.records.map { $0.failure?.name } == ["unterminated-quote", nil, nil])
    #expect(file.records.map(\.isRecovered) == [false, true, false])
    #expect(file.records.map(\.line) == [2, 3, 4])
    #expect(file.value(1, "password") == "p2")
    #expect(file.reader.bytes(of: file.records[0]).elementsEqual("A,u,x,\"p1,\n".utf8))
    #expect(file.records[0].findings.map(\.message).first?.hasSuffix("reading goes on at line 3") == true)
  }

  @Test func rowsBetweenTwoStrayQuotesAreReadAgain() throws {
    let file = try ReadRows(header + "A,u,x,\"p1,\nB,u,x,p2,\nC,u,x,p3,\"note, x\"\nD,u,x,p4,\n")
    #expect(file.records.map { $0.failure?.name } == ["unterminated-quote", nil, nil, nil])
    #expect((1..<4).map { file.value($0, "password") } == ["p2", "p3", "p4"])
    #expect(file.value(2, "note") == "note, x")
  }

  @Test func linesOfANoteThatWasCutOffAreNotRecords() throws {
    let file = try ReadRows(header + "A,u,x,p1,\"eggs, milk, bread, salt, tea\nmore\na,b\n")
    #expect(file.records.map { $0.failure?.name } == ["unterminated-quote"])
    #expect(file.records[0].cells.last?.text == "eggs, milk, bread, salt, tea\nmore\na,b\n")
  }

  @Test func aNoteWithBadQuotesOverSomeLinesIsKept() throws {
    let file = try ReadRows(header + "A,u,x,p1,\"he\nsaid \"hi\"\nB,u,x,p2,\n")
    #expect(file.records.map { $0.failure?.name } == [nil, nil])
    #expect(file.value(0, "note") == "\"he\nsaid \"hi\"")
    #expect(file.codes == ["text-after-quote"])
  }

  @Test func aGoodNoteThatHoldsRowsIsNotTornApart() throws {
    let file = try ReadRows(header + "A,u,x,p1,\"B,u,x,p2,\nC,u,x,p3,\n\"\nD,u,x,p4,\n")
    #expect(file.records.count == 2)
    #expect(file.codes.isEmpty)
  }

  @Test func aQuoteInTheOpenShowsThatAnotherOneWentAstray() throws {
    // Read from its beginning on, the first row has the right number of cells; two rows are in it.
    let file = try ReadRows(header + "A,u,x,\"p1\nB,u,x,\",q\",\nC,u,x,p3,\n")
    #expect(file.records.map { $0.failure?.name } == ["unterminated-quote", nil, nil])
    #expect(file.value(1, "password") == ",q")
    #expect(file.value(2, "password") == "p3")
  }

  @Test func aGoodNoteInARowWithTooManyCellsIsNotTornApart() throws {
    let file = try ReadRows(header + "A,u,x,p1,\"B,u,x,p2,\nC,u,x,p3,\n\",z\nD,u,x,p4,\n")
    #expect(file.records.map { $0.failure?.name } == ["too-many-cells", nil])
  }

  @Test func fewColumnsAreNotEnoughToRecover() throws {
    let file = try ReadRows("name,password\nA,\"p1\nB,p2\n")
    #expect(file.records.map { $0.failure?.name } == ["unterminated-quote"])
  }

  @Test func recoveryIsNotQuadratic() throws {
    // Each line looks bad from its own beginning to the end of the file.
    let line = "a,b,c,d\"\",\"\"\"x\"\"\n"
    let file = try ReadRows(header + "A,u,x,p,\"\n" + String(repeating: line, count: 20_000))
    #expect(file.reader.failedCount > 0)
    let odd = try ReadRows(header + String(repeating: "a,\"b\n", count: 20_001))
    #expect(odd.reader.recordCount > 0)
  }
}
