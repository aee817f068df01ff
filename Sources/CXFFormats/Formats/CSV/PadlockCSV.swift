internal import CredentialExchangeFormat

/// The CSV of Padlock and Padloc.
package enum PadlockCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "padlock-csv", name: "Padlock", rpID: "padloc.app",
      columns: [
        .init(.title, "name"), .init(.tags(.commas), "tags", "category"), .init(.url, "url"),
        .init(.username, "username"), .init(.password, "password"), .init(.note, "notes"),
      ],
      signatures: [.all("name", "tags|category", "url", "username", "password", "notes")])
    return table
  }()

  package static let format = table.format(
    "Padlock CSV", exportSteps: "Settings > Export > CSV", Capabilities(native: [.logins, .notes, .tags]))
}
