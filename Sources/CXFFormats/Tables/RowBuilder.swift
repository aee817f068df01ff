package import CredentialExchangeFormat

/// A row of a table, or any record whose leaves lie side by side, while it becomes an item.
package struct RowBuilder {
  let record: SourceRecord
  // Not the whole description of the table: a builder is made and thrown away for each row, and each of its members counts.
  private let origin: Format.Origin
  private let columns: [TableFormat.Column]
  private let kinds: [TableFormat.RowKind]
  /// The role of each cell; cells beyond have none.
  var roles: [CellRole?]
  var item: Item
  var parts = CredentialParts()
  /// What the format wants to know of the whole file.
  var context: [Text: [String]] = [:]
  /// Which of two leading numbers of a date is the day, where the dates of the whole file tell.
  var dateOrder: CalendarDate.Order?
  /// Folders that the item is in.
  var folders: [Int] = []
  /// Whether the identifier stands in the row itself.
  private(set) var hasOwnID = false
  /// What stands in for a title when nothing else does.
  var fallbackTitle: Text?
  let cells: [SourceView]
  /// The numbers of cells with a value whose column nobody knows.
  private(set) var unknownCells: [Int] = []

  var titleView: SourceView?
  var emailView: SourceView?
  var folderViews: [(view: SourceView, style: FolderPath.Style, isList: Bool)] = []
  var codeViews: [SourceView] = []
  var expiryViews: (month: SourceView?, year: SourceView?) = (nil, nil)
  var streetViews: [SourceView] = []
  var address: ServiceAddress?
  /// Whether the item was whole when it came, so that its title and the order of its credentials are its own.
  var isJoined = false
  var isTrashed = false
  var isArchived = false
  var archivedAt: UInt64?
  var findings: [Finding] = []
  /// Earlier passwords, with seconds since 1970.
  var earlierPasswords: [(password: Text, usedAt: UInt64?)] = []
  /// Other values that stand in the item no more: where they stood, and when the item was changed before they gave way.
  var earlierValues: [(place: Text, value: Text, at: UInt64?)] = []
  /// The bytes of its files.
  var attachments: [ItemAttachment] = []
  /// What its passkeys have beyond CXF, one entry for each, in their order.
  var passkeyExtras: [PasskeyExtras] = []

  init(_ record: SourceRecord, roles: [CellRole?], format: TableFormat) {
    self.record = record
    self.roles = roles
    origin = format.origin
    columns = format.columns
    kinds = format.kinds
    cells = record.root.cells
    item = Item(id: Identifier(row: record.number))
    if let index = roles.firstIndex(of: .identifier), index < cells.count, !cells[index].text.isEmpty,
      cells[index].text.utf8.count <= Identifier.maximumCount
    {
      item.id = Identifier(Array(cells[index].text.utf8))
      hasOwnID = true
    }
  }

  /// Begins an item of a record that is no row: its values are handed in one by one, and what nobody takes becomes custom
  /// fields.
  ///
  /// - Parameter id: its identifier in the source; nil where it has none.
  init(_ record: SourceRecord, of origin: Format.Origin, id: Identifier?) {
    self.record = record
    roles = []
    self.origin = origin
    columns = []
    kinds = []
    cells = []
    hasOwnID = id != nil
    item = Item(id: id ?? Identifier(Array("record-\(record.number)".utf8)))
  }

  /// The cell of a column by one of its names in lower case.
  package func cell(_ name: Text) -> SourceView? {
    let column = columns.first { $0.names.contains(name) }
    return cells.first { cell in
      let folded = CSVColumnName.folded(cell.name)
      return folded == name || column?.names.contains(folded) == true
    }
  }

  /// The text of a cell, unless it is empty.
  package func peek(_ name: Text) -> Text? { cell(name)?.peek }

  /// The text of a cell in lower case, without blanks around.
  package func word(_ name: Text) -> String { CellRole.kindWord(peek(name) ?? "") }

  /// Gives the cell of a column another role.
  package mutating func setRole(_ role: CellRole?, of name: Text) {
    guard let cell = cell(name) else { return }
    setRole(role, ofCell: cell.index - 1)
  }

  mutating func setRole(_ role: CellRole?, ofCell index: Int) {
    while roles.count <= index { roles.append(nil) }
    roles[index] = role
  }

  /// Takes over the roles of the kind that the row is of.
  mutating func applyKind() {
    guard let kind = kinds.first(where: { fits($0.condition) }) else { return }
    for (name, role) in kind.roles { setRole(role, of: name) }
  }

  private func fits(_ condition: TableFormat.RowKind.Condition) -> Bool {
    switch condition {
    case .cell(let name, let texts): texts.contains(word(name))
    case .filled(let names): names.contains { peek($0) != nil }
    }
  }

  /// A finding about the row.
  package func finding(
    _ code: FindingCode, _ message: String, _ action: FindingAction, field: String? = nil
  ) -> Finding {
    // The title is put into the item last.
    let title = item.title.isEmpty ? titleView?.peek : item.title
    return Finding(
      code, position: SourcePosition(row: record.row, byte: record.offset), item: title?.string, field: field,
      message: message, action: action)
  }

  /// Ends the row: each cell goes by its role, and the item joins the account.
  package mutating func finish(_ draft: inout VaultDraft) {
    for (index, role) in roles.enumerated() where index < cells.count {
      let cell = cells[index]
      if let role, cell.peek != nil, !cell.isTaken, !cell.isStructure { apply(role, cell) }
    }
    if !isJoined { finishTitle() }
    finishDeferred(&draft)
    finishHistory()
    if let content = PasskeyExtras.content(passkeyExtras) { item.extensions.append(content) }
    for (index, cell) in cells.enumerated() where cell.isValue && !cell.isTaken {
      unknownCells.append(index)
      cell.keep(
        as: Self.type(ofColumn: cell.name), label: cell.name, in: &item, .keptAsCustomField,
        "\(cell.label) is kept as a custom field")
    }
    orderCredentials()
    for finding in findings { draft.report(finding) }
    draft.add(item, from: record, folders: folders, attachments: attachments)
  }

  /// Puts what was collected in `parts` beside the other credentials: notes and custom fields come last, unless the item
  /// was whole when it came.
  private mutating func orderCredentials() {
    let typed = parts.credentials
    guard !isJoined else {
      item.credentials += typed
      return
    }
    if item.credentials.isEmpty {
      item.credentials = typed
      return
    }
    let all = typed + item.credentials
    guard all.count > 1 else {
      item.credentials = all
      return
    }
    func rank(_ credential: Credential) -> Int {
      switch credential {
      case .customFields: 2
      case .note: 1
      default: 0
      }
    }
    item.credentials = (0...2).flatMap { wanted in all.filter { rank($0) == wanted } }
  }

  /// Ends a row that is no item: marks that say "no" are no loss.
  mutating func finishMarks() {
    for (index, cell) in cells.enumerated() where cell.isValue && !cell.isTaken && index < roles.count {
      switch roles[index] {
      case .favorite, .archived, .trashed, .reprompt:
        if BooleanText.parse(cell.text.string).value == false {
          cell.noteAbsent(.booleanSpelling, "\(cell.label) is not set, which CXF says by leaving it out")
        }
      case .usual(let texts) where texts.contains(cell.text):
        cell.noteAbsent(.defaultValue, "\(cell.label) says what is so anyway")
      default: break
      }
    }
  }

  /// Words in the name of a column whose values are better not shown.
  private static let secretWords = [
    "pass", "pin", "secret", "code", "key", "token", "cvv", "cvc", "kennwort", "contraseñ", "senha",
    "wachtwoord",
    "answer", "seed", "puk", "tan", "ssn", "otp", "hidden", "private",
  ]

  /// The type of a custom field made of a column that nobody knows.
  static func type(ofColumn name: Text) -> FieldType {
    let folded = name.string.lowercased()
    return folded.isEmpty || folded.utf8.allSatisfy(ASCIIBytes.isDigit)
      || secretWords.contains { folded.contains($0) } ? .concealedString : .string
  }

  private mutating func finishTitle() {
    // A function over the row may have taken the title already.
    guard item.title.isEmpty else { return }
    if let title = titleView?.take(to: "title") {
      item.title = title
      return
    }
    let derived =
      (address?.derivedTitle).map { Text($0) }
      ?? item.scope?.urls.lazy.compactMap { ServiceAddress($0.string).derivedTitle }.first.map { Text($0) }
      ?? item.scope?.androidApps.first?.bundleID
    if let derived {
      item.title = derived
      return
    }
    if let fallbackTitle, !fallbackTitle.isEmpty {
      item.title = fallbackTitle
      return
    }
    item.title =
      parts.login.username?.value ?? emailView?.peek
      ?? Text("\(origin.name) \(record.number)")
    findings.append(
      Finding(
        .emptyTitle, position: SourcePosition(row: record.row, byte: record.offset),
        item: item.title.string, field: "title",
        message: "the record has neither title nor address; another of its values or its number stands in",
        action: .repaired))
  }
}
