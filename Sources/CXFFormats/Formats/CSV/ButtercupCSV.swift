internal import CredentialExchangeFormat

/// The CSV of Buttercup, in which rows of their own say how groups nest.
package enum ButtercupCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "buttercup-csv", name: "Buttercup", rpID: "buttercup.pw",
      columns: [
        .init(.kind(["group", "entry"]), "!type"), .init(.structure, "!group_id"),
        .init(.structure, "!group_parent"),
        .init(.folder(FolderPath.Style(separator: 0)), "!group_name"), .init(.title, "title"),
        .init(.username, "username"), .init(.password, "password"), .init(.url, "url"),
        .init(.identifier, "id"), .init(.note, "notes", "note"),
      ],
      signatures: [.distinctive("!group_id", "!group_name", "title")])
    table.roleOfColumn = { $0.isEmpty ? nil : .custom(RowBuilder.type(ofColumn: $0), label: nil, group: nil) }
    table.prepare = groups
    table.interpret = { row, draft in
      guard let view = row.cell("!group_name"), view.peek != nil else { return .item }
      let id = row.cell("!group_id")?.text ?? ""
      let path = FolderPath(row.context[id] ?? [view.text.string])
      guard let folder = draft.folder(path) else { return .item }
      draft.carry(view, asPathOf: folder, isExact: path.names.count == 1)
      if row.cell("!type")?.text == "group" { return .folders }
      row.folders = [folder]
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "Buttercup CSV", exportSteps: "Vault > Export > CSV",
    Capabilities(native: [.logins, .notes, .folders, .customFields]))

  /// The path of each group, by its id.
  private static let groups: @Sendable (CSVReader) -> [Text: [String]] = { reader in
    var reader = reader
    let columns = ["!type", "!group_id", "!group_name", "!group_parent"].map {
      reader.header.index(of: Text($0))
    }
    var groups: [Text: (name: String, parent: Text)] = [:]
    while let row = reader.next() {
      guard let id = row.text(columns[1]), let name = row.text(columns[2]), !name.isEmpty else { continue }
      if groups[id] == nil || row.text(columns[0]) == "group" {
        groups[id] = (name.string, row.text(columns[3]) ?? "")
      }
    }
    return groups.mapValues { group in
      var names = [group.name]
      var parent = group.parent
      // A ring of groups would never end.
      while let outer = groups[parent], names.count < FolderPath.maximumDepth {
        names.insert(outer.name, at: 0)
        parent = outer.parent
      }
      return names
    }
  }
}
