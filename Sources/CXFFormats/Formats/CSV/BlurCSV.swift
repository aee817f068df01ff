internal import CredentialExchangeFormat

/// The CSV of Blur.
package enum BlurCSV {
  static let table = TableFormat(
    id: "blur-csv", name: "Blur", rpID: "abine.com",
    columns: [
      .init(.url, "domain"), .init(.title, "label"), .init(.username, "username"),
      .init(.loginEmail, "email"),
      .init(.password, "password"),
    ],
    signatures: [.all("domain", "label", "username", "email", "password")])

  package static let format = table.format(
    "Blur CSV", exportSteps: "Settings > Export Data > Accounts", Capabilities(native: [.logins]))
}
