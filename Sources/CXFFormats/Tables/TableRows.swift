internal import CredentialExchangeFormat

/// What is known of a file before its rows are read one by one.
struct TableRows: Sendable {
  let table: TableFormat
  /// The role of each column.
  let roles: [CellRole?]
  let columns: TableColumns
  /// What is undone in each cell.
  let undo: CellUndo?
  let dateOrder: CalendarDate.Order?
  let context: [Text: [String]]
  /// What is added to offsets, where the text is one of several.
  let base: Int

  /// Whether a row is the header once more.
  func isHeader(_ row: CSVRecord) -> Bool {
    columns.areRepeated(by: row.cells.count) { TableColumns.isName(row.cells[$0].text.utf8, $1) }
  }

  /// Makes the record of a row, and tells how many of its cells were undone.
  func record(of row: CSVRecord) -> (record: SourceRecord, undone: Int) {
    let record = SourceRecord(row: row, columns: columns, base: base)
    var count = 0
    if let undo {
      for index in 1..<record.nodes.count {
        let folded = CSVColumnName.folded(record.nodes[index].name)
        guard let restored = undo.restore(record.nodes[index].text, folded) else { continue }
        record.nodes[index].text = restored
        record.nodes[index].undone = undo.code
        count += 1
      }
    }
    record.markStructure(roles)
    return (record, count)
  }

  /// Begins the item of a record.
  func builder(_ record: SourceRecord) -> RowBuilder {
    var builder = RowBuilder(record, roles: roles, format: table)
    builder.context = context
    builder.dateOrder = dateOrder
    builder.applyKind()
    return builder
  }
}
