/// Where a cell lies in the bytes of a file.
struct CSVCellSpan {
  /// The whole cell, quotes included.
  var start: Int
  var end: Int
  /// What its value is made from.
  var contentStart: Int
  var contentEnd: Int
  var flags: CSVCellFlags

  var isEmpty: Bool { contentStart == contentEnd && flags.isDisjoint(with: .doubtful) }
}

/// Where a record lies in the bytes of a file.
struct CSVRecordSpan {
  /// End of the last cell, before the line end.
  var end: Int
  /// Where the next record begins.
  var next: Int
  /// Physical line ends in it, that of the record included.
  var lineEnds = 0
  /// Number of cells; those beyond the limit are counted only.
  var cellCount = 0
  /// The flags of all cells together.
  var flags: CSVCellFlags = []
}

/// Finds the cells of one record after the other. It decides nothing and keeps nothing.
struct CSVScanner {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  var dialect: CSVDialect
  /// The number of the last column, from 0, where it alone has quotes, and those without escapes; nil where any cell may
  /// be quoted.
  var rawColumn: Int?

  /// Scans the record at `start`, which is below `end`, and puts its cells into `cells`.
  ///
  /// A quoted cell that is still open at `end` ends there.
  func scanRecord(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, into cells: inout [CSVCellSpan]
  ) -> CSVRecordSpan {
    cells.removeAll(keepingCapacity: true)
    var record = CSVRecordSpan(end: start, next: start)
    var index = start
    while true {
      let cell: CSVCellSpan
      if let rawColumn {
        cell =
          record.cellCount == rawColumn
          ? scanRaw(in: bytes, from: index, to: end, lineEnds: &record.lineEnds)
          : scanUnquoted(in: bytes, from: index, to: end)
      } else if index < end, bytes[index] == Self.quote {
        cell = scanQuoted(in: bytes, from: index, to: end, lineEnds: &record.lineEnds)
      } else {
        cell = scanUnquoted(in: bytes, from: index, to: end)
      }
      record.cellCount += 1
      record.flags.formUnion(cell.flags)
      if record.cellCount <= CSVLimits.maximumColumns { cells.append(cell) }
      index = cell.end
      if index < end, bytes[index] == dialect.delimiter {
        index += 1
        continue
      }
      record.end = index
      record.next = index
      if index < end {
        record.next += Self.lineEndLength(in: bytes, at: index, to: end)
        record.lineEnds += 1
      }
      return record
    }
  }

  private func scanUnquoted(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> CSVCellSpan
  {
    let stop = endOfUnquoted(in: bytes, from: start, to: end)
    return CSVCellSpan(start: start, end: stop, contentStart: start, contentEnd: stop, flags: [])
  }

  private func endOfUnquoted(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    let delimiter = dialect.delimiter
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { break }
      index += 1
    }
    return index
  }

  private func scanQuoted(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, lineEnds: inout Int
  ) -> CSVCellSpan {
    let hasEscapes = dialect.escape == .backslash
    var flags: CSVCellFlags = .quoted
    var index = start + 1
    while index < end {
      let byte = bytes[index]
      switch byte {
      case Self.quote:
        guard index + 1 < end, bytes[index + 1] == Self.quote else {
          return closeQuoted(in: bytes, from: start, closing: index, to: end, flags: flags)
        }
        flags.insert(.doubledQuote)
        index += 2
      case Self.backslash where hasEscapes:
        if index + 1 < end, bytes[index + 1] == Self.quote || bytes[index + 1] == Self.backslash {
          flags.insert(.escape)
          index += 2
        } else {
          flags.insert(.loneBackslash)
          index += 1
        }
      case Self.lineFeed, Self.carriageReturn:
        flags.insert(.multiline)
        lineEnds += 1
        index += Self.lineEndLength(in: bytes, at: index, to: end)
      default:
        index += 1
      }
    }
    flags.insert(.unterminated)
    return CSVCellSpan(start: start, end: end, contentStart: start + 1, contentEnd: end, flags: flags)
  }

  /// Scans the last cell of a record, which is closed by a quote at the end of a line behind which a record begins.
  private func scanRaw(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, lineEnds: inout Int
  ) -> CSVCellSpan {
    guard start < end, bytes[start] == Self.quote else {
      return scanUnquoted(in: bytes, from: start, to: end)
    }
    var ends = 0
    var index = start + 1
    while index < end {
      let next = index + 1
      switch bytes[index] {
      case Self.quote
      where next == end || isLineEnd(bytes[next]) && beginsRecord(in: bytes, after: next, to: end):
        lineEnds += ends
        return CSVCellSpan(
          start: start, end: next, contentStart: start + 1, contentEnd: index,
          flags: ends > 0 ? [.quoted, .multiline] : .quoted)
      case Self.lineFeed, Self.carriageReturn:
        ends += 1
        index += Self.lineEndLength(in: bytes, at: index, to: end)
      default: index = next
      }
    }
    return scanUnquoted(in: bytes, from: start, to: end)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == Self.lineFeed || byte == Self.carriageReturn }

  /// Whether the line behind a line end has a cell for each column, or is blank.
  private func beginsRecord(in bytes: UnsafeBufferPointer<UInt8>, after lineEnd: Int, to end: Int) -> Bool {
    var index = lineEnd + Self.lineEndLength(in: bytes, at: lineEnd, to: end)
    let start = index
    var delimiters = 0
    while index < end, !isLineEnd(bytes[index]) {
      if bytes[index] == dialect.delimiter { delimiters += 1 }
      index += 1
    }
    return index == start || delimiters >= (rawColumn ?? 0)
  }

  private func closeQuoted(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, closing: Int, to end: Int, flags: CSVCellFlags
  ) -> CSVCellSpan {
    let stop = endOfUnquoted(in: bytes, from: closing + 1, to: end)
    var cell = CSVCellSpan(
      start: start, end: stop, contentStart: start + 1, contentEnd: closing, flags: flags)
    guard stop > closing + 1 else { return cell }
    if bytes[(closing + 1)..<stop].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      cell.flags.insert(.padded)
    } else {
      // Which of the quotes were meant cannot be known: the bytes of the file are all there is to keep.
      cell.flags.insert(.malformed)
      cell.contentStart = start
      cell.contentEnd = stop
    }
    return cell
  }

  /// Returns the length of the line end at `index`: LF, CR LF, CR, or the CR CR LF that a doubled text-mode
  /// translation leaves.
  static func lineEndLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int, to end: Int) -> Int {
    guard bytes[index] == carriageReturn, index + 1 < end else { return 1 }
    if bytes[index + 1] == lineFeed { return 2 }
    return index + 2 < end && bytes[index + 1] == carriageReturn && bytes[index + 2] == lineFeed ? 3 : 1
  }

  /// Returns the value of a cell, quotes and escapes taken away.
  func value(of cell: CSVCellSpan, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let content = UnsafeBufferPointer(rebasing: bytes[cell.contentStart..<cell.contentEnd])
    guard !cell.flags.isDisjoint(with: [.doubledQuote, .escape]), !cell.flags.contains(.malformed) else {
      return String(decoding: content, as: UTF8.self)
    }
    let hasEscapes = dialect.escape == .backslash
    return String(unsafeUninitializedCapacity: content.count) { target in
      var count = 0
      var index = 0
      while index < content.count {
        let byte = content[index]
        if index + 1 < content.count {
          let next = content[index + 1]
          let isPair =
            byte == Self.quote
            ? next == Self.quote
            : hasEscapes && byte == Self.backslash && (next == Self.quote || next == Self.backslash)
          if isPair { index += 1 }
        }
        target[count] = content[index]
        count += 1
        index += 1
      }
      return count
    }
  }
}

extension CSVScanner {
  /// Returns whether a record has no cell with text.
  ///
  /// A line of nothing but blanks is one too, unless blanks are all that a record can hold.
  static func isBlank(
    _ cells: [CSVCellSpan], in bytes: UnsafeBufferPointer<UInt8>, columns: Int
  ) -> Bool {
    if cells.allSatisfy(\.isEmpty) { return true }
    guard cells.count == 1, columns != 1, let cell = cells.first, !cell.flags.contains(.quoted) else {
      return false
    }
    return bytes[cell.start..<cell.end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
