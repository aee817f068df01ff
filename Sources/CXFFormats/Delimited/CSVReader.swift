package import CredentialExchangeFormat

/// Reads delimited text record by record: header first, then `next()` until it returns nil.
///
/// It knows no product: columns have names and records have cells, and what they mean is for the caller. No
/// value is changed but for its quotes and escapes. A record that cannot be read is returned with its
/// `failure`, so that whoever counts counts it; the others are not touched by it.
///
/// Findings about a record come with it. Those about the file are in `fileFindings` and complete when the last
/// record has been read. Time and memory are linear in the size of the file.
package struct CSVReader: Sendable, IteratorProtocol {
  /// The columns; none if the file has no header.
  package let header: CSVHeader
  /// What the file is written with.
  package let dialect: CSVDialect
  /// Records returned so far, failed ones included.
  package private(set) var recordCount = 0
  /// Records returned so far that failed.
  package private(set) var failedCount = 0

  let text: DecodedText
  let scanner: CSVScanner
  /// Bytes that may still be read twice to find a good record after a bad one.
  var rereadBudget: Int

  private let extraCells: CSVOptions.ExtraCells
  private var headerFindings: [Finding]
  private let headerHasNonASCII: Bool
  private var nonASCIIRows = RowList()
  private var position: Int
  private var line: Int
  private var markIndex = 0
  /// The cells of the row that was read last.
  private(set) var spans: [CSVCellSpan] = []
  private var resumesAfterFailure = false

  /// Reads the header, and finds the dialect where the options leave it open.
  package init(_ text: DecodedText, options: CSVOptions = CSVOptions()) throws(CSVError) {
    let (beginning, verdict) = try text.utf8.withUnsafeBufferPointer { bytes throws(CSVError) in
      let verdict =
        switch options.escape {
        case .fixed(let escape): CSVEscapeSniffing.Verdict(escape: escape, isGuessed: false)
        case .sniffed: CSVEscapeSniffing(options: options).sniff(bytes)
        case .sniffedAgainstDoubling: CSVEscapeSniffing(options: options).sniff(bytes, prefersDoubling: true)
        }
      let detection = CSVHeaderDetection(options: options, escape: verdict.escape)
      return (try detection.detect(in: bytes), verdict)
    }
    self.text = text
    header = beginning.header
    dialect = CSVDialect(delimiter: beginning.delimiter, escape: verdict.escape)
    let isRaw = options.quotes == .lastCellRaw && dialect.delimiter == UInt8(ascii: "\t")
    scanner = CSVScanner(dialect: dialect, rawColumn: isRaw ? beginning.header.columns.indices.last : nil)
    extraCells = options.header == .absent ? .keep : options.extraCells
    rereadBudget = 8 * text.utf8.count + 65_536
    position = beginning.next
    line = beginning.line
    headerHasNonASCII = beginning.headerHasNonASCII
    headerFindings = beginning.header.columns.filter { $0.occurrence > 1 && !$0.name.isEmpty }.map {
      Finding(
        .duplicateColumn, position: SourcePosition(columnName: $0.label),
        message: "column \($0.index + 1) has the name of an earlier one", action: .kept)
    }
    if verdict.isGuessed {
      headerFindings.append(
        Finding(
          .escapeGuessed,
          message: dialect.escape == .backslash
            ? "backslashes in quoted cells were read as escapes"
            : "backslashes in quoted cells were read as they stand",
          action: .converted))
    }
    // Marks of the header lie before the first record.
    while markIndex < text.marks.count, text.marks[markIndex].offset < position {
      let mark = text.marks[markIndex]
      var finding = mark.kind.finding(places: 1)
      finding.message = "in the header, " + finding.message
      finding.position.byte = text.sourceOffset(of: mark.offset)
      headerFindings.append(finding)
      markIndex += 1
    }
  }

  /// What there is to say about the file as a whole; complete when `next()` has returned nil.
  package var fileFindings: [Finding] {
    var result = headerFindings
    if text.isGuessed {
      // UTF-16 is not in doubt, so which rows it touches is of no use.
      var parts: [String] = []
      if text.encoding == .windows1252 {
        if headerHasNonASCII { parts.append("the header") }
        if let rows = nonASCIIRows.description { parts.append("data " + rows) }
      }
      result.append(
        text.encodingFinding(
          detail: parts.isEmpty ? nil : "characters beyond ASCII are in " + parts.joined(separator: " and ")))
    }
    return result
  }

  /// Returns the next record that is not blank, or nil at the end.
  package mutating func next() -> CSVRecord? {
    let text = self.text
    return text.utf8.withUnsafeBufferPointer { bytes in
      guard let row = advance(in: bytes) else { return nil }
      return record(of: row, in: bytes)
    }
  }

  /// Returns the bytes of a record as UTF-8, without its line end.
  package func bytes(of record: CSVRecord) -> ArraySlice<UInt8> {
    text.utf8[record.byteRange]
  }

  /// Returns where a record, or one of its cells, is in the file.
  package func position(of record: CSVRecord, column: Int? = nil) -> SourcePosition {
    position(
      row: record.number, line: record.line,
      offset: column.flatMap { record[$0]?.offset } ?? record.byteRange.lowerBound, column: column)
  }

  /// Returns the name of a column as findings show it: its number from 1 where it has no name.
  package func label(ofColumn index: Int) -> String {
    index < header.columns.count ? header.columns[index].label : String(index + 1)
  }

  private func position(row: Int, line: Int, offset: Int, column: Int?) -> SourcePosition {
    SourcePosition(
      row: row, columnName: column.map { label(ofColumn: $0) }, line: line,
      byte: text.sourceOffset(of: offset))
  }

  /// Goes on to the next record that is not blank, whose cells then are in `spans`; returns nil at the end.
  ///
  /// - Parameter bytes: those of the text.
  mutating func advance(in bytes: UnsafeBufferPointer<UInt8>) -> CSVRow? {
    while position < bytes.count {
      let start = position
      let startLine = line
      var span = scanner.scanRecord(in: bytes, from: start, to: bytes.count, into: &spans)
      if CSVScanner.isBlank(spans, in: bytes, columns: header.columns.count) {
        position = span.next
        line += span.lineEnds
        continue
      }

      var failure = fault(of: span)
      let resumption = findResumption(
        after: span, from: start, isTooLong: failure?.code == .cellTooLong, in: bytes)
      if let resumption {
        // The cells up to there are all that this record can have held.
        span = scanner.scanRecord(in: bytes, from: start, to: resumption, into: &spans)
        span.next = resumption
        failure = CSVRow.Fault(
          code: .unterminatedQuote,
          message:
            "a quote opened in this row is not closed; reading goes on at line \(startLine + span.lineEnds)")
      }
      position = span.next
      line = startLine + span.lineEnds
      recordCount += 1
      if failure != nil { failedCount += 1 }
      if text.encoding == .windows1252, bytes[start..<span.end].contains(where: { $0 >= 0x80 }) {
        nonASCIIRows.append(recordCount)
      }
      let isRecovered = resumesAfterFailure
      resumesAfterFailure = resumption != nil
      return CSVRow(
        number: recordCount, line: startLine, byteRange: start..<span.end, flags: span.flags,
        failure: failure, isRecovered: isRecovered)
    }
    return nil
  }

  /// Makes the record of a row whose cells are in `spans`; the rows before it must have been asked for.
  mutating func record(of row: CSVRow, in bytes: UnsafeBufferPointer<UInt8>) -> CSVRecord {
    let cells = makeCells(in: bytes)
    let findings: [Finding]
    if let failure = row.failure {
      findings = [
        Finding(
          failure.code,
          position: position(
            row: row.number, line: row.line, offset: row.byteRange.lowerBound, column: failure.column),
          message: failure.message, action: .failed)
      ]
    } else {
      findings = doubts(about: cells, line: row.line)
    }
    return CSVRecord(
      number: row.number, line: row.line, byteRange: row.byteRange, cells: cells,
      failure: row.failure?.code, isRecovered: row.isRecovered, findings: findings)
  }

  /// Whether there is nothing to say about a row, by the flags of its cells and the marks of the text.
  func isUndoubted(_ row: CSVRow) -> Bool {
    row.failure == nil && row.flags.isDisjoint(with: .remarkable)
      && (markIndex >= text.marks.count || text.marks[markIndex].offset >= row.byteRange.upperBound)
  }

  /// A reader of the same text that goes on at a row that was read whole, which is the first that it returns.
  ///
  /// - Parameters:
  ///   - number: the row's number from 1.
  ///   - line: the physical line, from 1, where it begins.
  ///   - offset: where it begins in the decoded text, in bytes.
  func resumed(atRow number: Int, line: Int, offset: Int) -> CSVReader {
    var reader = self
    reader.position = offset
    reader.line = line
    reader.recordCount = number - 1
    reader.resumesAfterFailure = false
    // It was read whole, so nothing is looked for in it.
    reader.rereadBudget = 0
    var low = 0
    var high = text.marks.count
    while low < high {
      let middle = (low + high) / 2
      if text.marks[middle].offset < reader.position { low = middle + 1 } else { high = middle }
    }
    reader.markIndex = low
    return reader
  }

  private func fault(of span: CSVRecordSpan) -> CSVRow.Fault? {
    if span.flags.contains(.unterminated) {
      return CSVRow.Fault(code: .unterminatedQuote, message: "a quote opened in this row is never closed")
    }
    if hasTooManyCells(span) {
      let limit = extraCells == .fail ? header.columns.count : CSVLimits.maximumColumns
      return CSVRow.Fault(
        code: .tooManyCells,
        message: "the row has \(span.cellCount) cells where there is room for \(limit)")
    }
    if span.end - (spans.first?.start ?? 0) > CSVLimits.maximumCellBytes,
      let column = spans.firstIndex(where: { $0.contentEnd - $0.contentStart > CSVLimits.maximumCellBytes })
    {
      return CSVRow.Fault(
        code: .cellTooLong,
        message: "the cell has more than \(CSVLimits.maximumCellBytes) bytes", column: column)
    }
    return nil
  }

  private func hasTooManyCells(_ span: CSVRecordSpan) -> Bool {
    if span.cellCount > CSVLimits.maximumColumns { return true }
    guard extraCells == .fail, span.cellCount > header.columns.count else { return false }
    return spans[header.columns.count...].contains { !$0.isEmpty }
  }

  /// Returns where a good record begins that quotes gone astray have swallowed, if this record looks so.
  ///
  /// Too many cells alone do not: the quotes may well be right, and lines of a good note are not records.
  private mutating func findResumption(
    after span: CSVRecordSpan, from start: Int, isTooLong: Bool, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard span.flags.contains(.multiline) else { return nil }
    let isSuspicious =
      isTooLong || !span.flags.isDisjoint(with: [.malformed, .unterminated])
      || spans.contains { cell in
        // Writers quote cells that hold a quote: one in the open belongs to some other cell.
        !cell.flags.contains(.quoted) && bytes[cell.start..<cell.end].contains(UInt8(ascii: "\""))
      }
    return isSuspicious ? swallowedRecord(in: bytes, from: start, to: span.end) : nil
  }

  private mutating func makeCells(in bytes: UnsafeBufferPointer<UInt8>) -> [CSVCell] {
    // Marks are rare, and records come in order: one index into them is enough.
    let marks = text.marks
    let hasMarks = markIndex < marks.count
    let count = spans.count
    var next = markIndex
    let cells = [CSVCell](unsafeUninitializedCapacity: count) { target, initialized in
      guard let base = target.baseAddress else { return }
      for index in 0..<count {
        let span = spans[index]
        var flags = span.flags
        if hasMarks {
          while next < marks.count, marks[next].offset < span.end {
            if marks[next].offset >= span.start {
              switch marks[next].kind {
              case .replaced: flags.insert(.damaged)
              case .joinedSurrogates: flags.insert(.joinedSurrogates)
              case .null: flags.insert(.null)
              }
            }
            next += 1
          }
        }
        (base + index).initialize(
          to: CSVCell(text: Text(scanner.value(of: span, in: bytes)), offset: span.start, flags: flags))
        initialized = index + 1
      }
    }
    markIndex = next
    return cells
  }

  /// One finding for each thing that is wrong with a cell of a record that can be read.
  private func doubts(about cells: [CSVCell], line: Int) -> [Finding] {
    var result: [Finding] = []
    for (column, cell) in cells.enumerated() where !cell.flags.isDisjoint(with: .remarkable) {
      let place = position(row: recordCount, line: line, offset: cell.offset, column: column)
      func add(_ code: FindingCode, _ message: String, _ action: FindingAction) {
        result.append(Finding(code, position: place, message: message, action: action))
      }
      if cell.flags.contains(.damaged) {
        add(.invalidUnicode, "the cell has bytes that cannot be read; U+FFFD stands in their place", .lost)
      }
      if cell.flags.contains(.joinedSurrogates) {
        add(.joinedSurrogates, "the cell has a surrogate pair in six bytes, read as one character", .repaired)
      }
      if cell.flags.contains(.null) { add(.nullCharacter, "the cell has a NUL character", .kept) }
      if cell.flags.contains(.malformed) {
        add(
          .textAfterQuote, "text follows the closing quote; the cell is kept as it stands in the file", .kept)
        if cells.count < header.columns.count {
          // The line end that ended the row may have been meant to be inside the quotes.
          result[result.count - 1].severity = .error
          result[result.count - 1].message += ", and the row ends early: the next row may belong to it"
        }
      }
      if cell.flags.contains(.padded) {
        add(.textAfterQuote, "blanks follow the closing quote and are left out", .repaired)
      }
    }
    return result
  }
}

extension CSVReader: CustomStringConvertible, CustomReflectable {
  /// The number of columns and of records read, no content.
  package var description: String {
    "CSVReader(\(header.columns.count) columns, \(recordCount) records read)"
  }
  /// A mirror without children, so that `dump` shows no content.
  package var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}

extension FindingCode {
  /// A record has text in more cells than the header has columns.
  package static let tooManyCells = FindingCode("too-many-cells", .error)
  /// A cell has more bytes than the limit.
  package static let cellTooLong = FindingCode("cell-too-long", .error)
  /// Something stands between the closing quote of a cell and the next delimiter.
  package static let textAfterQuote = FindingCode("text-after-quote", .warning)
}
