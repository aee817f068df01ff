internal import CredentialExchangeFormat

/// The CSV of heylogin.
package enum HeyloginCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "heylogin-csv", name: "heylogin", rpID: "heylogin.com",
      columns: [
        .init(.identifier, "id"), .init(.kind(["login", "wifi", "card", "creditcard", "note"]), "type"),
        .init(.title, "displayname"), .init(.url, "url"),
        .init(.username, "username"), .init(.password, "password"), .init(.totp, "totp", "totpurl"),
        .init(.totp, "totpurl"), .init(.member("wifi.ssid"), "wifissid"), .init(.note, "note"),
        .init(.fields(.json), "customfields"), .init(.member("credit-card.number"), "creditcardnumber"),
        .init(.member("credit-card.fullName"), "creditcardholder"),
        .init(.member("credit-card.expiryDate"), "creditcardexpiration"),
        .init(.member("credit-card.verificationNumber"), "creditcardsecuritycode"),
        .init(.member("credit-card.pin"), "creditcardpin"),
      ],
      signatures: [.distinctive("displayname", "url", "wifissid", "creditcardnumber")])
    table.kinds = [.init(.filled(["wifissid"]), ["password": .member("wifi.passphrase")])]
    return table
  }()

  package static let format = table.format(
    "heylogin CSV", exportSteps: "Settings > Export", Capabilities(native: [.logins, .totp, .cards, .notes]))
}
