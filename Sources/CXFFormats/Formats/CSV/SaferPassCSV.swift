internal import CredentialExchangeFormat

/// The CSV of SaferPass.
package enum SaferPassCSV {
  static let table = TableFormat(
    id: "saferpass-csv", name: "SaferPass", rpID: "saferpass.com",
    columns: [
      .init(.kind(["credentials", "note"]), "modeltype"), .init(.structure, "modelversion"),
      .init(.url, "url"),
      .init(.username, "username"), .init(.password, "password"), .init(.note, "notes"),
      .init(.favorite, "favorite"), .init(.title, "title"), .init(.note, "text"),
      .init(.field("Color"), "color"),
    ],
    signatures: [
      .distinctive("modeltype", "url", "username", "password")
    ])

  package static let format = table.format(
    "SaferPass CSV", exportSteps: "Settings > Export data",
    Capabilities(native: [.logins, .notes, .favorites]))
}
