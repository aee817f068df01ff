internal import CredentialExchangeFormat

/// The CSV of Team Password Manager.
package enum TeamPassCSV {
  static let table = TableFormat(
    id: "teampasswordmanager-csv", name: "Team Password Manager", rpID: "teampasswordmanager.com",
    columns: [
      .init(.folder(FolderPath.Style(separator: 0)), "project name"), .init(.title, "name"),
      .init(.url, "access information"), .init(.username, "username"), .init(.loginEmail, "e-mail", "email"),
      .init(.password, "password"), .init(.note, "notes"), .init(.tags(.commas), "tags"),
      .init(.field("Expires"), "expiry date"),
    ],
    signatures: [.distinctive("project name", "name", "access information")])

  package static let format = table.format(
    "Team Password Manager CSV", exportSteps: "Settings > Export passwords",
    Capabilities(native: [.logins, .notes, .folders, .tags]))
}
