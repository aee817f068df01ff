internal import CredentialExchangeFormat

/// The CSVs of Dashlane: one for each kind, from its zip, and the one without header of old.
package enum DashlaneCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "dashlane-csv", name: "Dashlane", rpID: "dashlane.com",
      columns: [
        .init(.kind(kinds), "type"), .init(.title, "title"), .init(.title, "name"),
        .init(.title, "item_name"),
        .init(.username, "username", "login"), .init(.field("Username 2"), "username2"),
        .init(.field("Username 3"), "username3"), .init(.password, "password"), .init(.note, "note"),
        .init(.url, "url"), .init(.folder(.slash), "category"), .init(.totp, "otpurl", "otpsecret"),
        // payments.csv
        .init(.title, "account_name"), .init(.member("credit-card.fullName"), "account_holder"),
        .init(.member("credit-card.number"), "cc_number"),
        .init(.member("credit-card.verificationNumber"), "code"), .init(.cardMonth, "expiration_month"),
        .init(.cardYear, "expiration_year"), .init(.secret("Routing number", group: bank), "routing_number"),
        .init(.secret("Account number", group: bank), "account_number"),
        .init(.field("Bank", group: bank), "issuing_bank"),
        // ids.csv
        .init(.member("identity-document.documentNumber"), "number"),
        .init(.member("identity-document.issueDate"), "issue_date"),
        .init(.member("identity-document.expiryDate"), "expiration_date"),
        .init(.member("identity-document.issuingAuthority"), "place_of_issue"),
        // personalInfo.csv
        .init(.member("person-name.given"), "first_name"),
        .init(.member("person-name.given2"), "middle_name"),
        .init(.member("person-name.surname"), "last_name"), .init(.field("Date of birth"), "date_of_birth"),
        .init(.field("Place of birth"), "place_of_birth"),
        .init(.custom(.email, label: "Email", group: nil), "email"),
        .init(.field("Email type"), "email_type"), .init(.member("address.tel"), "phone_number"),
        .init(.streetLine, "address"), .init(.member("address.country"), "country"),
        .init(.member("address.territory"), "state"), .init(.member("address.city"), "city"),
        .init(.member("address.postalCode"), "zip"), .init(.field("Recipient"), "address_recipient"),
        .init(.field("Building"), "address_building"), .init(.field("Apartment"), "address_apartment"),
        .init(.field("Floor"), "address_floor"), .init(.secret("Door code"), "address_door_code"),
        .init(.field("Job title"), "job_title"),
        // wifi.csv, secrets.csv
        .init(.member("wifi.ssid"), "ssid"), .init(.member("wifi.passphrase"), "passphrase"),
        .init(.member("wifi.networkSecurityType"), "encryption_type"),
        .init(.member("wifi.hidden"), "hidden"),
        .init(.secret("Secret"), "content"),
      ],
      signatures: [
        .distinctive("username", "username2", "title", "password"),
        .distinctive("type", "account_name", "cc_number", "routing_number"),
        .distinctive("type", "number", "issue_date", "place_of_issue"),
        .distinctive("type", "first_name", "address_door_code"),
        .distinctive("ssid", "passphrase", "encryption_type"),
        .all("title", "content"),
        .all("title", "note"),
      ])
    let person: [Text: CellRole] = ["title": .member("person-name.title"), "login": .field("Login")]
    table.kinds = [
      // Of cards the name of the account is that of the holder.
      .init(
        .cell("type", isOneOf: ["payment_card", "credit_card", "card_payment"]),
        ["account_name": .member("credit-card.fullName"), "country": .field("Country")]),
      .init(
        .cell("type", isOneOf: ["bank"]),
        ["account_holder": .field("Account holder", group: bank), "country": .field("Country", group: bank)]),
      .init(
        .cell("type", isOneOf: ["passport"]),
        [
          "number": .member("passport.passportNumber"), "name": .member("passport.fullName"),
          "issue_date": .member("passport.issueDate"), "expiration_date": .member("passport.expiryDate"),
          "place_of_issue": .member("passport.issuingAuthority"), "state": .field("State"),
        ]),
      .init(
        .cell("type", isOneOf: ["license", "driver_license"]),
        [
          "number": .member("drivers-license.licenseNumber"), "name": .member("drivers-license.fullName"),
          "issue_date": .member("drivers-license.issueDate"),
          "expiration_date": .member("drivers-license.expiryDate"),
          "place_of_issue": .member("drivers-license.issuingAuthority"),
          "state": .member("drivers-license.territory"),
        ]),
      .init(
        .cell("type", isOneOf: ["card", "social_security", "tax_number"]),
        [
          "number": .member("identity-document.identificationNumber"),
          "name": .member("identity-document.fullName"), "state": .field("State"),
        ]),
      .init(.cell("type", isOneOf: ["name"]), person),
      .init(.cell("type", isOneOf: ["email", "number", "address", "company", "website"]), person),
    ]
    table.interpret = { row, _ in
      if row.peek("name") != nil, row.word("type") == "bank" {
        row.setRole(.field("Account name", group: bank), of: "account_name")
      }
      row.fallbackTitle = fallbackTitle(row)
      return .item
    }
    return table
  }()

  private static let bank: Text = "Bank account"

  private static let kinds = [
    "payment_card", "credit_card", "card_payment", "bank", "passport", "license", "driver_license", "card",
    "social_security", "tax_number", "name", "email", "number", "address", "company", "website",
  ]

  /// A name for rows that have no title: the person's, or the kind of the row.
  private static func fallbackTitle(_ row: RowBuilder) -> Text? {
    let person = ["first_name", "middle_name", "last_name"].compactMap { row.peek(Text($0))?.string }
    if !person.isEmpty { return Text(person.joined(separator: " ")) }
    let kinds = [
      "payment_card": "Card", "credit_card": "Card", "bank": "Bank account", "passport": "Passport",
      "license": "Driving licence", "card": "Identity card", "social_security": "Social security number",
      "tax_number": "Tax number", "company": "Company",
    ]
    guard let type = row.cell("type")?.text.string else { return nil }
    return kinds[ASCIIBytes.lower(type)].map { Text($0) }
  }

  package static let format = table.format(
    "Dashlane CSV", exportSteps: "My account > Settings > Export data > Export to CSV (a zip of these files)",
    Capabilities(
      native: [.logins, .totp, .notes, .cards, .identities, .folders], converted: [.customFields]))

  /// The file of old: title, address, user name, password, note.
  static let old: TableFormat = {
    var table = TableFormat(
      id: "dashlane-old-csv", name: "Dashlane", rpID: "dashlane.com", columns: [], signatures: [])
    table.layout = .positional(
      [.title, .url, .username, .password, .note],
      names: ["title", "url", "login", "password", "note"])
    return table
  }()

  package static let oldFormat = old.format(
    "Dashlane CSV without header", exportSteps: "Old versions: File > Export > Unsecured archive in CSV",
    Capabilities(native: [.logins, .notes]),
    detect: { probe in
      HeaderlessShape(cells: 1...7, address: 1, minimumCells: 4).detect(
        probe, "rows without header, an address in the second cell as in old exports of Dashlane")
    })
}
