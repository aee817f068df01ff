package import CredentialExchangeFormat

/// A delimited text format described by its columns: most exports are no more than such a table, and what a table
/// cannot say is a function over a row.
package struct TableFormat: Sendable {
  /// A column: its names through the ages and in other languages, in lower case, and its role.
  package struct Column: Sendable {
    /// The names; the first that is in the header counts.
    package let names: [Text]
    package let role: CellRole

    /// Creates the description of a column.
    package init(_ role: CellRole, _ names: Text...) {
      self.names = names
      self.role = role
    }
  }

  /// Column names by which a header is recognised.
  package struct Signature: Sendable {
    /// Names that must all be there; `a|b` means one of them.
    package let names: [String]
    /// Whether no other product has these names, so that further columns are no reason to doubt.
    package let isDistinctive: Bool
    /// Names of which none may be there.
    package var absent: [String] = []
    /// Whether the names must be the first columns, in this order.
    package var isOrdered = false

    /// Names that others have too: no column may be unknown.
    package static func all(_ names: String..., without absent: [String] = []) -> Signature {
      Signature(names: names, isDistinctive: false, absent: absent)
    }

    /// Names that only this product has.
    package static func distinctive(_ names: String..., without absent: [String] = []) -> Signature {
      Signature(names: names, isDistinctive: true, absent: absent)
    }

    /// Names that others have too, but not in this order at the beginning.
    package static func inOrder(_ names: String...) -> Signature {
      Signature(names: names, isDistinctive: true, isOrdered: true)
    }
  }

  /// A kind of row whose cells have other roles than usual.
  package struct RowKind: Sendable {
    /// How a row of the kind is recognised.
    package enum Condition: Sendable {
      /// The cell of this column is one of these texts, case of ASCII letters aside.
      case cell(Text, isOneOf: [String])
      /// One of these columns has a text.
      case filled([Text])
    }

    package let condition: Condition
    /// The roles that differ, by the first name of the column.
    package let roles: [Text: CellRole]

    /// Creates the description of a kind.
    package init(_ condition: Condition, _ roles: [Text: CellRole]) {
      self.condition = condition
      self.roles = roles
    }
  }

  /// How the file is to be taken apart.
  package enum Layout: Sendable {
    /// The header names the columns.
    case named
    /// There is no header; these are the columns in order, and rows may go on.
    case positional([CellRole?], names: [Text])
  }

  /// What a function over a row decided.
  package enum Verdict: Sendable {
    /// The row is an item; cells that were not taken go by their roles.
    case item
    /// The row holds folders only, which were made.
    case folders
    /// The row is no item of the user's.
    case leave(FindingCode, String)
    /// The row is a further line of structure (a repeated header) and holds no value.
    case structure
  }

  let origin: Format.Origin
  let columns: [Column]
  let signatures: [Signature]
  /// How the file is taken apart.
  package var layout = Layout.named
  /// The first kind that fits a row changes its roles.
  var kinds: [RowKind] = []
  /// How quotes are written.
  var escape = CSVOptions.Escape.fixed(.doubledQuotes)
  /// Which cells are quoted.
  var quotes = CSVOptions.Quotes.anyCell
  /// Whether rows may have more cells than the header.
  var hasExtraCells = false
  /// Roles of columns that have no fixed names.
  var roleOfColumn: (@Sendable (Text) -> CellRole?)?
  /// Reads the whole file once for what rows must know of others; the answer is `RowBuilder.context`.
  var prepare: (@Sendable (CSVReader) -> [Text: [String]])?
  /// Looks at a row before its cells go by their roles. With it, no row takes the short way of `PlainRows`.
  package var interpret: (@Sendable (inout RowBuilder, inout VaultDraft) -> Verdict)?
  /// Undoes what the writer does to cells; nil where nothing was done.
  var undo: CellUndo?
  /// Changes the text of the whole file, which then is another text than the file's.
  var unwrap: (@Sendable (DecodedText) -> [UInt8]?)?

  package init(
    id: String, name: String, rpID: String, columns: [Column], signatures: [Signature]
  ) {
    origin = Format.Origin(id: id, name: name, rpID: rpID)
    self.columns = columns
    self.signatures = signatures
  }

  /// The row of the table of formats.
  package func format(
    _ name: String, exportSteps: String, _ capabilities: Capabilities,
    detect other: (@Sendable (Probe) -> Detection?)? = nil,
    makeWriter: (@Sendable (WriteOptions) -> any VaultWriter)? = nil
  ) -> Format {
    Format(
      id: origin.id, name: name, rpID: origin.rpID, exportSteps: exportSteps, capabilities: capabilities,
      detect: { probe in other?(probe) ?? detect(probe) },
      read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: makeWriter)
  }
}

/// Undoes a habit of a product's writer, cell by cell.
package struct CellUndo: Sendable {
  /// What it is, for each cell.
  let code: FindingCode
  /// Decides from all cells of the file whether the habit was at work.
  let survey: @Sendable ([Text]) -> Bool
  /// The text of a cell, by the name of its column in lower case, as it was meant; nil where it is as it was meant.
  let restore: @Sendable (Text, Text) -> Text?
  /// What to say about the file, given the number of cells.
  let finding: (@Sendable (Int) -> Finding)?
}
