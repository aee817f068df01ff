internal import CredentialExchangeFormat

/// The CSVs of Passbolt that are no other product's to the letter: those of KeePass, LastPass and LogMeOnce in an order of
/// its own, with folders parted by slashes and without the name of a root.
package enum PassboltCSV {
  static let table = TableFormat(
    id: "passbolt-csv", name: "Passbolt", rpID: "passbolt.com",
    columns: [
      .init(.title, "title", "name"), .init(.username, "username"), .init(.url, "url"),
      .init(.password, "password"), .init(.note, "notes", "note"), .init(.note, "extra"),
      .init(.folder(.slash), "group", "grouping"), .init(.totp, "totp"),
    ],
    signatures: [
      .inOrder("title", "username", "url", "password", "notes", "group"),
      .inOrder("name", "username", "url", "password", "extra", "grouping"),
      .inOrder("name", "url", "note", "group", "username", "password", "extra"),
    ])

  package static let format = table.format(
    "Passbolt CSV (KeePass, LastPass, LogMeOnce)", exportSteps: "More > Export all > csv (kdbx)",
    Capabilities(native: [.logins, .totp, .notes, .folders]))
}
