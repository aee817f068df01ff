package import CredentialExchangeFormat

/// A CSV format of logins described by its columns: most foreign formats are no more than such a table.
package struct LoginTable: Sendable {
  /// What a column holds.
  package enum Role: Sendable, Hashable, CaseIterable {
    case title, url, username, password, note, totp, favorite, folder
  }

  let origin: Format.Origin
  /// The names of each role's column, in lower case; the first that is there counts.
  let columns: [Role: [Text]]
  /// Roles without whose columns it is not this format.
  let required: [Role]
  /// How folder paths are written.
  var folderStyle: FolderPath.Style = .slash

  package init(
    origin: Format.Origin, columns: [Role: [Text]], required: [Role], folderStyle: FolderPath.Style = .slash
  ) {
    self.origin = origin
    self.columns = columns
    self.required = required
    self.folderStyle = folderStyle
  }

  private var names: Set<String> { Set(columns.values.flatMap { $0.map(\.string) }) }

  /// Takes a table for this format when the required columns are there and no column is unknown.
  package func detect(_ probe: Probe) -> Detection? {
    guard let found = probe.columns?.filter({ !$0.isEmpty }) else { return nil }
    let missing = required.filter { role in !(columns[role] ?? []).contains { found.contains($0.string) } }
    let unknown = found.filter { !names.contains($0) }
    if missing.isEmpty, unknown.isEmpty {
      return Detection(.certain, "the columns are \(found.joined(separator: ", "))")
    }
    guard found.filter({ names.contains($0) }).count >= 2 else { return nil }
    let lacks = missing.compactMap { columns[$0]?.first?.string }
    return Detection(
      .possible,
      lacks.isEmpty
        ? "has columns that this format does not know" : "lacks the columns \(lacks.joined(separator: ", "))")
  }

  /// Reads a file, row by row.
  package func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let text = TextDecoding.decode(file.bytes)
    var reader: CSVReader
    do {
      reader = try CSVReader(
        text, options: CSVOptions(knownColumns: CSVColumnNames(columns.values.flatMap { $0 })))
    } catch {
      var finding = error.finding
      finding.file = file.name
      throw FormatError(.damaged, finding, hint: "the first row must name the columns")
    }
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    let layout = Layout(self, reader.header)
    while let row = reader.next() {
      for finding in row.findings where row.failure == nil || finding.severity < .error {
        draft.report(finding.withoutFate)
      }
      let record = SourceRecord(row, reader)
      if let failure = row.failure {
        let finding =
          row.findings.first { $0.code == failure }
          ?? Finding(
            failure, position: reader.position(of: row), message: "the record cannot be read", action: .failed
          )
        draft.fail(record, finding)
      } else {
        item(record, row, layout, &draft)
      }
    }
    for finding in reader.fileFindings { draft.report(finding.withoutFate) }
    for name in layout.unknown {
      draft.report(
        Finding(
          .unknownColumn, field: name,
          message: "the column \(name) is not known; its values are kept as custom fields", action: .converted
        ))
    }
    return draft.finish(text: text.utf8, isJSON: false, fileOffsets: { $0.map { text.sourceOffset(of: $0) } })
  }

  /// Which cell of a row has which role.
  private struct Layout {
    var index: [Role: Int] = [:]
    var unknown: [String] = []

    init(_ table: LoginTable, _ header: CSVHeader) {
      for (role, names) in table.columns {
        index[role] = names.lazy.compactMap { header.index(of: $0) }.first
      }
      let used = Set(index.values)
      unknown = header.columns.filter { !used.contains($0.index) && !$0.name.isEmpty }.map(\.label)
    }
  }

  private func item(_ record: SourceRecord, _ row: CSVRecord, _ layout: Layout, _ draft: inout VaultDraft) {
    let cells = record.root.cells
    func cell(_ role: Role) -> SourceView? {
      layout.index[role].flatMap { cells.indices.contains($0) ? cells[$0] : nil }
    }
    var item = Item(id: Identifier(Array("row-\(row.number)".utf8)))
    var login = BasicAuth()
    login.username = cell(.username)?.field(.string, at: "basic-auth.username")
    if let password = cell(.password), password.isDamaged {
      // A program must not fill in what cannot be right.
      password.keep(
        as: .concealedString, label: "Damaged password", in: &item, .invalidUnicodeInSecret,
        "the password cannot be read as it was; what is left of it is kept as a custom field")
    } else {
      login.password = cell(.password)?.field(.concealedString, at: "basic-auth.password")
    }
    if login.username != nil || login.password != nil { item.credentials.append(.basicAuth(login)) }
    let address = cell(.url).flatMap { $0.takeAddress(into: &item) }
    if let totp = cell(.totp) { totp.takeOneTimeCode(into: &item, reporting: { draft.report($0) }) }
    if let note = cell(.note)?.field(.string, at: "note.content") {
      item.credentials.append(.note(Note(content: note)))
    }
    if let view = cell(.favorite), let text = view.peek {
      if BooleanText.parse(text.string).value == true {
        item.isFavorite = true
        view.convert(
          to: "favorite", as: "true", .booleanSpelling, "the mark of a favourite in another spelling")
      } else if BooleanText.parse(text.string).value == false {
        view.noteAbsent(.booleanSpelling, "not a favourite, which CXF says by leaving it out")
      }
    }
    var folders: [Int] = []
    if let view = cell(.folder), let text = view.peek {
      let reading = FolderPath.split(text.string, style: folderStyle)
      if let folder = draft.folder(reading.path) {
        draft.carry(view, asPathOf: folder, isExact: reading.path.names.count == 1)
        folders = [folder]
      }
    }
    title(cell(.title), address, login, row, &item, &draft)
    draft.add(item, from: record, folders: folders)
  }

  /// The title of a row, or what stands in for one.
  private func title(
    _ view: SourceView?, _ address: ServiceAddress?, _ login: BasicAuth, _ row: CSVRecord, _ item: inout Item,
    _ draft: inout VaultDraft
  ) {
    if let title = view?.take(to: "title") {
      item.title = title
    } else if let derived = address?.derivedTitle {
      item.title = Text(derived)
    } else {
      item.title = login.username?.value ?? Text("\(origin.name) \(row.number)")
      draft.report(
        Finding(
          .emptyTitle,
          position: SourcePosition(row: row.number, line: row.line, byte: row.byteRange.lowerBound),
          item: item.title.string, field: "title",
          message: "the record has neither title nor address; its user name or number stands in",
          action: .repaired))
    }
  }
}

extension FindingCode {
  /// A column that the format does not know; its values become custom fields.
  package static let unknownColumn = FindingCode("unknown-column", .warning)
  /// A boolean in another spelling.
  package static let booleanSpelling = FindingCode("boolean-spelling", .note)
}

extension SourceRecord {
  /// A record over a row of a table.
  convenience init(_ row: CSVRecord, _ reader: CSVReader) {
    self.init(
      cells: row.cells.enumerated().map { index, cell in
        (Text(reader.label(ofColumn: index)), cell.text, cell.offset, !cell.flags.isDisjoint(with: .doubtful))
      }, offset: row.byteRange.lowerBound, number: row.number)
  }
}

extension SourceView {
  /// The cells of a row by position.
  var cells: [SourceView] { record.children(index).map { SourceView(record: record, index: $0) } }

  /// Takes the text as an editable field.
  package func field(_ type: FieldType, at place: Place, label: Text? = nil) -> EditableField? {
    take(to: place).map { EditableField(fieldType: type, value: $0, label: label) }
  }
}
