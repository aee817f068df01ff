internal import CredentialExchangeFormat

/// The CSV of RememBear.
package enum RememBearCSV {
  static let table = TableFormat(
    id: "remembear-csv", name: "RememBear", rpID: "remembear.com",
    columns: [
      .init(.kind(["loginitem", "creditcarditem", "noteitem"]), "type"), .init(.title, "name"),
      .init(.url, "website"), .init(.username, "username"),
      .init(.password, "password"), .init(.note, "notes"),
      .init(.member("credit-card.fullName"), "cardholder"),
      .init(.member("credit-card.number"), "number"),
      .init(.member("credit-card.verificationNumber"), "verification"),
      .init(.member("credit-card.expiryDate"), "expiry"), .init(.member("credit-card.pin"), "pin"),
      .init(.member("address.postalCode"), "zipcode"), .init(.trashed, "trash"), .init(.favorite, "favorite"),
    ],
    signatures: [.distinctive("type", "name", "cardholder", "verification")])

  package static let format = table.format(
    "RememBear CSV", exportSteps: "Settings > Export", Capabilities(native: [.logins, .cards, .notes]))
}
