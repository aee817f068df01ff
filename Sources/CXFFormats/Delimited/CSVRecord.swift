package import CredentialExchangeFormat

/// What was noticed about one cell.
package struct CSVCellFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  /// Creates flags from bits.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// It was written in quotes.
  package static let quoted = CSVCellFlags(rawValue: 1)
  /// Something in it could not be read and is U+FFFD now.
  package static let damaged = CSVCellFlags(rawValue: 2)
  /// It holds a NUL character.
  package static let null = CSVCellFlags(rawValue: 4)
  /// It holds a character that was written as two surrogates of three bytes each.
  package static let joinedSurrogates = CSVCellFlags(rawValue: 8)
  /// Text follows its closing quote: the value is all of it as it stands in the file, quotes included.
  package static let malformed = CSVCellFlags(rawValue: 16)
  /// Blanks followed its closing quote; they are not in the value.
  package static let padded = CSVCellFlags(rawValue: 32)
  /// Its closing quote is missing.
  package static let unterminated = CSVCellFlags(rawValue: 64)
  /// A doubled quote stands in it.
  static let doubledQuote = CSVCellFlags(rawValue: 128)
  /// A backslash in it makes the next character literal.
  static let escape = CSVCellFlags(rawValue: 256)
  /// A backslash in it escapes nothing, though the dialect has escapes.
  static let loneBackslash = CSVCellFlags(rawValue: 512)
  /// A line end stands between its quotes.
  static let multiline = CSVCellFlags(rawValue: 1024)
  /// Flags that say the value may not be what was meant.
  package static let doubtful: CSVCellFlags = [.damaged, .malformed, .unterminated]
  /// Flags that there is something to say about.
  static let remarkable: CSVCellFlags = [.damaged, .null, .joinedSurrogates, .malformed, .padded]
}

/// One cell of a record.
package struct CSVCell: Sendable, Hashable {
  /// The value, byte for byte.
  package let text: Text
  /// Offset in bytes into the decoded text where the cell begins, its quote included.
  package let offset: Int
  /// What was noticed about it.
  package let flags: CSVCellFlags
}

/// One data record.
package struct CSVRecord: Sendable, Hashable {
  /// Number from 1; the header and blank records are not counted.
  package let number: Int
  /// Physical line of the file, from 1, where it begins.
  package let line: Int
  /// Its bytes in the decoded text, without the line end.
  package let byteRange: Range<Int>
  /// Its cells; a record may have fewer than the header has columns.
  package let cells: [CSVCell]
  /// Why the record is not to be taken for an item, if it could not be read; its cells and bytes are there for
  /// the accounting only.
  package let failure: FindingCode?
  /// Whether it is the first one read again after a record whose quotes do not close.
  package let isRecovered: Bool
  /// What there is to say about it: the failure, and doubtful cells.
  package let findings: [Finding]

  /// Returns the cell of a column, or nil if the record does not reach so far.
  package subscript(column: Int) -> CSVCell? {
    column >= 0 && column < cells.count ? cells[column] : nil
  }

  /// Returns the value in a column, or nil if there is no such column or the record does not reach so far.
  package func text(_ column: Int?) -> Text? {
    column.flatMap { self[$0]?.text }
  }
}

/// Where a record lies and how it could be read, before anything is made of its cells.
struct CSVRow: Sendable {
  /// Why a record fails.
  struct Fault: Sendable {
    var code: FindingCode
    var message: String
    var column: Int?
  }

  /// Number from 1; the header and blank records are not counted.
  var number: Int
  /// Physical line of the file, from 1, where it begins.
  var line: Int
  /// Its bytes in the decoded text, without the line end.
  var byteRange: Range<Int>
  /// The flags of all cells together, without those that marks of the text give.
  var flags: CSVCellFlags
  /// Nil where it could be read.
  var failure: Fault?
  /// Whether it is the first one read again after a record whose quotes do not close.
  var isRecovered: Bool
}
