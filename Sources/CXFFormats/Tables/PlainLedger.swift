internal import CredentialExchangeFormat

/// Accounts for the rows that took the short way, each when it is asked for: the row is then read once more the long way,
/// so that nothing about its values is kept in memory.
final class PlainLedger: Sendable {
  private let rows: TableRows
  private let reader: CSVReader

  /// - Parameter reader: a reader of the text, wherever it stands.
  init(_ rows: TableRows, _ reader: CSVReader) {
    self.rows = rows
    self.reader = reader
  }

  fileprivate func entries(ofRow number: Int, line: Int, offset: Int) -> [LedgerEntry] {
    var reader = reader.resumed(atRow: number, line: line, offset: offset)
    guard let row = reader.next() else { return [] }
    var draft = VaultDraft(rows.table.origin, options: ReadOptions(), syntheticIDs: true)
    var builder = rows.builder(rows.record(of: row).record)
    builder.finish(&draft)
    let reading = draft.finish(text: [], isJSON: false, fileOffsets: { $0 })
    return reading.accounts.first?.items.first?.entries ?? []
  }
}

/// A row that took the short way.
final class PlainRow: Sendable {
  private let ledger: PlainLedger
  private let number: Int
  private let line: Int
  private let offset: Int
  /// How many values it has.
  let count: Int

  /// - Parameter offset: where it begins in the decoded text, in bytes.
  init(_ ledger: PlainLedger, number: Int, line: Int, offset: Int, count: Int) {
    self.ledger = ledger
    self.number = number
    self.line = line
    self.offset = offset
    self.count = count
  }

  /// The ledger of its values, made anew at each call.
  var entries: [LedgerEntry] { ledger.entries(ofRow: number, line: line, offset: offset) }
}
