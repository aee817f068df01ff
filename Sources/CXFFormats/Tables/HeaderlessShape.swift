internal import CredentialExchangeFormat

/// How a table without a header is recognised: by where its addresses stand.
package struct HeaderlessShape: Sendable {
  /// How many cells a row may have.
  var cells: ClosedRange<Int>
  /// The number of the cell that holds addresses, from 0.
  var address: Int
  /// How many cells the widest row has at least.
  var minimumCells: Int

  /// Creates the description.
  package init(cells: ClosedRange<Int>, address: Int, minimumCells: Int) {
    self.cells = cells
    self.address = address
    self.minimumCells = minimumCells
  }

  /// Whether the rows are of this shape: no address stands in another cell more often, and where the cell is filled
  /// it mostly holds one.
  package func detect(_ probe: Probe, _ reason: String) -> Detection? {
    guard let rows = probe.rows, !rows.isEmpty, rows.allSatisfy({ cells.contains($0.count) }),
      (rows.map(\.count).max() ?? 0) >= minimumCells
    else { return nil }
    // A row of names is a header, whatever shape the rows below it have.
    guard rows[0].count(where: { ColumnWords.role($0) != nil }) < 2 else { return nil }
    let filled = rows.filter { address < $0.count && !$0[address].isEmpty }
    let addresses = filled.filter { Self.isAddress($0[address].string) }
    guard !addresses.isEmpty, addresses.count * 4 >= filled.count * 3, addresses.count * 3 >= rows.count,
      filled.count * 2 >= rows.count
    else { return nil }
    for column in 0..<cells.upperBound where column != address {
      let others = rows.filter { column < $0.count && Self.isAddress($0[column].string) }
      if others.count >= addresses.count { return nil }
    }
    return Detection(.likely, reason, score: minimumCells)
  }

  /// Whether a text is an address with its scheme: only that is sure.
  static func isAddress(_ text: String) -> Bool {
    let address = ServiceAddress(text)
    return address.kind == .web && text.utf8.count > 8
      && (ASCIIBytes.hasPrefix(text.utf8, "https://") || ASCIIBytes.hasPrefix(text.utf8, "http://"))
  }
}
