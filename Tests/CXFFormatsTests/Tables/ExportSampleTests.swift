import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// The samples of all shapes of tables: which format each is, and that nothing of it is lost.
@Suite struct ExportSampleTests {
  static let names: [String] = {
    let folder = Samples.path("exports")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Documents tell of other things, and have tests of their own.
    return files.filter { !$0.hasSuffix(".json") }.sorted()
  }()

  /// The name begins with the id of the format.
  private static func id(_ name: String) -> String { String(name.prefix { $0 != "." }) }

  private static func bytes(_ name: String) -> [UInt8] { Array(Samples.bytes("Samples/exports/\(name)")) }

  @Test func thereAreSamplesOfManyShapes() {
    #expect(Self.names.count >= 95)
    let ids = Set(Self.names.map(Self.id))
    let tables = FormatTable.all.map(\.id).filter {
      $0.hasSuffix("csv") || $0.hasSuffix("text") || $0.hasSuffix("list")
    }
    #expect(tables.filter { !ids.contains($0) && $0 != "chrome-csv" } == [])
  }

  @Test(arguments: names)
  func isTakenForWhatItIs(_ name: String) throws {
    let match = try FormatTable.detect(SourceFile(name: name, bytes: Self.bytes(name)))
    #expect(match.format.id == Self.id(name))
    #expect(!match.detection.reason.isEmpty)
  }

  /// The confusion table: whatever else a sample might be, no other format is as sure of it.
  @Test func noOtherFormatIsAsSure() {
    var confusions: [String] = []
    let manager = FileManager.default
    let all = ["", "exports"].flatMap { folder in
      ((try? manager.contentsOfDirectory(atPath: Samples.path(folder))) ?? []).sorted()
        .filter { $0.contains(".") && !$0.hasSuffix(".py") && !$0.hasSuffix(".md") }
        .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    #expect(all.count > 110)
    for name in all {
      let matches = FormatTable.matches(
        SourceFile(name: name, bytes: Array(Samples.bytes("Samples/\(name)"))))
      guard let best = matches.first else {
        confusions.append("\(name): nothing")
        continue
      }
      for match in matches.dropFirst()
      where match.detection.confidence == best.detection.confidence
        && match.detection.score >= best.detection.score
      {
        confusions.append("\(name): \(best.format.id) and \(match.format.id)")
      }
    }
    #expect(confusions == [])
  }

  /// What is lost of a sample on the way to CXF, by its name: entries that are no items.
  private static let losses = ["firefox-csv.csv": 7]

  @Test(arguments: names)
  func everyValueIsAccountedFor(_ name: String) throws {
    let reading = try TableReading(Self.bytes(name), name: name)
    let conversion = try reading.conversion
    #expect(conversion.values.isBalanced)
    #expect(conversion.values.total > 0)
    #expect(conversion.values.lost == Self.losses[name, default: 0])
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
    #expect(reading.reading.failed == 0)
  }

  /// The accounts that all samples tell of.
  private static let passwords: Set<Text> = [
    "violet-Anchor-71!kelp", "Tide,Table;\"quoted\"\\back'slash", "pâte-à-choux-Ωmega 🔑",
    "  two before, one after ", "0042",
  ]

  /// Samples that tell of other things, or cannot hold all of them.
  private static let others: Set<String> = [
    "bitwarden-authenticator-csv.csv", "lastpass-csv.entities.csv", "dashlane-csv.payments.csv",
    "dashlane-csv.ids.csv", "dashlane-csv.personalInfo.csv", "dashlane-csv.securenotes.csv",
    "dashlane-csv.wifi.csv", "keepassxc-csv.spreadsheet.csv", "zoho-csv.general.csv", "myki-csv.card.csv",
    "myki-csv.identity.csv", "myki-csv.document.csv", "myki-csv.note.csv", "myki-csv.code.csv",
    "kaspersky-text.txt", "apple-keychain-text.txt", "networkmanager-keyfile.nmconnection",
    "passwordsafe-text.txt",
  ]

  @Test(arguments: names.filter { !others.contains($0) && !$0.hasPrefix("otpauth") })
  func eachPasswordIsThereByteForByte(_ name: String) throws {
    let found = Set(try TableReading(Self.bytes(name), name: name).plain.compactMap(\.password))
    #expect(Self.passwords.subtracting(found) == [])
  }

  // MARK: Damage

  /// What spreadsheets and editors do to a table of commas.
  enum Resave: CaseIterable, CustomTestStringConvertible {
    case semicolons, tabs, utf16, mark, carriageReturns, capitals, blankLines, emptyColumns, separatorLine

    var testDescription: String { "\(self)" }

    func apply(_ rows: [[String]]) -> [UInt8] {
      var rows = rows
      var delimiter = ","
      var end = "\n"
      var head: [UInt8] = []
      switch self {
      case .semicolons: delimiter = ";"
      case .tabs: delimiter = "\t"
      case .mark: head = [0xEF, 0xBB, 0xBF]
      case .carriageReturns: end = "\r"
      case .capitals: rows[0] = rows[0].map { $0.uppercased() }
      case .emptyColumns: rows = rows.map { $0 + ["", ""] }
      case .separatorLine:
        delimiter = ";"
        head = Array("sep=;\r\n".utf8)
        end = "\r\n"
      case .utf16, .blankLines: break
      }
      var text =
        rows.map { row in
          row.map { cell in
            let quoted = cell.replacingOccurrences(of: "\"", with: "\"\"")
            let mustQuote =
              cell.utf8.contains { [0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3B].contains($0) } || cell.hasPrefix(" ")
              || cell.hasSuffix(" ")
            return mustQuote ? "\"\(quoted)\"" : cell
          }.joined(separator: delimiter)
        }.joined(separator: self == .blankLines ? end + end : end) + end
      if self == .blankLines { text = end + text + end + end }
      if self == .utf16 {
        return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      }
      return head + Array(text.utf8)
    }
  }

  /// Samples with a header, whose quotes are doubled.
  private static let tables = names.filter {
    $0.hasSuffix(".csv")
      && ![
        "keepass-csv.1.csv", "keepassxc-csv.spreadsheet.csv", "bitwarden-authenticator-csv.csv",
        "dashlane-old-csv.csv", "keeper-csv.csv", "upm-csv.csv", "msecure-csv.csv", "enpass-csv.csv",
      ].contains($0)
  }

  @Test(arguments: tables, Resave.allCases)
  func aResavedTableSaysTheSame(_ name: String, _ resave: Resave) throws {
    let bytes = Self.bytes(name)
    var reader = try CSVReader(TextDecoding.decode(bytes), options: CSVOptions(header: .absent))
    var rows: [[String]] = []
    while let row = reader.next() { rows.append(row.cells.map(\.text.string)) }
    let original = try TableReading(bytes, name: name)
    let again = try TableReading(resave.apply(rows), name: name)
    #expect(again.format.id == original.format.id)
    #expect(again.plain == original.plain)
    // Custom fields are named as their columns are.
    if resave != .capitals { #expect(again.items.map(\.credentials) == original.items.map(\.credentials)) }
    #expect(try again.conversion.values.isBalanced)
  }
}
