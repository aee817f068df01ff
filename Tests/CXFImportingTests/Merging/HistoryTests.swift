import CXFFormats
import CXFImporting
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct HistoryTests {
  private let keys = MatchKeyMaker(digestKey: Array(0..<32), domains: PublicSuffixList())

  /// An item whose password and title each gave way.
  private func item() throws -> Item {
    let existing = ComparisonTests.login("ana", "p1")
    var incoming = ComparisonTests.login("ana", "p2")
    incoming.title = "Other"
    incoming.modifiedAt = Timestamp(1_700_000_000)
    let comparison = Comparison.compare(existing, incoming, domains: keys.domains)
    return try ItemMerger(keys: keys, policy: .existing).merge(
      incoming, into: existing, comparison: comparison
    )
    .item
  }

  @Test func readsAsSchemasDescribe() throws {
    let history = try #require(ToolkitExtension.history.view(in: SourceRecord(try item()).root))
    let password = try #require(history.elements("passwords").first)
    #expect(password.peek("password") == "p2")
    #expect(password.peek("usedAt") == "1700000000")
    let value = try #require(history.elements("values").first)
    #expect(value.peek("place") == "title")
    #expect(value.peek("value") == "Other")
    #expect(value.peek("at") == "1700000000")
  }

  @Test func bitwardenGetsThePasswordsAndKeepsTheOtherValuesAsFields() throws {
    let header = Header(
      exporterRPID: "exporter.example", timestamp: Timestamp(0),
      accounts: [Account(id: Identifier([1]), items: [try item()])])
    let file = SourceFile(name: "in.cxf", bytes: CXFEncoder().encode(header))
    let read = try #require(CXFDocument.format.read)
    let makeWriter = try #require(BitwardenJSON.format.makeWriter)
    let conversion = try Conversion.run(
      [(file, CXFDocument.format, try read(file, ReadOptions()))], to: BitwardenJSON.format,
      writer: makeWriter(WriteOptions(timestamp: 1_700_000_000)),
      options: .init(timestamp: 1_700_000_000, includesTrash: false))
    #expect(conversion.values.isBalanced)
    #expect(conversion.values.lost == 0)
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
    let text = String(decoding: conversion.bytes, as: UTF8.self)
    let history = try #require(text.range(of: "\"passwordHistory\""))
    #expect(text[history.upperBound...].prefix(200).contains("p2"))
    #expect(text.contains("Other"))
  }
}
