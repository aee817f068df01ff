package import CredentialExchangeFormat

extension TableFormat {
  /// Reads a file, row by row.
  package func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    var text = TextDecoding.decode(file.bytes)
    var isDerived = false
    if let inner = unwrap?(text) {
      text = TextDecoding.decode(inner)
      isDerived = true
    }
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    var table = self
    // What was unwrapped is as the program wrote it: what the wrapping did to it is undone already.
    if isDerived { table.undo = nil }
    draft.hasSyntheticIDs = !(try table.readRows(of: text, file, into: &draft))
    let source = text
    var reading = draft.finish(
      text: text.utf8, isJSON: false, fileOffsets: { $0.map { source.sourceOffset(of: $0) } })
    reading.isDerived = isDerived
    return reading
  }

  /// Reads the rows of a text into an account, which may have other texts too.
  ///
  /// - Parameters:
  ///   - file: where the text is from, for messages.
  ///   - base: what is added to offsets, where the text is one of several.
  /// - Returns: whether each row has an identifier of its own.
  func readRows(
    of text: DecodedText, _ file: SourceFile, at base: Int = 0, into draft: inout VaultDraft
  ) throws(FormatError) -> Bool {
    var reader: CSVReader
    do {
      reader = try CSVReader(text, options: csvOptions)
    } catch {
      var finding = error.finding
      finding.file = file.name
      throw FormatError(.damaged, finding, hint: "the first row must name the columns")
    }
    func moved(_ finding: Finding) -> Finding {
      var finding = finding.withoutFate
      if base > 0 { finding.position.byte = finding.position.byte.map { $0 + base } }
      return finding
    }
    let roles = roles(of: reader.header)
    let undone = undo.flatMap { survey($0, reader) }
    let rows = TableRows(
      table: self, roles: roles, columns: TableColumns(reader.header, given: givenNames),
      undo: undone, dateOrder: dateOrder(of: reader, roles), context: prepare?(reader) ?? [:], base: base)
    let keepsTexts = draft.isTracing
    var plain = PlainRows(
      self, roles, rows.columns, reader.scanner, undo: undone, keepsTexts: keepsTexts)
    let ledger = keepsTexts && plain != nil ? PlainLedger(rows, reader) : nil
    var undoneCells = 0
    var unknown: Set<Int> = []
    var hasOnlyOwnIDs = roles.contains(.identifier)
    text.utf8.withUnsafeBufferPointer { bytes in
      while let found = reader.advance(in: bytes) {
        if found.number == Self.sampleRows { draft.expect(items: Self.rows(in: bytes.count, found)) }
        if plain != nil, reader.isUndoubted(found),
          let result = plain?.item(ofRow: found.number, reader.spans, in: bytes),
          plain?.add(result.item, of: found, base, ledger, to: &draft) == true
        {
          hasOnlyOwnIDs = hasOnlyOwnIDs && result.hasOwnID
          continue
        }
        let row = reader.record(of: found, in: bytes)
        for finding in row.findings where row.failure == nil || finding.severity < .error {
          draft.report(moved(finding))
        }
        guard !rows.isHeader(row) else { continue }
        let (record, count) = rows.record(of: row)
        undoneCells += count
        if let failure = row.failure {
          let finding =
            row.findings.first { $0.code == failure }
            ?? Finding(
              failure, position: reader.position(of: row), message: "the record cannot be read",
              action: .failed)
          draft.fail(record, moved(finding))
          continue
        }
        var builder = rows.builder(record)
        switch interpret?(&builder, &draft) ?? .item {
        case .item:
          builder.finish(&draft)
          unknown.formUnion(builder.unknownCells)
        case .folders:
          builder.finishMarks()
          draft.addFolders(from: record)
        case .leave(let code, let message):
          draft.leave(record, builder.finding(code, message, .skipped))
        case .structure: break
        }
        hasOnlyOwnIDs = hasOnlyOwnIDs && builder.hasOwnID
      }
    }
    for finding in reader.fileFindings { draft.report(moved(finding)) }
    if undoneCells > 0, let finding = undo?.finding?(undoneCells) { draft.report(finding) }
    if case .named = layout { reportUnknownColumns(reader.header, roles, unknown, &draft) }
    return hasOnlyOwnIDs
  }

  /// After so many rows the number of all is estimated.
  private static let sampleRows = 64
  /// The most rows that room is made for at once: rows may be longer than the first ones let expect.
  private static let expectedRows = 1 << 18

  /// About how many rows a text has, and some more, by the length of the first ones.
  private static func rows(in count: Int, _ row: CSVRow) -> Int {
    min(count / max(1, row.byteRange.upperBound / row.number) * 9 / 8, expectedRows)
  }

  private var givenNames: [Text] { if case .positional(_, let names) = layout { names } else { [] } }

  private var csvOptions: CSVOptions {
    switch layout {
    case .positional: CSVOptions(header: .absent, escape: escape, extraCells: .keep)
    case .named:
      CSVOptions(
        knownColumns: roleOfColumn == nil ? CSVColumnNames(columns.flatMap(\.names)) : nil, escape: escape,
        quotes: quotes, extraCells: hasExtraCells ? .keep : .fail)
    }
  }

  /// The role of each column of a header.
  private func roles(of header: CSVHeader) -> [CellRole?] {
    if case .positional(let roles, _) = layout { return roles }
    var roles = header.columns.map { roleOfColumn?(CSVColumnName.folded($0.name)) }
    for column in columns {
      if let index = column.names.lazy.compactMap({ header.index(of: $0) }).first {
        roles[index] = column.role
      }
    }
    return roles
  }

  /// Which way round the dates of the file are, where one of them tells.
  private func dateOrder(of reader: CSVReader, _ roles: [CellRole?]) -> CalendarDate.Order? {
    let columns = roles.indices.filter { index in
      guard case .member(let place) = roles[index] else { return false }
      return CredentialParts.members[place]?.type == .date
    }
    guard !columns.isEmpty else { return nil }
    var reader = reader
    var texts: [Text] = []
    while let row = reader.next() { texts += columns.compactMap { row.text($0) } }
    return TypedText.order(of: texts)
  }

  /// Reads the whole file once for what only the whole file can tell.
  private func survey(_ undo: CellUndo, _ reader: CSVReader) -> CellUndo? {
    var reader = reader
    var cells: [Text] = []
    while let row = reader.next() { cells += row.cells.map(\.text) }
    return undo.survey(cells) ? undo : nil
  }

  /// Names the columns that nobody knows and that hold something.
  private func reportUnknownColumns(
    _ header: CSVHeader, _ roles: [CellRole?], _ used: Set<Int>, _ draft: inout VaultDraft
  ) {
    for column in header.columns where roles[column.index] == nil && used.contains(column.index) {
      draft.report(
        Finding(
          .unknownColumn, field: column.label,
          message: "the column \(column.label) is not known; its values are kept as custom fields",
          action: .converted))
    }
  }
}

extension SourceRecord {
  /// Marks the cells whose texts are no values by their roles.
  func markStructure(_ roles: [CellRole?]) {
    for (index, role) in roles.enumerated() where index + 1 < nodes.count {
      if role?.isStructure(nodes[index + 1].text) == true { nodes[index + 1].isStructural = true }
    }
  }
}

extension FindingCode {
  /// A column that the format does not know; its values become custom fields.
  package static let unknownColumn = FindingCode("unknown-column", .warning)
  /// A boolean in another spelling.
  package static let booleanSpelling = FindingCode("boolean-spelling", .note)
}
