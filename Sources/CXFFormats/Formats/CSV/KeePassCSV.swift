internal import CredentialExchangeFormat

/// The CSVs of KeePass 1 and 2, and of KeePassX and KeePassXC.
package enum KeePassCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "keepass-csv", name: "KeePass", rpID: "keepass.info",
      columns: [
        .init(.title, "account", "konto", "titel", "title"),
        .init(.username, "login name", "user name", "benutzername"), .init(.password, "password", "passwort"),
        .init(.url, "web site", "webseite", "url"), .init(.note, "comments", "kommentare", "notes"),
        .init(.folder(.backslash), "group", "gruppe"), .init(.created, "creation time"),
        .init(.modified, "last modification"), .init(.field("Last access"), "last access"),
        .init(.field("Expires"), "expires", "expiry time"), .init(.identifier, "uuid"),
        .init(.structure, "icon"), .init(.field("Attachment"), "attachment", "attachment description"),
        .init(.folder(.backslash), "group tree"),
      ],
      signatures: [
        .all("account", "login name", "password", "web site", "comments"),
        .distinctive("account", "login name", "password", "web site", "comments"),
        .all("konto", "benutzername", "passwort", "webseite", "kommentare"),
      ])
    table.escape = .sniffed
    return table
  }()

  package static let format = table.format(
    "KeePass CSV", exportSteps: "File > Export > KeePass CSV (1.x)",
    Capabilities(native: [.logins, .notes]))

  static let xc: TableFormat = {
    var table = TableFormat(
      id: "keepassxc-csv", name: "KeePassXC", rpID: "keepassxc.org",
      columns: [
        .init(.folder(.slash), "group", "gruppe"), .init(.title, "title", "titel"),
        .init(.username, "username", "benutzername"), .init(.password, "password", "passwort"),
        .init(.url, "url"), .init(.note, "notes", "notizen"), .init(.totp, "totp"), .init(.structure, "icon"),
        .init(.modified, "last modified"), .init(.created, "created"),
      ],
      signatures: [
        .all(
          "group|gruppe", "title|titel", "username|benutzername", "password|passwort", "url", "notes|notizen"),
        .distinctive("group", "title", "username", "password", "url", "notes", "totp", "icon"),
      ])
    table.interpret = { row, draft in
      // The first name is that of the root, which is no folder of the user's.
      guard let view = row.cell("group"), let text = view.peek else { return .item }
      let path = FolderPath.split(text.string, style: .slash).path
      if let folder = draft.folder(FolderPath(Array(path.names.dropFirst()))) {
        draft.carry(view, asPathOf: folder, isExact: false)
        row.folders = [folder]
      } else {
        view.noteAbsent(.defaultValue, "the item is in the root, which is no folder")
      }
      return .item
    }
    return table
  }()

  package static let xcFormat = xc.format(
    "KeePassXC and KeePassX CSV", exportSteps: "Database > Export > CSV File",
    Capabilities(native: [.logins, .notes, .totp, .folders, .dates]))
}
