internal import CredentialExchangeFormat

/// The CSV of Nextcloud Passwords.
package enum NextcloudCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "nextcloud-csv", name: "Nextcloud Passwords", rpID: "nextcloud.com",
      columns: [
        .init(.title, "label", "bezeichnung"), .init(.username, "username", "benutzername"),
        .init(.password, "password", "passwort"), .init(.note, "notes", "notizen"),
        .init(.url, "url", "webseite"),
        .init(.fields(.linesByLastColon), "custom fields", "eigene felder"),
        .init(.folder(.slash), "folder", "ordner"), .init(.tags(.commas), "tags"),
        .init(.favorite, "favorite", "favorit"), .init(.modified, "edited", "bearbeitet"),
        .init(.identifier, "id"), .init(.structure, "revision"), .init(.structure, "folder id", "ordner id"),
      ],
      signatures: [
        .distinctive("label|bezeichnung", "url|webseite", "custom fields|eigene felder", "folder|ordner")
      ])
    return table
  }()

  package static let format = table.format(
    "Nextcloud Passwords CSV", exportSteps: "More > Backup and Restore > Export > CSV",
    Capabilities(native: [.logins, .notes, .folders, .tags, .favorites, .customFields, .dates]))
}
