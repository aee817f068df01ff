internal import CredentialExchangeFormat

/// The CSV of Netwrix Password Secure, with German column names.
package enum NetwrixCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "netwrix-csv", name: "Netwrix Password Secure", rpID: "netwrix.com",
      columns: [
        .init(.folder(.backslash), "organisationseinheit", "organisationunit", "organizational unit"),
        .init(.tags(.semicolons), "datatags"), .init(.title, "beschreibung", "description"),
        .init(.username, "benutzername", "username"), .init(.password, "passwort", "password"),
        .init(.url, "internetseite", "website"), .init(.note, "informationen", "information"),
        .init(.totp, "one-time passwort", "one-time password"),
      ],
      signatures: [.distinctive("organisationseinheit|organisationunit|organizational unit", "datatags")])
    table.roleOfColumn = { $0.isEmpty ? nil : .custom(RowBuilder.type(ofColumn: $0), label: nil, group: nil) }
    return table
  }()

  package static let format = table.format(
    "Netwrix Password Secure CSV", exportSteps: "Client > Extras > Export > Passwords",
    Capabilities(native: [.logins, .totp, .notes, .folders, .tags, .customFields]))
}
