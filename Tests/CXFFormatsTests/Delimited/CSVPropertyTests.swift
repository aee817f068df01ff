import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

struct CSVPropertyTests {
  /// What values are made of: everything that means something to a reader or to Unicode.
  private static let pieces: [String] = [
    "a", "B", "7", ",", ";", "\t", "|", "\"", "\"\"", "\\", "\\\"", "\n", "\r", "\r\n", "\r\r\n", " ", "=",
    "'",
    "é", "e\u{301}", "😀", "\u{FEFF}", "\u{200B}", "\u{A0}", "\0", "\u{7F}", "sep=;", "日本",
  ]

  private static func value(_ random: inout SeededGenerator) -> Text {
    let count = Int.random(in: 0...6, using: &random)
    return Text((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
  }

  @Test(arguments: CSVDialect.delimiters, CSVEscape.allCases)
  func whatIsWrittenIsReadBack(delimiter: UInt8, escape: CSVEscape) throws {
    let dialect = CSVDialect(delimiter: delimiter, escape: escape)
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let columns = Int.random(in: 1...6, using: &random)
      let names = (1...columns).map { Text("column\($0)") }
      let rows = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        (0..<columns).map { _ in Self.value(&random) }
      }
      for quoting in CSVWriter.Quoting.allCases {
        for lineEnd in CSVWriter.LineEnd.allCases {
          var writer = CSVWriter(dialect: dialect, lineEnd: lineEnd, quoting: quoting)
          writer.append(header: names)
          for row in rows { writer.append(row: row) }
          // One column alone does not tell its delimiter.
          let options = CSVOptions(
            knownColumns: CSVColumnNames(names), delimiter: columns == 1 ? delimiter : nil,
            escape: .fixed(escape))
          let file = try ReadRows(writer.bytes, options)
          // A row without text is blank by definition.
          let expected = rows.filter { row in row.contains { !$0.isEmpty } }
          #expect(file.names == names, "seed \(seed)")
          #expect(file.rows == expected, "seed \(seed), \(quoting), \(lineEnd)")
          #expect(file.reader.failedCount == 0, "seed \(seed)")
          #expect(file.reader.dialect == dialect, "seed \(seed)")
        }
      }
    }
  }

  private static let base: [[UInt8]] = [
    Array(
      "name,url,username,password,note\r\nA,https://a.example/,u,\"p,1\",\"l1\r\nl2\"\r\nB,,\"\"\"x\",y\\z,\r\n"
        .utf8),
    Array(
      "\u{FEFF}\"Account\";\"Password\";\"Comments\"\n\"a\\\"b\";\"c\\\\\";\"é\"\n\n;;\n\"d\";\"e\";\"f\"\n"
        .utf8),
    Array("sep=|\rname|password|note|\r\r\na|b|c|\r\r\n".utf8),
    [0xFF, 0xFE]
      + "name\tpassword\tnote\r\nx\ty\t😀\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
  ]
  private static let nasty: [UInt8] =
    Array("\",;\t|\r\n\\ =\0a".utf8) + [0xED, 0xA0, 0x80, 0xBF, 0xC3, 0xE9, 0xFE, 0xFF]

  private static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let index = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.insert(nasty.randomElement(using: &random) ?? 0, at: index)
      case 1 where index < bytes.count: bytes.remove(at: index)
      case 2 where index < bytes.count: bytes[index] = nasty.randomElement(using: &random) ?? 0
      case 3: bytes.removeSubrange(index..<min(bytes.count, index + 7))
      default: bytes.insert(contentsOf: bytes.prefix(index).suffix(20), at: index)
      }
    }
    return bytes
  }

  @Test(arguments: base.indices)
  func damagedFilesAreReadToTheirEndInOrder(index: Int) {
    let everyOption = [
      CSVOptions(), CSVOptions(escape: .sniffed), CSVOptions(escape: .fixed(.backslash), extraCells: .keep),
      CSVOptions(header: .absent),
    ]
    for seed in UInt64(1)...1_500 {
      var random = SeededGenerator(seed: seed << 8 | UInt64(index))
      let bytes = Self.mutate(Self.base[index], &random)
      let decoded = TextDecoding.decode(bytes)
      #expect(String(validating: decoded.utf8, as: UTF8.self) != nil, "seed \(seed)")
      for options in everyOption {
        guard var reader = try? CSVReader(decoded, options: options) else { continue }
        var last = (number: 0, line: 0, offset: -1, source: -1)
        while let record = reader.next() {
          let place = reader.position(of: record)
          #expect(record.number == last.number + 1, "seed \(seed)")
          #expect(record.line > last.line || record.byteRange.lowerBound > last.offset, "seed \(seed)")
          #expect(record.line >= last.line, "seed \(seed)")
          #expect(record.byteRange.lowerBound >= last.offset, "seed \(seed)")
          #expect((place.byte ?? -1) > last.source && (place.byte ?? 0) < max(1, bytes.count), "seed \(seed)")
          #expect(
            record.cells.allSatisfy {
              record.byteRange.contains($0.offset) || $0.offset == record.byteRange.upperBound
            })
          #expect((record.failure != nil) == record.findings.contains { $0.action == .failed })
          last = (record.number, record.line, record.byteRange.upperBound, place.byte ?? -1)
        }
        #expect(reader.recordCount == last.number)
        #expect(reader.next() == nil)
      }
    }
  }
}
