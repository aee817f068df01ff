internal import CredentialExchangeFormat

/// The CSV of SafeInCloud.
package enum SafeInCloudCSV {
  static let table = TableFormat(
    id: "safeincloud-csv", name: "SafeInCloud", rpID: "safe-in-cloud.com",
    columns: [
      .init(.title, "title"), .init(.username, "login"), .init(.password, "password"), .init(.url, "url"),
      .init(.note, "notes"), .init(.totp, "otp"),
    ],
    signatures: [.all("title", "login", "password", "url", "notes")])

  package static let format = table.format(
    "SafeInCloud CSV", exportSteps: "File > Export > As CSV (prefer As XML)",
    Capabilities(native: [.logins, .totp, .notes]))
}
