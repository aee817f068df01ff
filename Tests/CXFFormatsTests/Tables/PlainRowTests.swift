import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Rows that take the short way become what they become the long way.
@Suite struct PlainRowTests {
  /// A table with all that the short way knows, and more.
  static let wide = TableFormat(
    id: "wide", name: "Wide", rpID: "wide.example",
    columns: [
      .init(.identifier, "uuid"), .init(.title, "name"), .init(.title, "second name"),
      .init(.address(placeholders: ["http://none", "https://Nothing.example"]), "url"),
      .init(.url, "other url"), .init(.username, "username"), .init(.username, "login"),
      .init(.password, "password"), .init(.note, "note", "notes"), .init(.note, "more"),
      .init(.structure, "sort"), .init(.favorite, "favorite"), .init(.created, "created"),
      .init(.folder(.slash), "folder"),
    ],
    signatures: [.all("name")])

  static let chrome = TableFormat(
    id: "chrome-csv", name: "Chrome passwords CSV", rpID: "google.com",
    columns: [
      .init(.title, "name"), .init(.url, "url"), .init(.username, "username"), .init(.password, "password"),
      .init(.note, "note", "notes"), .init(.favorite, "favorite"),
    ],
    signatures: [.all("name", "url", "username", "password")])

  static let headerless: TableFormat = {
    var table = TableFormat(id: "bare", name: "Bare", rpID: "bare.example", columns: [], signatures: [])
    table.layout = .positional([.title, .url, .username, .password, .note], names: ["title", "url"])
    return table
  }()

  /// All of a reading that can be seen.
  private struct Seen: Hashable {
    var items: [Item] = []
    var account: Account?
    var findings: [Finding] = []
    var failed = 0
    var positions: [SourcePosition] = []
    var entries: [[String]] = []
    var lost: [String] = []
    var results: [Result] = []

    struct Result: Hashable {
      var bytes: [UInt8]
      var values: ValueCounts
      var findings: [Finding]
    }
  }

  private static func words(_ entry: LedgerEntry) -> String {
    let parts: [Any?] = [
      entry.offset, entry.row, entry.column, entry.field, entry.fate, entry.node, entry.otherNodes,
      entry.collection, entry.isAbsence, entry.isReported, entry.code?.name, entry.message,
    ]
    return parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: "|")
  }

  private static func seen(_ table: TableFormat, _ bytes: [UInt8], tracing: Bool) throws -> Seen {
    let file = SourceFile(name: "t.csv", bytes: bytes)
    let reading = try table.read(file, ReadOptions(tracing: tracing))
    var seen = Seen()
    let account = try #require(reading.accounts.first)
    seen.items = account.items.map(\.item)
    seen.account = account.account
    seen.findings = reading.findings
    seen.failed = reading.failed
    seen.positions = account.items.map(\.position)
    seen.entries = account.items.map { $0.entries.map(words) } + [account.entries.map(words)]
    seen.lost = (reading.failedEntries + reading.leftEntries.map(\.entry)).map(words)
    guard tracing else { return seen }
    for target in ["cxf", "chrome-csv", "bitwarden-json"] {
      let format = try #require(FormatTable.format(target))
      let writer = try #require(format.makeWriter)
      let conversion = try Conversion.run(
        [(file, format, reading)], to: format, writer: writer(WriteOptions(timestamp: 1)),
        options: .init(timestamp: 1))
      #expect(conversion.values.isBalanced)
      seen.results.append(
        .init(bytes: conversion.bytes, values: conversion.values, findings: conversion.findings))
    }
    return seen
  }

  /// Reads bytes both ways; returns how many rows took the short one.
  @discardableResult
  private static func compare(
    _ table: TableFormat, _ bytes: [UInt8], _ comment: Comment
  ) throws -> Int {
    var long = table
    long.interpret = { _, _ in .item }
    for tracing in [false, true] {
      let wanted: Seen
      do {
        wanted = try seen(long, bytes, tracing: tracing)
      } catch is FormatError {
        #expect(throws: FormatError.self, comment) { try seen(table, bytes, tracing: tracing) }
        return 0
      }
      let found = try seen(table, bytes, tracing: tracing)
      #expect(found.items == wanted.items, comment)
      #expect(found.entries == wanted.entries, comment)
      #expect(found.findings == wanted.findings, comment)
      #expect(found.positions == wanted.positions, comment)
      #expect(found.lost == wanted.lost, comment)
      for (found, wanted) in zip(found.results, wanted.results) {
        #expect(found.values == wanted.values, comment)
        #expect(found.findings == wanted.findings, comment)
        #expect(found.bytes == wanted.bytes, comment)
      }
      #expect(found == wanted, comment)
    }
    let reading = try table.read(SourceFile(name: "t.csv", bytes: bytes), ReadOptions())
    return reading.accounts[0].items.count { $0.plainCount != nil }
  }

  @Test func samplesOfTheBrowserAreReadAlikeBothWays() throws {
    var plain = 0
    for name in ["chrome.csv", "chrome-office.csv", "chrome-damaged.csv"] {
      plain += try Self.compare(Self.chrome, Samples.bytes("Samples/\(name)"), "\(name)")
    }
    #expect(plain > 10)
  }

  /// Any table has some of the columns, if only by the names of others.
  @Test(arguments: ExportSampleTests.names)
  func samplesOfOthersAreReadAlikeBothWays(_ name: String) throws {
    let bytes = Array(Samples.bytes("Samples/exports/\(name)"))
    for table in [Self.wide, Self.chrome, Self.headerless] { try Self.compare(table, bytes, "\(table)") }
  }

  private static let cells: [String] = [
    "", "", "a", "Ü", "e\u{301}", "x,y", "say \"hi\"", "\"", "two\nlines", "\r\nb", " ", " a ", "\u{0}", "\t",
    "true",
    "0", "1", "http://", "https://", "HTTPS://A.example/", "https://a.example", "http://a.example/p?q=1#f",
    "http://x", "https:// a.example", "https://a.example/ ", "HTTP://NONE", "http://none", "http://none/",
    "https://nothing.example", "https://nothing.EXAMPLE", "https://none.example",
    "android://aGFzaA==@com.example/",
    "android://com.example.app/", "a.example:80", "mailto:a@b.example", "words of no address", "row-1",
    "row-2", "row-07",
    "name", "URL", "1700000000", "A/B", "a\\b", "\\\"", "😀", "\u{FEFF}x", "https://user@a.example:8443/",
    String(repeating: "long ", count: 20),
  ]

  private static func table(_ names: [String], _ random: inout SeededGenerator) -> [UInt8] {
    var writer = CSVWriter(
      dialect: CSVDialect(delimiter: random.pick(CSVDialect.delimiters)),
      lineEnd: random.pick(Array(CSVWriter.LineEnd.allCases)),
      quoting: random.pick(Array(CSVWriter.Quoting.allCases)))
    writer.append(header: names.map { Text($0) })
    for _ in 0..<random.int(1...12) {
      if random.oneIn(12) {
        writer.append(row: names.map { Text($0.uppercased()) })
        continue
      }
      // Most rows must be plain for the short way to be seen.
      let isPlain = random.oneIn(2)
      writer.append(
        row: names.map { name -> Text in
          guard isPlain else { return Text(random.pick(Self.cells)) }
          switch name {
          case "name", "username", "password", "note":
            return Text(random.pick(["a", "b,c", "\"q\"", "ü", "l1\nl2", "p w"]))
          case "url":
            return Text(random.pick(["", "https://a.example/x", "http://none/", "https://b.example"]))
          case "uuid":
            return Text(random.pick(["", "row-3", "id-1", "id-1", String(repeating: "i", count: 65)]))
          case "sort": return "7"
          default: return ""
          }
        })
    }
    return writer.bytes
  }

  @Test func randomTablesAreReadAlikeBothWays() throws {
    let all = [
      "uuid", "name", "second name", "url", "other url", "username", "login", "password", "note", "more",
      "sort",
      "favorite", "created", "folder", "unknown", "",
    ]
    var plain = 0
    for seed in UInt64(1)...120 {
      var random = SeededGenerator(seed: seed)
      let names =
        seed % 2 == 0 ? ["name", "url", "username", "password", "note"] : all.shuffled(using: &random)
      let bytes = Self.table(names, &random)
      let table = seed % 2 == 0 ? random.pick([Self.chrome, Self.wide, Self.headerless]) : Self.wide
      plain += try Self.compare(table, bytes, "seed \(seed)")
    }
    #expect(plain > 150)
  }

  @Test func damagedTablesAreReadAlikeBothWays() throws {
    for seed in UInt64(1)...80 {
      var random = SeededGenerator(seed: 9000 + seed)
      var bytes = Self.table(["name", "url", "username", "password", "note"], &random)
      for _ in 0..<random.int(1...4) {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...3) {
        case 0: bytes[index] = random.pick(Array("\"\"\",;\n\r\\ ".utf8) + [0, 0xE9, 0xED, 0xFF])
        case 1: bytes.insert(random.pick(Array("\",\n\r".utf8) + [0, 0xA0, 0xE9]), at: index)
        case 2 where bytes.count > 40: bytes.remove(at: index)
        default: if seed % 5 == 0 { bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0) }
        }
      }
      try Self.compare(Self.chrome, bytes, "seed \(seed)")
    }
  }

  @Test func identifiersOfRowsStayUniqueBesideOthersThatLookLikeThem() throws {
    var text = "uuid,name,password\n"
    for number in 1...300 {
      let id =
        switch number % 7 {
        case 0: "row-\(number + 4)"
        case 1: "row-0\(number)"
        case 2: "row-\(number * 1000)"
        case 3: "row-300"
        default: ""
        }
      text += "\(id),T\(number),p\n"
    }
    try Self.compare(Self.wide, Array(text.utf8), "row numbers")
    let reading = try Self.wide.read(SourceFile(name: "t", bytes: Array(text.utf8)), ReadOptions())
    let ids = reading.accounts[0].items.map(\.item.id)
    #expect(ids.count == 300)
    #expect(Set(ids).count == 300)
    // The first to ask for an identifier has it, and whoever comes later gets one beside it.
    #expect(ids[2] == Identifier(Array("row-300".utf8)))
    #expect(ids[9] == Identifier(Array("row-300-2".utf8)))
    #expect(ids[10] == Identifier(Array("row-11-2".utf8)))
    #expect(ids[298] == Identifier(Array("row-299".utf8)))
  }

  @Test func aPlainRowKeepsNoLedgerAndAnswersForEachValue() throws {
    let text = "name,url,username,password\nA,https://a.example/,u,\"p\"\"w\"\n"
    let reading = try Self.chrome.read(SourceFile(name: "t", bytes: Array(text.utf8)), ReadOptions())
    let item = try #require(reading.accounts[0].items.first)
    #expect(item.plainCount == 4)
    #expect(item.entries.map(\.fate) == [.carried, .carried, .carried, .carried])
    #expect(item.entries.map(\.field) == ["name", "url", "username", "password"])
    #expect(item.entries.allSatisfy { $0.node != nil })
    #expect(item.position == SourcePosition(row: 1, byte: 27))
  }
}
