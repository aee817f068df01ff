/// Lays text out in aligned columns.
///
/// Every cell is made safe for a terminal (``ForeignText``); emphasis is given beside the text, not in it.
package struct TableRenderer: Sendable {
  /// A column.
  package struct Column: Sendable, Hashable {
    /// The heading; may be empty.
    package var title: String
    /// Whether cells end at the right edge, as numbers do.
    package var isRightAligned: Bool
    /// The widest it may get, in columns of the terminal; longer cells are cut and ended by `…`.
    package var maximumWidth: Int

    /// Creates a column.
    package init(_ title: String, isRightAligned: Bool = false, maximumWidth: Int = .max) {
      self.title = title
      self.isRightAligned = isRightAligned
      self.maximumWidth = maximumWidth
    }
  }

  /// A cell.
  package struct Cell: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text, which may be foreign.
    package var text: String
    /// Emphasis for the whole cell.
    package var emphasis: TextStyle.Emphasis?

    /// Creates a cell.
    package init(_ text: String, _ emphasis: TextStyle.Emphasis? = nil) {
      self.text = text
      self.emphasis = emphasis
    }

    /// Creates a cell without emphasis.
    package init(stringLiteral value: String) {
      self.init(value)
    }
  }

  /// The columns, from the left.
  package var columns: [Column]
  /// Decides whether emphasis is shown.
  package var style: TextStyle
  private static let gap = "  "

  /// Creates a renderer.
  package init(_ columns: [Column], style: TextStyle = .plain) {
    self.columns = columns
    self.style = style
  }

  /// Returns the table, each line ended by a line feed and without spaces at its end.
  ///
  /// Headings are left out when all are empty. Cells missing at the end of a row are empty; cells beyond the
  /// last column are appended to it, never dropped.
  package func render(_ rows: [[Cell]]) -> String {
    guard !columns.isEmpty else { return "" }
    var lines = rows.map(fitted)
    if columns.contains(where: { !$0.title.utf8.isEmpty }) {
      lines.insert(fitted(columns.map { Cell($0.title, .bold) }), at: 0)
    }
    let widths = columns.indices.map { column in
      lines.map { DisplayWidth.of($0[column].text) }.max() ?? 0
    }
    return lines.map { line(of: $0, widths: widths) + "\n" }.joined()
  }

  private func fitted(_ row: [Cell]) -> [Cell] {
    var cells = row
    while cells.count < columns.count { cells.append("") }
    while cells.count > columns.count {
      let surplus = cells.removeLast()
      cells[cells.count - 1].text += " " + surplus.text
    }
    for (index, column) in columns.enumerated() {
      let text = ForeignText.escaped(cells[index].text)
      if DisplayWidth.of(text) > column.maximumWidth {
        cells[index].text = DisplayWidth.prefix(of: text, columns: column.maximumWidth - 1) + "…"
      } else {
        cells[index].text = text
      }
    }
    return cells
  }

  private func line(of cells: [Cell], widths: [Int]) -> String {
    var line = ""
    var pending = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(cell.text))
      if index > 0 { pending += Self.gap }
      if columns[index].isRightAligned { pending += padding }
      if !cell.text.utf8.isEmpty {
        // Spaces are held back until something follows them.
        line += pending + (cell.emphasis.map { style.applying($0, to: cell.text) } ?? cell.text)
        pending = ""
      }
      if !columns[index].isRightAligned { pending += padding }
    }
    return line
  }
}
