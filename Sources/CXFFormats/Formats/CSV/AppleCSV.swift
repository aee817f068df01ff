internal import CredentialExchangeFormat

/// The CSV of Apple's Passwords, and of Safari before it.
package enum AppleCSV {
  static let table = TableFormat(
    id: "apple-csv", name: "Apple Passwords", rpID: "apple.com",
    columns: [
      .init(.title, "title"), .init(.url, "url"), .init(.username, "username"), .init(.password, "password"),
      .init(.note, "notes"), .init(.totp, "otpauth"),
    ],
    signatures: [
      .distinctive(
        "title", "url", "username", "password", "otpauth",
        without: ["archived", "favorite", "tags", "group", "uuid"]),
      .all("title", "url", "username", "password", without: ["notes"]),
    ])

  package static let format = table.format(
    "Apple Passwords, iCloud Keychain and Safari CSV",
    exportSteps: "Passwords > File > Export All Items to File; Safari: File > Export > Passwords",
    Capabilities(native: [.logins, .notes, .totp]))
}
