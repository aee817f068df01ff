internal import CredentialExchangeFormat

/// The CSV of Synology C2 Password.
package enum SynologyCSV {
  static let table = TableFormat(
    id: "synology-csv", name: "Synology C2 Password", rpID: "synology.com",
    columns: [
      .init(.title, "display_name"), .init(.username, "login_username"), .init(.password, "login_password"),
      .init(.addresses(.addressList), "login_urls"), .init(.totp, "login_totp"), .init(.note, "notes"),
      .init(.favorite, "favorite"),
    ],
    signatures: [.distinctive("display_name", "login_username", "login_password", "login_urls")])

  package static let format = table.format(
    "Synology C2 Password CSV", exportSteps: "Settings > Export > CSV",
    Capabilities(native: [.logins, .totp, .notes, .favorites]))
}
