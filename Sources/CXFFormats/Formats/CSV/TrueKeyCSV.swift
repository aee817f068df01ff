internal import CredentialExchangeFormat

/// The CSV of True Key, in which a column names the kind of each row.
package enum TrueKeyCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "truekey-csv", name: "True Key", rpID: "truekey.com",
      columns: [
        .init(.kind(kinds), "kind"), .init(.title, "name"), .init(.url, "url"), .init(.username, "login"),
        .init(.password, "password"), .init(.note, "memo"), .init(.note, "note"),
        .init(.note, "document_content"),
        .init(.title, "title"), .init(.favorite, "favorite"), .init(.usual(["true", "false"]), "autologin"),
        .init(.usual([]), "hexcolor"), .init(.reprompt, "protectedwithpassword"),
        .init(.usual(["true", "false"]), "subdomainonly"), .init(.structure, "tk_export_version"),
        .init(.member("credit-card.fullName"), "cardholder"), .init(.member("credit-card.number"), "number"),
        .init(.member("credit-card.expiryDate"), "expirydate"), .init(.field("Type"), "type"),
        .init(.member("person-name.given"), "firstname"), .init(.member("person-name.surname"), "lastname"),
        .init(.streetLine, "street1"), .init(.streetLine, "street2"), .init(.member("address.city"), "city"),
        .init(.member("address.territory"), "state"), .init(.member("address.postalCode"), "zip"),
        .init(.member("address.country"), "country"), .init(.member("address.tel"), "phone"),
      ],
      signatures: [.distinctive("kind", "name", "tk_export_version")])
    func document(_ kind: String, number: Text) -> [Text: CellRole] {
      [
        "number": .member(Place("\(kind).\(number.string)")),
        "expirydate": .member(Place("\(kind).expiryDate")),
        "cardholder": .member(Place("\(kind).fullName")),
      ]
    }
    table.kinds = [
      .init(.cell("kind", isOneOf: ["dl"]), document("drivers-license", number: "licenseNumber")),
      .init(.cell("kind", isOneOf: ["passport"]), document("passport", number: "passportNumber")),
      .init(
        .cell("kind", isOneOf: ["id", "ssn"]), document("identity-document", number: "identificationNumber")),
      .init(
        .cell("kind", isOneOf: ["membership"]),
        ["number": .secret("Number"), "expirydate": .field("Expires")]),
    ]
    return table
  }()

  private static let kinds = [
    "login", "cc", "note", "address", "dl", "id", "membership", "passport", "ssn",
  ]

  package static let format = table.format(
    "True Key CSV", exportSteps: "Settings > Your account > Export data",
    Capabilities(native: [.logins, .cards, .identities, .notes, .favorites]))
}
