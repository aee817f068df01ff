/// The table of formats as the README shows it.
package enum FormatMatrix {
  private static let headings: [Capabilities.Content: String] = [
    .logins: "logins", .passkeys: "passkeys", .totp: "one-time codes", .cards: "cards",
    .identities: "identities",
    .sshKeys: "SSH keys", .notes: "notes", .customFields: "custom fields", .folders: "folders", .tags: "tags",
    .favorites: "favourites", .dates: "dates", .history: "history", .attachments: "attachments",
    .archive: "archive", .trash: "trash",
  ]

  /// The formats of the table: those that hold something themselves; an envelope holds one of them.
  private static let formats = FormatTable.all.filter { !$0.capabilities.isEmpty }

  /// The table in Markdown: a format a column, a kind of content a row.
  package static var markdown: String {
    var lines = ["| | " + formats.map { "`\($0.id)`" }.joined(separator: " | ") + " |"]
    lines.append("|---|" + String(repeating: "---|", count: formats.count))
    lines.append(row("product", formats.map(\.name)))
    lines.append(row("read", formats.map { $0.read == nil ? "" : "yes" }))
    lines.append(row("written", formats.map { $0.makeWriter == nil ? "" : "yes" }))
    for content in Capabilities.Content.allCases {
      lines.append(
        row(headings[content] ?? content.rawValue, formats.map { mark($0.capabilities[content]) }))
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ heading: String, _ cells: [String]) -> String {
    "| \(heading) | " + cells.joined(separator: " | ") + " |"
  }

  private static func mark(_ support: Capabilities.Support) -> String {
    switch support {
    case .native: "●"
    case .converted: "○"
    case .none: ""
    }
  }
}
