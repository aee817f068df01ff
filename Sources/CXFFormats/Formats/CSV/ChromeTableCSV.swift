internal import CredentialExchangeFormat

/// A dump of the table `logins` in a Chromium profile.
package enum ChromeTableCSV {
  static let table = TableFormat(
    id: "chrome-sqlite-csv", name: "Chrome's table of logins", rpID: "google.com",
    columns: [
      .init(.url, "origin_url"), .init(.field("Form address"), "action_url"),
      .init(.field("User name's field"), "username_element"), .init(.username, "username_value"),
      .init(.field("Password's field"), "password_element"), .init(.password, "password_value"),
      .init(.field("Realm"), "signon_realm"), .init(.title, "display_name"),
      .init(.field("Federation"), "federation_url"), .init(.field("Times used"), "times_used"),
      .init(.field("Date created"), "date_created"), .init(.field("Date synced"), "date_synced"),
      .init(.field("Icon"), "icon_url"), .init(.field("Submit element"), "submit_element"),
    ],
    signatures: [.distinctive("origin_url", "username_value", "password_value")])

  package static let format = table.format(
    "Chrome's table of logins as CSV",
    exportSteps: "sqlite3 -csv -header 'Login Data' 'SELECT * FROM logins'",
    Capabilities(native: [.logins], converted: [.customFields]))
}
