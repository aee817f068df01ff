internal import CredentialExchangeFormat

/// The CSV of Encryptr.
package enum EncryptrCSV {
  static let table = TableFormat(
    id: "encryptr-csv", name: "Encryptr", rpID: "spideroak.com",
    columns: [
      .init(.kind(["password", "credit card", "general"]), "entry type"), .init(.title, "label"),
      .init(.password, "password"),
      .init(.username, "username"), .init(.url, "site url"), .init(.note, "notes"), .init(.note, "text"),
      .init(.member("credit-card.cardType"), "type"), .init(.member("credit-card.fullName"), "name on card"),
      .init(.member("credit-card.number"), "card number"),
      .init(.member("credit-card.verificationNumber"), "cvv"),
      .init(.member("credit-card.expiryDate"), "expiry"),
    ],
    signatures: [.distinctive("entry type", "label", "password", "site url")])

  package static let format = table.format(
    "Encryptr CSV", exportSteps: "Settings > Export entries", Capabilities(native: [.logins, .cards, .notes]))
}
