package import CredentialExchangeFormat

/// One column of a header.
package struct CSVColumn: Sendable, Hashable {
  /// Position from 0; the index of its cells in a record.
  package let index: Int
  /// The name with what stands around it taken off; empty if there is none.
  package let name: Text
  /// 1 for the first column of this name (case of ASCII letters aside from it), 2 for the second, and so on.
  package let occurrence: Int

  /// The name to show: the number from 1 where there is no name, a count in brackets where it is not the first
  /// of its name.
  package var label: String {
    if name.isEmpty { return String(index + 1) }
    return occurrence == 1 ? name.string : "\(name.string) (\(occurrence))"
  }
}

/// The columns of a delimited file and the look-up by name.
package struct CSVHeader: Sendable, Hashable {
  /// The columns in the order of the file; empty for a file without a header.
  package let columns: [CSVColumn]
  private let exact: [Text: Int]
  private let folded: [Text: Int]

  /// Creates the header from names as they stand in the file.
  package init(names: some Sequence<Text>) {
    var columns: [CSVColumn] = []
    var exact: [Text: Int] = [:]
    var folded: [Text: Int] = [:]
    var seen: [Text: Int] = [:]
    for (index, raw) in names.enumerated() {
      let name = CSVColumnName.trimmed(raw)
      let occurrence = seen[name, default: 0] + 1
      seen[name] = occurrence
      columns.append(CSVColumn(index: index, name: name, occurrence: occurrence))
      guard !name.isEmpty else { continue }
      if exact[name] == nil { exact[name] = index }
      let key = CSVColumnName.folded(name)
      if folded[key] == nil { folded[key] = index }
    }
    self.columns = columns
    self.exact = exact
    self.folded = folded
  }

  /// Returns the index of the first column of this name: spelt exactly so, or else with other capitals.
  package func index(of name: Text) -> Int? {
    let name = CSVColumnName.trimmed(name)
    return exact[name] ?? folded[CSVColumnName.folded(name)]
  }

  /// Returns the indices of all columns of this name, without regard to the case of ASCII letters.
  package func indices(of name: Text) -> [Int] {
    let key = CSVColumnName.folded(CSVColumnName.trimmed(name))
    return columns.filter { !$0.name.isEmpty && CSVColumnName.folded($0.name) == key }.map(\.index)
  }
}

extension FindingCode {
  /// Two columns of a header have one name; both stay readable.
  package static let duplicateColumn = FindingCode("duplicate-column", .note)
}
