/// Finding good records that a quote gone astray has swallowed.
///
/// One `"` too many or too few makes every following row part of a cell, up to the next quote or to the end of
/// the file. Rows after it are taken up again only where a line looks so much like a record that it can hardly
/// be a line of somebody's note; all before it belongs to the failed record.
extension CSVReader {
  /// Columns from which a line can be told from prose by the number of its cells.
  static let fewestColumnsForRecovery = 3

  /// Returns the beginning of the first line after `start`, and before `end`, that reads as a good record.
  mutating func swallowedRecord(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    guard header.columns.count >= Self.fewestColumnsForRecovery else { return nil }
    var cells: [CSVCellSpan] = []
    var index = start
    rereadBudget -= end - start
    while rereadBudget > 0 {
      while index < end, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      guard index < end else { return nil }
      index += CSVScanner.lineEndLength(in: bytes, at: index, to: bytes.count)
      guard index < end else { return nil }
      let span = scanner.scanRecord(in: bytes, from: index, to: bytes.count, into: &cells)
      rereadBudget -= span.next - index
      if looksGood(cells, span, in: bytes) { return index }
    }
    return nil
  }

  /// Whether a line has a cell for each column and nothing odd about it. A blank after a delimiter is odd: prose
  /// has it, and writers of CSV do not.
  private func looksGood(
    _ cells: [CSVCellSpan], _ span: CSVRecordSpan, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let columns = header.columns.count
    guard cells.count >= columns, span.flags.isDisjoint(with: [.malformed, .padded, .unterminated]),
      cells[columns...].allSatisfy(\.isEmpty), !cells.allSatisfy(\.isEmpty)
    else { return false }
    return cells.allSatisfy { cell in
      cell.start == cell.end || (bytes[cell.start] != 0x20 && bytes[cell.start] != 0x09)
    }
  }
}
