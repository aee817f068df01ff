internal import CredentialExchangeFormat

/// The CSV of Passpack, with JSON within JSON in two columns.
package enum PasspackCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "passpack-csv", name: "Passpack", rpID: "passpack.com",
      columns: [
        .init(.title, "entry name"), .init(.url, "url"), .init(.username, "user id"),
        .init(.password, "password"), .init(.note, "notes"), .init(.note, "shared notes"),
        .init(.tags(.commas), "tags"), .init(.secret("Extra fields"), "extra fields"),
        .init(.loginEmail, "email"),
      ],
      signatures: [.distinctive("entry name", "user id", "password", "shared notes", "extra fields")])
    table.interpret = { row, _ in
      takeTags(&row)
      takeFields(&row)
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "Passpack CSV", exportSteps: "Tools > Export > CSV",
    Capabilities(native: [.logins, .notes, .tags, .customFields]))

  /// The objects of a list whose elements are JSON texts themselves.
  private static func objects(_ view: SourceView, _ member: Text) -> [SourceView]? {
    guard let text = view.peek, let record = SourceRecord.json(text), let list = record.root[member] else {
      return nil
    }
    return list.children.compactMap { element in
      if element.kind == .object { return element }
      return element.peek.flatMap { SourceRecord.json($0) }?.root
    }
  }

  private static func takeTags(_ row: inout RowBuilder) {
    guard let view = row.cell("tags"), let objects = objects(view, "tags") else { return }
    let tags = objects.compactMap { $0.peek("tag") }
    for tag in tags where !row.item.tags.contains(tag) { row.item.tags.append(tag) }
    if tags.isEmpty {
      view.noteAbsent(.defaultValue, "the entry has no tags")
    } else {
      view.convert(toAll: tags.map { PlacedText("tags", $0) }, .tagsParted, "the cell holds tags in JSON")
    }
  }

  private static func takeFields(_ row: inout RowBuilder) {
    guard let view = row.cell("extra fields"), let objects = objects(view, "extraFields") else { return }
    row.put(
      objects.map { object in
        CellText.Field(
          label: object.peek("name") ?? "", value: object.peek("data") ?? "",
          type: object.peek("type") == "text" ? .string : .concealedString)
      }, from: view)
  }
}
