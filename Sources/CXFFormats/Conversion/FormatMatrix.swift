/// The table of formats as the README shows it.
package enum FormatMatrix {
  private static let headings: [Capabilities.Content: String] = [
    .logins: "logins", .passkeys: "passkeys", .totp: "codes", .cards: "cards",
    .identities: "identities",
    .sshKeys: "SSH keys", .notes: "notes", .customFields: "fields", .folders: "folders", .tags: "tags",
    .favorites: "favourites", .dates: "dates", .history: "history", .attachments: "attachments",
    .archive: "archive", .trash: "trash",
  ]

  /// The formats of the table: those that hold something themselves; an envelope holds one of them.
  private static let formats = FormatTable.all.filter { !$0.capabilities.isEmpty }

  /// The table in Markdown: a format a row, a kind of content a column.
  package static var markdown: String {
    let contents = Capabilities.Content.allCases
    let names = contents.map { headings[$0] ?? $0.rawValue }
    var lines = [row(["format", "product", "read", "written"] + names)]
    lines.append("|---|---|" + String(repeating: "---|", count: names.count + 2))
    for format in formats {
      lines.append(
        row(
          [
            "`\(format.id)`", format.name, format.read == nil ? "" : "yes",
            format.makeWriter == nil ? "" : "yes",
          ]
            + contents.map { mark(format.capabilities[$0]) }))
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private static func mark(_ support: Capabilities.Support) -> String {
    switch support {
    case .native: "●"
    case .converted: "○"
    case .none: ""
    }
  }
}
