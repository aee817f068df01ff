internal import CredentialExchangeFormat

/// The CSV of Avast Passwords.
package enum AvastCSV {
  static let table = TableFormat(
    id: "avast-csv", name: "Avast Passwords", rpID: "avast.com",
    columns: [
      .init(.title, "name"), .init(.url, "web"), .init(.username, "login"), .init(.password, "password"),
      .init(.note, "note"),
    ],
    signatures: [.all("name", "web", "login", "password")])

  package static let format = table.format(
    "Avast Passwords CSV", exportSteps: "Settings > Import or Export > Export to CSV",
    Capabilities(native: [.logins, .notes]))
}
