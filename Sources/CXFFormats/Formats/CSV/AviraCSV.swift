internal import CredentialExchangeFormat

/// The CSV of Avira Password Manager.
package enum AviraCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "avira-csv", name: "Avira", rpID: "avira.com",
      columns: [
        .init(.title, "name"), .init(.url, "website"), .init(.username, "username"),
        .init(.password, "password"), .init(.field("Secondary user name"), "secondary_username"),
        .init(.note, "notes", "note"),
      ],
      signatures: [.distinctive("website", "username", "password", "secondary_username")])
    table.interpret = { row, _ in
      if row.peek("username") == nil { row.setRole(.username, of: "secondary_username") }
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "Avira Password Manager CSV", exportSteps: "Settings > Import/Export > Export CSV",
    Capabilities(native: [.logins, .notes]))
}
