internal import CredentialExchangeFormat

/// The CSVs of Myki, one for each kind.
package enum MykiCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "myki-csv", name: "Myki", rpID: "myki.com",
      columns: [
        .init(.title, "nickname"), .init(.url, "url"), .init(.username, "username"),
        .init(.password, "password"),
        .init(.note, "additionalinfo", "content"), .init(.totp, "twofasecret", "authtoken"),
        .init(.usual(["active"]), "status"), .init(.tags(.commas), "tags"),
        .init(.member("credit-card.number"), "cardnumber"),
        .init(.member("credit-card.fullName"), "cardname"),
        .init(.cardMonth, "exp_month"), .init(.cardYear, "exp_year"),
        .init(.member("credit-card.verificationNumber"), "cvv"),
        .init(.member("person-name.given"), "firstname"), .init(.member("person-name.given2"), "middlename"),
        .init(.member("person-name.surname"), "lastname"), .init(.loginEmail, "email"),
        .init(.streetLine, "firstaddressline"), .init(.streetLine, "secondaddressline"),
        .init(.member("person-name.title"), "title"), .init(.field("Gender"), "gender"),
        .init(.member("address.tel"), "number"), .init(.member("address.city"), "city"),
        .init(.member("address.country"), "country"), .init(.member("address.postalCode"), "zipcode"),
        .init(.kind(kinds), "idtype"), .init(.member("identity-document.documentNumber"), "idnumber"),
        .init(.member("identity-document.fullName"), "idname"),
        .init(.member("identity-document.issueDate"), "idissuancedate"),
        .init(.member("identity-document.expiryDate"), "idexpirationdate"),
        .init(.member("identity-document.issuingCountry"), "idcountry"),
      ],
      signatures: [
        .distinctive("nickname", "additionalinfo"), .distinctive("nickname", "status", "content"),
      ])
    table.kinds = [
      .init(
        .cell("idtype", isOneOf: ["driver's license"]),
        [
          "idnumber": .member("drivers-license.licenseNumber"), "idname": .member("drivers-license.fullName"),
          "idissuancedate": .member("drivers-license.issueDate"),
          "idexpirationdate": .member("drivers-license.expiryDate"),
          "idcountry": .member("drivers-license.country"),
        ]),
      .init(
        .cell("idtype", isOneOf: ["passport"]),
        [
          "idnumber": .member("passport.passportNumber"), "idname": .member("passport.fullName"),
          "idissuancedate": .member("passport.issueDate"), "idexpirationdate": .member("passport.expiryDate"),
          "idcountry": .member("passport.issuingCountry"),
        ]),
      .init(
        .cell("idtype", isOneOf: ["social security", "tax number"]),
        ["idnumber": .member("identity-document.identificationNumber")]),
      .init(
        .cell("idtype", isOneOf: ["bank account", "insurance card", "health card", "membership"]),
        [
          "idnumber": .secret("Number"), "idname": .field("Name"), "idissuancedate": .field("Issued"),
          "idexpirationdate": .field("Expires"), "idcountry": .field("Country"),
        ]),
    ]
    table.interpret = { row, _ in
      // Nothing else says what an odd document is.
      if oddKinds.contains(row.word("idtype")) { row.setRole(.field("Type"), of: "idtype") }
      // An identity's e-mail address is no user name.
      if row.cell("firstname") != nil {
        row.setRole(.custom(.email, label: "Email", group: nil), of: "email")
      }
      return .item
    }
    return table
  }()

  private static let kinds = [
    "driver's license", "passport", "social security", "tax number", "bank account", "insurance card",
    "id card",
  ]
  private static let oddKinds = ["health card", "membership"]

  package static let format = table.format(
    "Myki CSV", exportSteps: "Settings > Export (one file for each kind)",
    Capabilities(native: [.logins, .totp, .cards, .identities, .notes, .tags]))
}
