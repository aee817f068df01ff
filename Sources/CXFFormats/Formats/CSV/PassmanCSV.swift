internal import CredentialExchangeFormat

/// The CSV of Passman (Nextcloud).
package enum PassmanCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "passman-csv", name: "Passman", rpID: "passman.cc",
      columns: [
        .init(.title, "label"), .init(.username, "username"), .init(.password, "password"),
        .init(.loginEmail, "email"), .init(.note, "description"), .init(.tags(.bracketed), "tags"),
        .init(.url, "url"), .init(.fields(.json), "custom_fields"), .init(.field("Files"), "files"),
        .init(.totp, "otp"),
      ],
      signatures: [.distinctive("label", "username", "password", "description", "custom_fields")])
    table.interpret = { row, _ in
      if row.peek("files") == "[]" { row.setRole(.usual(["[]"]), of: "files") }
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "Passman CSV", exportSteps: "Settings > Export credentials > CSV",
    Capabilities(native: [.logins, .notes, .tags, .customFields]))
}
