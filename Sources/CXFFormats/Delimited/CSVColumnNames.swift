package import CredentialExchangeFormat

/// A set of column names that compares as headers are compared: without regard to the case of ASCII letters
/// and to what stands around a name.
package struct CSVColumnNames: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var folded: Set<Text>

  /// Creates the set.
  package init(_ names: some Sequence<Text>) {
    folded = Set(names.map { CSVColumnName.folded(CSVColumnName.trimmed($0)) })
  }

  /// Creates the set from literals.
  package init(arrayLiteral elements: Text...) {
    self.init(elements)
  }

  /// Returns whether a name is in the set.
  package func contains(_ name: Text) -> Bool {
    folded.contains(CSVColumnName.folded(CSVColumnName.trimmed(name)))
  }

  /// Adds the names of another set.
  package mutating func formUnion(_ other: CSVColumnNames) {
    folded.formUnion(other.folded)
  }
}

/// The two rules by which column names are compared.
enum CSVColumnName {
  /// Returns the name without spaces, tabs, line ends, U+200B, U+00A0 and U+FEFF around it.
  static func trimmed(_ name: Text) -> Text {
    func isOuter(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x200B, 0xFEFF: true
      default: false
      }
    }
    let scalars = name.string.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isOuter($0) }),
      let last = scalars.lastIndex(where: { !isOuter($0) })
    else { return "" }
    return Text(String(scalars[first...last]))
  }

  /// Returns the name with ASCII capitals as small letters.
  static func folded(_ name: Text) -> Text {
    let bytes = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return Text(String(decoding: bytes, as: UTF8.self))
  }
}
