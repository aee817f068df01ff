import CXFFormats
import CredentialExchangeFormat

/// A file read to its end.
struct ReadRows {
  var reader: CSVReader
  var records: [CSVRecord] = []

  init(_ bytes: [UInt8], _ options: CSVOptions = CSVOptions()) throws {
    reader = try CSVReader(TextDecoding.decode(bytes), options: options)
    while let record = reader.next() { records.append(record) }
  }

  init(_ string: String, _ options: CSVOptions = CSVOptions()) throws {
    try self.init(Array(string.utf8), options)
  }

  /// The values of all records, row by row, as bytes compare them.
  var rows: [[Text]] { records.map { $0.cells.map(\.text) } }
  var names: [Text] { reader.header.columns.map(\.name) }
  var codes: [String] { records.flatMap { $0.findings.map(\.code.name) } }
  var fileCodes: [String] { reader.fileFindings.map(\.code.name) }

  /// The value in a named column of a record, counted from 0.
  func value(_ record: Int, _ name: Text) -> Text? {
    records[record].text(reader.header.index(of: name))
  }
}
