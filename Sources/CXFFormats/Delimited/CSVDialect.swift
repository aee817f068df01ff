/// How quotes are written inside quoted cells.
package enum CSVEscape: Sendable, Hashable, CaseIterable {
  /// RFC 4180: a quote is written twice; a backslash is an ordinary character.
  case doubledQuotes
  /// KeePass 1.x: `\"` is a quote and `\\` a backslash, in quoted cells only.
  case backslash
}

/// What a delimited file is written with.
package struct CSVDialect: Sendable, Hashable {
  /// The byte between cells.
  package var delimiter: UInt8
  /// How quotes are written inside quoted cells.
  package var escape: CSVEscape

  /// Creates a dialect; comma and doubled quotes where nothing is said.
  package init(delimiter: UInt8 = UInt8(ascii: ","), escape: CSVEscape = .doubledQuotes) {
    self.delimiter = delimiter
    self.escape = escape
  }

  /// The delimiters that are tried when none is given, the more usual first.
  package static let delimiters: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
}

/// What a caller knows and wants before it reads a delimited file.
package struct CSVOptions: Sendable {
  /// Whether the first record names the columns.
  package enum Header: Sendable, Hashable {
    /// The first record that is not blank is the header.
    case required
    /// There is no header: every record is data.
    case absent
  }

  /// How the escape of quoted cells is found.
  package enum Escape: Sendable, Hashable {
    /// The caller knows it.
    case fixed(CSVEscape)
    /// It is found from the whole file; one that reads well both ways is taken for KeePass's, which escapes (KeePass 1.x and
    /// its imitators share one header).
    case sniffed
    /// It is found from the whole file; quotes are doubled unless the file reads badly so: nobody is known to escape here, and
    /// a backslash that is taken away from a password opens nothing.
    case sniffedAgainstDoubling
  }

  /// Which cells are quoted.
  package enum Quotes: Sendable, Hashable {
    /// Any cell that begins with a quote.
    case anyCell
    /// In a table of tabs only those of the last column, in which quotes and line ends stand as they are (Password Safe).
    /// With another delimiter somebody's spreadsheet wrote the table, and it is read like others.
    case lastCellRaw
  }

  /// What becomes of cells beyond the last column of the header.
  package enum ExtraCells: Sendable, Hashable {
    /// The record fails if one of them holds text.
    case fail
    /// They are data: some formats use as many columns as a row needs.
    case keep
  }

  /// The column names that the delimiter is found by, or nil if any name will do.
  ///
  /// A header without one of them is the error `no-known-columns`.
  package var knownColumns: CSVColumnNames?
  /// Whether the first record names the columns.
  package var header: Header
  /// The delimiter, or nil to find it.
  package var delimiter: UInt8?
  /// How the escape of quoted cells is found.
  package var escape: Escape
  /// Which cells are quoted.
  package var quotes: Quotes
  /// What becomes of cells beyond the last column; without a header they are always kept.
  package var extraCells: ExtraCells

  /// Creates options.
  package init(
    knownColumns: CSVColumnNames? = nil, header: Header = .required, delimiter: UInt8? = nil,
    escape: Escape = .fixed(.doubledQuotes), quotes: Quotes = .anyCell, extraCells: ExtraCells = .fail
  ) {
    self.knownColumns = knownColumns
    self.header = header
    self.delimiter = delimiter
    self.escape = escape
    self.quotes = quotes
    self.extraCells = extraCells
  }
}

/// The sizes beyond which a delimited file is not read on; the number of records has no limit.
package enum CSVLimits {
  /// Columns of a header and cells of a record: the width of a spreadsheet.
  package static let maximumColumns = 16_384
  /// Bytes of one cell, without its quotes.
  package static let maximumCellBytes = 16 << 20
}
