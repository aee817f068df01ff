package import CredentialExchangeFormat

/// Why a file cannot be read as delimited text at all.
package enum CSVError: Error, Sendable, Hashable {
  /// There is no record in it.
  case noHeader
  /// No delimiter yields a known column name; the names are those of the delimiter that finds most of them.
  case noKnownColumns(names: [Text])
  /// The header has more columns than `CSVLimits.maximumColumns`.
  case tooManyColumns(count: Int, line: Int)
  /// A quote of the header is never closed.
  case unterminatedHeader(line: Int)

  /// The error as the one finding of its file.
  package var finding: Finding {
    switch self {
    case .noHeader:
      return Finding(.noHeader, message: "the file has no header line", action: .failed)
    case .noKnownColumns(let names):
      return Finding(
        .noKnownColumns, message: "no column is known; " + Self.listing(names), action: .failed)
    case .tooManyColumns(let count, let line):
      return Finding(
        .tooManyColumns, position: SourcePosition(line: line),
        message: "the header has \(count) columns, the limit is \(CSVLimits.maximumColumns)",
        action: .failed)
    case .unterminatedHeader(let line):
      return Finding(
        .unterminatedQuote, position: SourcePosition(line: line),
        message: "a quote in the header is never closed", action: .failed)
    }
  }

  /// Column names shown at most.
  private static let shownNames = 40

  /// Lists header names, unless they look like data: the first record of a file without a header is one with
  /// a password in it.
  static func listing(_ names: [Text]) -> String {
    let count = names.count == 1 ? "1 name" : "\(names.count) names"
    guard areNames(names) else {
      return "the first line has \(count) that look like data, not like a header, and are not shown"
    }
    let shown = names.prefix(shownNames).map { "'\($0.string)'" }.joined(separator: ", ")
    let rest = names.count > shownNames ? " and \(names.count - shownNames) more" : ""
    return "the header has \(count): " + shown + rest
  }

  /// Whether all of them look like names and none like data, so that they may be shown.
  static func areNames(_ names: [Text]) -> Bool { names.allSatisfy(looksLikeName) }

  /// Returns whether a cell may be shown: short, and made of letters and what stands between words; digits
  /// only at the end, as in "URL 2".
  private static func looksLikeName(_ name: Text) -> Bool {
    guard name.utf8.count <= 48 else { return false }
    var digits = 0
    for scalar in name.string.unicodeScalars {
      let category = scalar.properties.generalCategory
      if scalar.properties.isAlphabetic || category == .nonspacingMark || category == .spacingMark {
        guard digits == 0 else { return false }
      } else if scalar.properties.numericType != nil {
        digits += 1
        guard digits <= 2 else { return false }
      } else if !" _-/.()'&".unicodeScalars.contains(scalar) {
        return false
      }
    }
    return true
  }
}

extension FindingCode {
  /// The file has no header line.
  package static let noHeader = FindingCode("no-header", .error)
  /// No column of the header is one that the reader knows.
  package static let noKnownColumns = FindingCode("no-known-columns", .error)
  /// The header has more columns than the limit.
  package static let tooManyColumns = FindingCode("too-many-columns", .error)
  /// A quoted cell is never closed.
  package static let unterminatedQuote = FindingCode("unterminated-quote", .error)
}
