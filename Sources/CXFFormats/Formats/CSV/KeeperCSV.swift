internal import CredentialExchangeFormat

/// The CSV of Keeper, which has no header: folder, title, login, password, address, notes, shared folder, and then
/// names and values of custom fields.
package enum KeeperCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "keeper-csv", name: "Keeper", rpID: "keepersecurity.com", columns: [], signatures: [])
    table.layout = .positional(
      [
        .folder(.doubledBackslash), .title, .username, .password, .url, .note, .folder(.doubledBackslash),
      ], names: ["folder", "title", "login", "password", "url", "notes", "shared folder"])
    table.interpret = interpret
    return table
  }()

  package static let format = table.format(
    "Keeper CSV", exportSteps: "Account > Settings > Export > Export to .csv File",
    Capabilities(native: [.logins, .totp, .notes, .folders, .customFields]),
    detect: detect)

  /// Addresses stand in the fifth of six or seven cells, and pairs behind them.
  private static let detect: @Sendable (Probe) -> Detection? = { probe in
    guard let rows = probe.rows, !rows.isEmpty,
      rows.allSatisfy({
        $0.count >= 5 && ($0.count <= 7 || ($0.count - 7) % 2 == 0 || $0.last?.isEmpty == true)
      })
    else { return nil }
    return HeaderlessShape(cells: 5...400, address: 4, minimumCells: 6).detect(
      probe, "rows without header, an address in the fifth cell and pairs behind the seventh, as Keeper's")
  }

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, draft in
    if row.cells.count > 6 { takeSharedFolder(row.cells[6], &row, &draft) }
    var index = 7
    while index < row.cells.count {
      let name = row.cells[index]
      let value = index + 1 < row.cells.count ? row.cells[index + 1] : nil
      take(name, value, &row)
      index += 2
    }
    return .item
  }

  /// `Folder\Sub#edit#reshare`: what people may do with it is not the path's.
  private static func takeSharedFolder(_ view: SourceView, _ row: inout RowBuilder, _ draft: inout VaultDraft)
  {
    guard let text = view.peek else { return }
    var path = Array(text.utf8)
    for mark in ["#edit", "#reshare", "#edit"] where path.reversed().starts(with: mark.utf8.reversed()) {
      path.removeLast(mark.utf8.count)
    }
    guard path.count < text.utf8.count else { return }
    let reading = FolderPath.split(ASCIIBytes.text(path), style: .doubledBackslash)
    guard let folder = draft.folder(reading.path) else { return }
    row.folders.append(folder)
    draft.carry(view, asPathOf: folder, isExact: false)
  }

  private static let kinds = [
    "login", "bankcard", "bankaccount", "address", "contact", "driverlicense", "passport", "ssncard",
    "sshkeys", "servercredentials", "databasecredentials", "softwarelicense", "membership",
    "healthinsurance", "birthcertificate", "encryptednotes", "wificredentials", "file", "photo", "general",
  ]

  private static func take(_ name: SourceView, _ value: SourceView?, _ row: inout RowBuilder) {
    guard let value, value.peek != nil else { return }
    let key = name.text.string
    switch key {
    case "$type" where !kinds.contains(CellRole.kindWord(value.text)):
      _ = name.take(to: "custom-fields.fields.label")
      row.keepUnknownKind(value, label: name.text)
    case "$type", "$record_uid":
      name.isStructural = true
      value.isStructural = true
    case "TFC:Keeper", "$oneTimeCode", "$oneTimeCode::1", "$oneTimeCode:Two-Factor Code":
      name.isStructural = true
      row.setRole(.totp, ofCell: value.index - 1)
    default:
      guard name.take(to: "custom-fields.fields.label") != nil else { return }
      value.keep(
        as: RowBuilder.type(ofColumn: name.text), label: name.text, in: &row.item, .keptAsCustomField,
        "a custom field of Keeper stands as one")
    }
  }
}
