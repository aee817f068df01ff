package import CredentialExchangeFormat

/// Tells by reading a whole file whether backslashes in its quoted cells are escapes.
///
/// The writer that escapes (KeePass 1.x) escapes every backslash and every quote, so one backslash before
/// another character speaks against it, and `\"` reads badly without it.
struct CSVEscapeSniffing {
  /// The answer, and whether the file reads well both ways with different values.
  struct Verdict {
    var escape: CSVEscape
    var isGuessed: Bool
  }

  var options: CSVOptions

  /// - Parameter prefersDoubling: whether a file that reads well with doubled quotes is read so without further ado.
  func sniff(_ bytes: UnsafeBufferPointer<UInt8>, prefersDoubling: Bool = false) -> Verdict {
    guard bytes.contains(UInt8(ascii: "\\")) else {
      return Verdict(escape: .doubledQuotes, isGuessed: false)
    }
    let escaped = tally(.backslash, in: bytes)
    guard escaped.escapes > 0 else { return Verdict(escape: .doubledQuotes, isGuessed: false) }
    let plain = tally(.doubledQuotes, in: bytes)
    if prefersDoubling, plain.faults == 0 { return Verdict(escape: .doubledQuotes, isGuessed: false) }
    if escaped.faults == 0, plain.faults == 0 { return Verdict(escape: .backslash, isGuessed: true) }
    return Verdict(
      escape: escaped.faults < plain.faults ? .backslash : .doubledQuotes,
      isGuessed: escaped.faults > 0 && plain.faults > 0)
  }

  private func tally(_ escape: CSVEscape, in bytes: UnsafeBufferPointer<UInt8>) -> (escapes: Int, faults: Int)
  {
    let detection = CSVHeaderDetection(options: options, escape: escape)
    guard let beginning = try? detection.detect(in: bytes) else { return (0, Int.max) }
    let scanner = CSVScanner(dialect: CSVDialect(delimiter: beginning.delimiter, escape: escape))
    let columns = beginning.header.columns.count
    var cells: [CSVCellSpan] = []
    var index = beginning.next
    var escapes = 0
    var faults = 0
    while index < bytes.count {
      let span = scanner.scanRecord(in: bytes, from: index, to: bytes.count, into: &cells)
      index = span.next
      if columns > 0, cells.dropFirst(columns).contains(where: { !$0.isEmpty }) { faults += 1 }
      guard !span.flags.isEmpty else { continue }
      for cell in cells {
        if cell.flags.contains(.escape) { escapes += 1 }
        if !cell.flags.isDisjoint(with: [.malformed, .unterminated]) { faults += 1 }
        if escape == .backslash, !cell.flags.isDisjoint(with: [.doubledQuote, .loneBackslash]) {
          faults += 1
        }
      }
    }
    return (escapes, faults)
  }
}

extension FindingCode {
  /// Backslashes in quoted cells may be escapes or not; the file reads well both ways.
  package static let escapeGuessed = FindingCode("escape-guessed", .warning)
}
