internal import CredentialExchangeFormat

/// What was found at the head of a file.
struct CSVBeginning {
  var header: CSVHeader
  var delimiter: UInt8
  /// Where the first data record (or a blank one) begins.
  var next: Int
  /// Physical line there, from 1.
  var line: Int
  /// Whether the header holds a character beyond ASCII.
  var headerHasNonASCII = false
}

/// Finds the delimiter and the header.
struct CSVHeaderDetection {
  /// Records looked at to find the delimiter of a file without a header.
  private static let sampleRecords = 8

  var options: CSVOptions
  /// The escape to read the header with.
  var escape: CSVEscape

  func detect(in bytes: UnsafeBufferPointer<UInt8>) throws(CSVError) -> CSVBeginning {
    let hint = Self.separatorLine(in: bytes)
    let start = hint?.next ?? 0
    let line = hint == nil ? 1 : 2
    if options.header == .absent {
      let delimiter = options.delimiter ?? hint?.delimiter ?? delimiterByShape(in: bytes, from: start)
      return CSVBeginning(header: CSVHeader(names: []), delimiter: delimiter, next: start, line: line)
    }

    // What the caller or the file says goes first; a wrong `sep=` line must not lose the file.
    var candidates = CSVDialect.delimiters
    if let delimiter = options.delimiter {
      candidates = [delimiter]
    } else if let delimiter = hint?.delimiter {
      if let candidate = try candidate(delimiter, in: bytes, from: start, line: line), candidate.known > 0 {
        return try accept(candidate)
      }
      if !candidates.contains(delimiter) { candidates.append(delimiter) }
    }

    var best: Candidate?
    for delimiter in candidates {
      guard let candidate = try candidate(delimiter, in: bytes, from: start, line: line) else { continue }
      guard let current = best else {
        best = candidate
        continue
      }
      let isBetter =
        (candidate.known, candidate.beginning.header.columns.count)
        > (current.known, current.beginning.header.columns.count)
      if isBetter { best = candidate }
    }
    guard let best else { throw .noHeader }
    return try accept(best)
  }

  /// A reading of the header with one delimiter.
  private struct Candidate {
    var beginning: CSVBeginning
    var line: Int
    var known: Int
    var span: CSVRecordSpan
  }

  private func accept(_ candidate: Candidate) throws(CSVError) -> CSVBeginning {
    guard candidate.known > 0 else {
      throw .noKnownColumns(names: candidate.beginning.header.columns.map(\.name))
    }
    guard !candidate.span.flags.contains(.unterminated) else {
      throw .unterminatedHeader(line: candidate.line)
    }
    guard candidate.span.cellCount <= CSVLimits.maximumColumns else {
      throw .tooManyColumns(count: candidate.span.cellCount, line: candidate.line)
    }
    return candidate.beginning
  }

  /// Reads the first record that is not blank as a header; nil if there is none.
  private func candidate(
    _ delimiter: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: Int
  ) throws(CSVError) -> Candidate? {
    let scanner = CSVScanner(dialect: CSVDialect(delimiter: delimiter, escape: escape))
    var cells: [CSVCellSpan] = []
    var index = start
    var line = line
    while index < bytes.count {
      let span = scanner.scanRecord(in: bytes, from: index, to: bytes.count, into: &cells)
      if CSVScanner.isBlank(cells, in: bytes, columns: 0) {
        index = span.next
        line += span.lineEnds
        continue
      }
      let header = CSVHeader(names: cells.map { Text(scanner.value(of: $0, in: bytes)) })
      let known =
        options.knownColumns.map { names in
          header.columns.count { !$0.name.isEmpty && names.contains($0.name) }
        } ?? header.columns.count { !$0.name.isEmpty }
      let beginning = CSVBeginning(
        header: header, delimiter: delimiter, next: span.next, line: line + span.lineEnds,
        headerHasNonASCII: bytes[index..<span.end].contains { $0 >= 0x80 })
      return Candidate(beginning: beginning, line: line, known: known, span: span)
    }
    return nil
  }

  /// The delimiter that gives the most cells in every one of the first records.
  private func delimiterByShape(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt8 {
    var best = UInt8(ascii: ",")
    var bestCount = 1
    for delimiter in CSVDialect.delimiters {
      let scanner = CSVScanner(dialect: CSVDialect(delimiter: delimiter, escape: escape))
      var cells: [CSVCellSpan] = []
      var index = start
      var records = 0
      var fewest = Int.max
      while index < bytes.count, records < Self.sampleRecords {
        let span = scanner.scanRecord(in: bytes, from: index, to: bytes.count, into: &cells)
        index = span.next
        if CSVScanner.isBlank(cells, in: bytes, columns: 0) { continue }
        records += 1
        fewest = min(fewest, span.cellCount)
      }
      // Bars stand within cells of tables that have enough others.
      if delimiter == UInt8(ascii: "|"), bestCount >= 4 { continue }
      if records > 0, fewest > bestCount {
        best = delimiter
        bestCount = fewest
      }
    }
    return best
  }

  /// Reads the line `sep=;` that Excel writes before the header to name the delimiter.
  static func separatorLine(in bytes: UnsafeBufferPointer<UInt8>) -> (delimiter: UInt8, next: Int)? {
    guard bytes.count >= 5, bytes[3] == UInt8(ascii: "=") else { return nil }
    for (index, letter) in "sep".utf8.enumerated() where bytes[index] | 0x20 != letter { return nil }
    let delimiter = bytes[4]
    switch delimiter {
    case 0x09, 0x20...0x21, 0x23...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: break
    default: return nil
    }
    guard bytes.count > 5 else { return (delimiter, 5) }
    guard bytes[5] == UInt8(ascii: "\n") || bytes[5] == UInt8(ascii: "\r") else { return nil }
    return (delimiter, 5 + CSVScanner.lineEndLength(in: bytes, at: 5, to: bytes.count))
  }
}
