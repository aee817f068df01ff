internal import CredentialExchangeFormat

/// What all rows of a table share: the names of their cells, and where cells of these names stand.
struct TableColumns: Sendable {
  private let names: [Text]
  private let places: [Place]
  /// The names of the header in lower case, as bytes; none where it has too few to be known again.
  private let repeated: [[UInt8]]

  /// Names the cells of a table: by what is given, or else as the header does.
  init(_ header: CSVHeader, given: [Text]) {
    let labels = header.columns.map { Text($0.label) }
    let names = given + labels.dropFirst(given.count)
    self.names = names
    places = names.map { Place.root.appending($0) }
    repeated =
      header.columns.count > 2 ? header.columns.map { Array(CSVColumnName.folded($0.name).utf8) } : []
  }

  /// The name of the cell in a column; its number from 1 beyond the last name.
  ///
  /// - Parameter index: the number of the column, from 0.
  func name(_ index: Int) -> Text { index < names.count ? names[index] : Text(String(index + 1)) }

  /// Where the cell stands in a record of the row.
  func place(_ index: Int) -> Place {
    index < places.count ? places[index] : Place.root.appending(name(index))
  }

  /// Whether the texts of a row are the names of the header again, whatever the case of the letters A–Z.
  ///
  /// - Parameter isName: says of a column whether its cell is that name, in lower case.
  func areRepeated(by count: Int, _ isName: (Int, [UInt8]) -> Bool) -> Bool {
    guard !repeated.isEmpty, count >= repeated.count else { return false }
    for index in repeated.indices where !isName(index, repeated[index]) { return false }
    return true
  }

  /// Whether a text with its letters A–Z in lower case is a name.
  static func isName(_ text: some Collection<UInt8>, _ name: [UInt8]) -> Bool {
    text.count == name.count && zip(text, name).allSatisfy { ASCIIBytes.lower($0) == $1 }
  }
}
