package import CredentialExchangeFormat

/// Writes delimited text as UTF-8 (RFC 4180), row by row. No byte of a value is ever altered.
package struct CSVWriter: Sendable {
  /// When cells are put in quotes.
  package enum Quoting: Sendable, Hashable, CaseIterable {
    /// Where reading would give another value without them.
    case minimal
    /// Always.
    case always
  }

  /// What ends a row.
  package enum LineEnd: Sendable, Hashable, CaseIterable {
    /// LF.
    case lineFeed
    /// CR LF, as RFC 4180 has it.
    case carriageReturnLineFeed
  }

  /// The text written so far.
  package private(set) var bytes: [UInt8] = []
  /// Data cells so far that a spreadsheet may take for a formula: they begin with `=`, `+`, `-`, `@`, TAB or CR.
  package private(set) var formulaLikeCells = 0

  private let dialect: CSVDialect
  private let lineEnd: LineEnd
  private let quoting: Quoting
  private let quotedBytes: [Bool]

  /// Creates a writer. The delimiter is an ASCII character other than a quote, CR and LF.
  package init(
    dialect: CSVDialect = CSVDialect(), lineEnd: LineEnd = .carriageReturnLineFeed,
    quoting: Quoting = .minimal
  ) {
    self.dialect = dialect
    self.lineEnd = lineEnd
    self.quoting = quoting
    var quotedBytes = [Bool](repeating: false, count: 256)
    for byte in [dialect.delimiter, 0x0A, 0x0D, 0x22] { quotedBytes[Int(byte)] = true }
    self.quotedBytes = quotedBytes
  }

  /// Appends the row of column names; its cells are not counted as formula-like.
  package mutating func append(header names: [Text]) {
    write(names)
  }

  /// Appends a row of data.
  package mutating func append(row cells: [Text]) {
    for cell in cells {
      switch cell.utf8.first {
      case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
        formulaLikeCells += 1
      default: break
      }
    }
    write(cells)
  }

  /// The finding about cells that a spreadsheet may take for formulas, if there are any.
  package var formulaFinding: Finding? {
    guard formulaLikeCells > 0 else { return nil }
    let subject = formulaLikeCells == 1 ? "1 cell begins" : "\(formulaLikeCells) cells begin"
    return Finding(
      .formulaLikeCells,
      message: "\(subject) like a formula; open the file in a spreadsheet only as text", action: .kept)
  }

  private mutating func write(_ cells: [Text]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(dialect.delimiter) }
      if quoting == .always || needsQuotes(cell, isAlone: cells.count == 1) {
        writeQuoted(cell)
      } else {
        bytes.append(contentsOf: cell.utf8)
      }
    }
    if lineEnd == .carriageReturnLineFeed { bytes.append(0x0D) }
    bytes.append(0x0A)
  }

  private func needsQuotes(_ cell: Text, isAlone: Bool) -> Bool {
    // A row of one empty cell would be a blank line.
    guard let first = cell.utf8.first, let last = cell.utf8.last else { return isAlone }
    // Outer blanks are often trimmed where there are no quotes.
    if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 { return true }
    if cell.utf8.contains(where: { quotedBytes[Int($0)] }) { return true }
    guard bytes.isEmpty else { return false }
    // At the beginning of a file two more things mean something: U+FEFF and `sep=`.
    return cell.utf8.starts(with: [0xEF, 0xBB, 0xBF])
      || cell.utf8.prefix(4).elementsEqual("sep=".utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  private mutating func writeQuoted(_ cell: Text) {
    bytes.append(0x22)
    for byte in cell.utf8 {
      switch (byte, dialect.escape) {
      case (0x22, .doubledQuotes): bytes.append(0x22)
      case (0x22, .backslash), (0x5C, .backslash): bytes.append(0x5C)
      default: break
      }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}

extension FindingCode {
  /// Cells that a spreadsheet may take for formulas were written as they are.
  package static let formulaLikeCells = FindingCode("formula-like-cells", .warning)
}
