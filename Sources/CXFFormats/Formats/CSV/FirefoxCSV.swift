package import CredentialExchangeFormat

/// The CSV of Firefox.
package enum FirefoxCSV {
  /// The address of the entry in which Firefox keeps its own account.
  private static let ownAccount: Text = "chrome://FirefoxAccounts"

  static let table: TableFormat = {
    var table = TableFormat(
      id: "firefox-csv", name: "Firefox", rpID: "firefox.com",
      columns: [
        .init(.url, "url", "hostname"), .init(.username, "username"), .init(.password, "password"),
        .init(.field("HTTP realm"), "httprealm"),
        .init(.field("Form address"), "formactionorigin", "formsubmiturl"),
        .init(.identifier, "guid"), .init(.created, "timecreated"), .init(.modified, "timepasswordchanged"),
        .init(.field("Last used"), "timelastused"), .init(.field("Times used"), "timesused"),
        .init(.field("User name's field"), "usernamefield"),
        .init(.field("Password's field"), "passwordfield"),
      ],
      signatures: [.distinctive("httprealm", "formactionorigin|formsubmiturl", "username", "password")])
    table.interpret = { row, _ in
      guard row.peek("url") != ownAccount else {
        return .leave(
          .ownRecord, "the entry holds the keys of Firefox's own account, which only Firefox can use")
      }
      // A form that sends to the page's own site says nothing that the address does not.
      if let form = row.cell("formactionorigin"), let text = form.peek, text == row.peek("url") {
        form.convert(to: "scope.urls", as: text, .sameAddress, "the form sends to the address itself")
      }
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "Firefox CSV", exportSteps: "about:logins > … > Export Passwords",
    Capabilities(native: [.logins, .dates], converted: [.customFields]))

  /// A browser extension of others, for the time before Firefox could export.
  static let exporter = TableFormat(
    id: "firefox-exporter-csv", name: "Password Exporter", rpID: "firefox.com",
    columns: [.init(.url, "hostname"), .init(.username, "username"), .init(.password, "password")],
    signatures: [.all("hostname", "username", "password")])

  package static let exporterFormat = exporter.format(
    "Firefox Password Exporter CSV", exportSteps: "The extension FF Password Exporter > Export (CSV)",
    Capabilities(native: [.logins]))
}

extension FindingCode {
  /// An entry that the exporter keeps for itself.
  package static let ownRecord = FindingCode("exporter-own-record", .warning)
  /// An address that is there already.
  package static let sameAddress = FindingCode("same-address", .note)
}
