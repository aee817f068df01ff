import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// The account of values cannot be cheated, neither by forgetting nor by claiming.
@Suite struct AccountingTests {
  private func read(_ table: TableFormat, _ text: String) throws -> Reading {
    try table.read(SourceFile(name: "test.csv", bytes: Array(text.utf8)), ReadOptions())
  }

  @Test func aForgottenColumnBecomesAConcealedCustomField() throws {
    // A table that does not know the column of one-time codes.
    let table = TableFormat(
      id: "test", name: "Test", rpID: "test.example",
      columns: [
        .init(.title, "name"), .init(.url, "url"), .init(.username, "username"), .init(.password, "password"),
      ],
      signatures: [.all("name")])
    let reading = try read(
      table, "name,url,username,password,secret code\nA,https://a.example/,u,p,JBSWY3DPEHPK3PXP\n")
    let item = try #require(reading.accounts.first?.items.first?.item)
    #expect(
      item.credentials.contains(
        .customFields(
          CustomFields(fields: [
            EditableField(fieldType: .concealedString, value: "JBSWY3DPEHPK3PXP", label: "secret code")
          ]))))
    let conversion = try Conversion.run(
      [(SourceFile(name: "t", bytes: []), CXFDocument.format, reading)], to: CXFDocument.format,
      writer: CXFWriter(WriteOptions(timestamp: 1)), options: .init(timestamp: 1))
    #expect(conversion.values.isBalanced)
    #expect(conversion.values.total == 5)
    #expect(conversion.values.converted == 1)
    #expect(conversion.values.lost == 0)
  }

  @Test func aClaimThatDoesNotHoldIsNoticed() throws {
    let record = SourceRecord(
      cells: [("password", "hunter2", 0, false), ("name", "A", 8, false)], offset: 0, number: 1)
    var item = Item(title: "A")
    _ = record.root["name"]?.take(to: "title")
    // Claims the password's place and puts nothing there.
    _ = record.root["password"]?.take(to: "basic-auth.password")
    let entries = record.settle(into: &item, tracing: true)
    #expect(entries.map(\.fate) == [.converted, .carried])
    #expect(entries.first?.code == .accountMismatch)
    #expect(
      item.credentials == [
        .customFields(
          CustomFields(fields: [
            EditableField(fieldType: .concealedString, value: "hunter2", label: "password")
          ]))
      ])
  }

  @Test func oneChangedByteIsNoticed() {
    let record = SourceRecord(cells: [("password", "caf\u{E9}", 0, false)], offset: 0, number: 1)
    var item = Item(title: "A")
    _ = record.root["password"]?.take(to: "basic-auth.password")
    // The other spelling of é: equal as String, another password.
    item.credentials = [
      .basicAuth(BasicAuth(password: EditableField(fieldType: .concealedString, value: "cafe\u{301}")))
    ]
    let entries = record.settle(into: &item, tracing: true)
    #expect(entries.first?.code == .accountMismatch)
  }

  @Test func onlyScalarsWithContentCount() throws {
    let text = Array(
      #"{"a":"x","b":"","c":null,"d":false,"e":true,"f":0,"g":[],"h":{"i":"y","id":"z"}}"#.utf8)
    let count = try text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      return try SourceRecord(&cursor, rules: .members("h.id")).valueCount
    }
    #expect(count == 4)
  }

  @Test func whatAWriterDoesNotTakeIsLost() throws {
    let bytes = Samples.bytes("Samples/example-cxf.json")
    let read = try #require(CXFDocument.format.read)
    let reading = try read(SourceFile(name: "e", bytes: bytes), ReadOptions())
    let conversion = try Conversion.run(
      [(SourceFile(name: "e", bytes: bytes), CXFDocument.format, reading)], to: ChromeCSV.format,
      writer: ForgetfulWriter(), options: .init(timestamp: 1))
    #expect(conversion.values.isBalanced)
    #expect(conversion.values.lost == conversion.values.total)
    #expect(conversion.findings.filter { $0.action == .lost }.count == conversion.values.lost)
  }

  private final class ForgetfulWriter: VaultWriter {
    var carriesEverything: Bool { false }
    func begin(_ account: Account, record: SourceRecord) {}
    func write(_ item: Item, record: SourceRecord) -> ItemOutcome { .written(1) }
    func finish() -> WrittenVault { WrittenVault(bytes: []) }
  }

  @Test func whatIsUnknownInAHeaderIsCarriedThoughItLooksLikeAnAccount() throws {
    let text = """
      {"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"A","timestamp":1,"accounts":[],
      "more":{"items":[{"credentials":[{"type":"note","content":{"value":"kept"}}],"extensions":[{"name":"x.example/y"}]}]}}
      """
    let read = try #require(CXFDocument.format.read)
    let file = SourceFile(name: "t", bytes: Array(text.utf8))
    let conversion = try Conversion.run(
      [(file, CXFDocument.format, try read(file, ReadOptions()))], to: CXFDocument.format,
      writer: CXFWriter(WriteOptions(timestamp: 1)), options: .init(timestamp: 1))
    #expect(conversion.values.total == conversion.values.carried && conversion.values.total > 2)
  }
}
