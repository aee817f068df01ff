internal import CredentialExchangeFormat

/// The lines of a text with the places where they begin.
struct TextLines {
  struct Line {
    /// Offset of the first byte.
    var offset: Int
    /// The bytes without the line end.
    var bytes: ArraySlice<UInt8>

    var text: String { ASCIIBytes.text(bytes) }
    var isBlank: Bool { bytes.allSatisfy(ASCIIBytes.isBlank) }

    /// The text behind `label:` and one blank; nil when the line does not begin with the label.
    func value(_ label: String) -> (text: Text, offset: Int)? {
      guard bytes.starts(with: label.utf8) else { return nil }
      var rest = bytes.dropFirst(label.utf8.count)
      guard rest.first == UInt8(ascii: ":") else { return nil }
      rest = rest.dropFirst()
      if rest.first == 0x20 { rest = rest.dropFirst() }
      return (Text(ASCIIBytes.text(rest)), rest.startIndex)
    }
  }

  let lines: [Line]

  init(_ bytes: [UInt8]) {
    var lines: [Line] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0A || bytes[index] == 0x0D {
        lines.append(Line(offset: start, bytes: bytes[start..<index]))
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    if start < bytes.count { lines.append(Line(offset: start, bytes: bytes[start...])) }
    self.lines = lines
  }
}

/// A record of a text: named values with the places where they stand.
struct TextRecord {
  var offset: Int
  var cells: [(name: Text, text: Text, offset: Int)] = []

  subscript(name: Text) -> Text? { cells.first { $0.name == name && !$0.text.isEmpty }?.text }

  mutating func add(_ name: Text, _ value: (text: Text, offset: Int)) {
    cells.append((name, value.text, value.offset))
  }
}

extension TableFormat {
  /// Makes items of records that were found in a text by other means than a table's.
  func read(
    _ records: [TextRecord], of text: DecodedText, _ options: ReadOptions, isDerived: Bool = false,
    findings: [Finding] = []
  ) -> Reading {
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    for finding in text.findings + findings { draft.report(finding.withoutFate) }
    for (number, content) in records.enumerated() {
      let record = SourceRecord(
        cells: content.cells.map { cell in
          let end = cell.offset + cell.text.utf8.count
          let isDamaged = text.marks.contains {
            $0.kind == .replaced && (cell.offset..<end).contains($0.offset)
          }
          return (cell.name, cell.text, cell.offset, isDamaged)
        }, offset: content.offset, number: number + 1)
      let roles = content.cells.map { cell in
        columns.first { $0.names.contains(CSVColumnName.folded(cell.name)) }?.role
      }
      record.markStructure(roles)
      var builder = RowBuilder(record, roles: roles, format: self)
      builder.applyKind()
      switch interpret?(&builder, &draft) ?? .item {
      case .item: builder.finish(&draft)
      case .folders:
        builder.finishMarks()
        draft.addFolders(from: record)
      case .leave(let code, let message): draft.leave(record, builder.finding(code, message, .skipped))
      case .structure: break
      }
    }
    var reading = draft.finish(
      text: text.utf8, isJSON: false, fileOffsets: { $0.map { text.sourceOffset(of: $0) } })
    reading.isDerived = isDerived
    return reading
  }
}
