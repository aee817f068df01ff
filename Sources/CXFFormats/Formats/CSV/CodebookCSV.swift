internal import CredentialExchangeFormat

/// The CSV of Codebook.
package enum CodebookCSV {
  static let table = TableFormat(
    id: "codebook-csv", name: "Codebook", rpID: "zetetic.net",
    columns: [
      .init(.folder(.slash), "category"), .init(.title, "entry"), .init(.username, "username"),
      .init(.loginEmail, "email"), .init(.password, "password"), .init(.totp, "totp"), .init(.url, "website"),
      .init(.field("Phone"), "phone"), .init(.secret("PIN"), "pin"), .init(.secret("Account"), "account"),
      .init(.field("Date"), "date"), .init(.note, "note"), .init(.favorite, "favorite"),
    ],
    signatures: [.distinctive("category", "entry", "username", "password", "website")])

  package static let format = table.format(
    "Codebook CSV", exportSteps: "Settings > Export > CSV",
    Capabilities(native: [.logins, .totp, .notes, .folders, .favorites]))
}
