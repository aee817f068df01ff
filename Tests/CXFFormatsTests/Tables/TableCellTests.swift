import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Whatever text stands in a cell of any known table, it stands in the result: as it is, in a place of its own or in a custom
/// field.
@Suite struct TableCellTests {
  /// Tables without a row of names, which have no columns to speak of.
  private static let headless: Set<String> = ["keeper-csv", "msecure-csv", "netwrix-csv", "myki-csv"]

  static let names = ExportSampleTests.names.filter { name in
    name.hasSuffix(".csv") && !headless.contains(String(name.prefix { $0 != "." }))
  }

  /// Columns whose texts are no values but tie rows together, or are the program's own.
  private static let structure: Set<String> = [
    "modelVersion", "tk_export_version", "id", "Id",
    "UUID",
    "uuid", "guid", "!group_id", "!group_parent", "Revision", "Folder Id", "PasswordListID", "PasswordID",
    // The outermost group of a KeePass database is no folder, and its icons are numbers of the program's own.
    "Group", "Icon",
  ]

  @Test(arguments: names)
  func randomTextsInEveryCellStandInTheResult(_ name: String) throws {
    let id = String(name.prefix { $0 != "." })
    let bytes = Array(Samples.bytes("Samples/exports/\(name)"))
    var reader = try CSVReader(TextDecoding.decode(bytes))
    let header = reader.header.columns.map(\.name)
    var rows: [[Text]] = []
    while let row = reader.next() { rows.append(row.cells.map(\.text)) }
    var random = SeededGenerator(seed: 7)
    var missing: [String] = []
    for column in header.indices where !header[column].isEmpty {
      // The row that has most to say of the column.
      let place = rows.indices.first { rows[$0].indices.contains(column) && !rows[$0][column].isEmpty } ?? 0
      guard rows.indices.contains(place), rows[place].indices.contains(column) else { continue }
      let text = Self.text(&random)
      var row = rows[place]
      row[column] = Text(text)
      var writer = CSVWriter()
      writer.append(header: header)
      writer.append(row: row)
      let conversion = try TableReading(writer.bytes, as: id).conversion
      #expect(conversion.values.isBalanced)
      #expect(!conversion.findings.contains { $0.code == .accountMismatch })
      let lost = conversion.values.lost > 0
      let document = try JSONSerialization.jsonObject(with: Data(conversion.bytes))
      if !Self.strings(document).contains(where: { $0.contains(text) }), !lost {
        missing.append(header[column].string)
      }
    }
    #expect(missing.filter { !Self.structure.contains($0) } == [])
  }

  /// A text that no list parts and no address, date or mark is.
  private static func text(_ random: inout SeededGenerator) -> String {
    let letters = ["q", "Z", "ä", "ß", "7", "x", "'", "é", "日"]
    return "Zx" + (0..<random.int(4...20)).map { _ in random.pick(letters) }.joined() + "k"
  }

  private static func strings(_ value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(strings)
    case let object as [String: Any]: object.values.flatMap(strings)
    default: []
    }
  }
}
