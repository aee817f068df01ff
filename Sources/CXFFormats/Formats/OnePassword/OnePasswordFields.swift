internal import CredentialExchangeFormat

/// The fields that 1Password gives to the kinds of its items, alike in all of its formats.
enum OnePasswordFields {
  /// What is known of a field with a name of the product's own; those that the user adds have random ones.
  struct Known: Sendable {
    /// Where it goes; a custom field where that is not said.
    let role: CellRole?
    /// What the product calls it in English.
    let title: String
  }

  /// The field of that name in items of that category.
  static func known(_ id: Text, in category: String) -> Known? { table[category]?[id.string] }

  /// The category of an item whose kind is given as in 1PIF.
  static func category(typeName: Text) -> String? { typeNames[typeName] }

  /// The category of documents.
  static let document = "006"

  private typealias Row = (id: String, title: String, role: CellRole?)

  private static func field(_ id: String, _ title: String) -> Row { (id, title, nil) }
  private static func field(_ id: String, _ title: String, _ place: Place) -> Row {
    (id, title, .member(place))
  }
  private static func field(_ id: String, _ title: String, role: CellRole) -> Row { (id, title, role) }

  private static let table: [String: [String: Known]] = rows.mapValues { rows in
    Dictionary(
      rows.map { ($0.id, Known(role: $0.role, title: $0.title)) }, uniquingKeysWith: { first, _ in first })
  }

  private static let rows: [String: [Row]] = [
    "002": card, "004": identity, "100": license, "101": bankAccount, "102": database, "103": driversLicense,
    "104": outdoorLicense, "105": membership, "106": passport, "107": rewards, "108": socialSecurity,
    "109": router, "110": server, "111": email, "112": apiCredential, "113": medicalRecord, "115": wallet,
  ]

  private static let card: [Row] = [
    field("cardholder", "cardholder name", "credit-card.fullName"),
    field("type", "type", "credit-card.cardType"),
    field("ccnum", "number", "credit-card.number"),
    field("cvv", "verification number", "credit-card.verificationNumber"),
    field("expiry", "expiry date", "credit-card.expiryDate"),
    field("validFrom", "valid from", "credit-card.validFrom"),
    field("pin", "pin", "credit-card.pin"),
    field("bank", "issuing bank"), field("phoneLocal", "phone (local)"),
    field("phoneTollFree", "phone (toll free)"), field("phoneIntl", "phone (intl)"),
    field("website", "website"), field("creditLimit", "credit limit"),
    field("cashLimit", "cash withdrawal limit"), field("interest", "interest rate"),
    field("issuenumber", "issue number"),
  ]

  private static let identity: [Row] = [
    field("firstname", "first name", "person-name.given"),
    field("initial", "initial", "person-name.given2"),
    field("lastname", "last name", "person-name.surname"),
    field("address", "address", "address.streetAddress"),
    field("defphone", "default phone", "address.tel"),
    // Those of 1PIF without sections.
    field("address1", "address", "address.streetAddress"), field("city", "city", "address.city"),
    field("zip", "zip", "address.postalCode"), field("state", "state", "address.territory"),
    field("country", "country", "address.country"),
    field("sex", "sex"), field("gender", "gender"), field("birthdate", "birth date"),
    field("occupation", "occupation"), field("company", "company"), field("department", "department"),
    field("jobtitle", "job title"), field("homephone", "home"), field("cellphone", "cell"),
    field("busphone", "business"), field("username", "username"),
    field("reminderq", "reminder question"), field("remindera", "reminder answer", role: .secret()),
    field("email", "email"), field("website", "website"), field("icq", "ICQ"), field("skype", "skype"),
    field("aim", "AOL/AIM"), field("yahoo", "Yahoo"), field("msn", "MSN"),
    field("forumsig", "forum signature"),
  ]

  private static let license: [Row] = [
    field("product_version", "version"), field("reg_code", "license key", role: .secret()),
    field("reg_name", "licensed to"), field("reg_email", "registered email"), field("company", "company"),
    field("download_link", "download page"), field("publisher_name", "publisher"),
    field("publisher_website", "website"), field("retail_price", "retail price"),
    field("support_email", "support email"), field("order_date", "purchase date"),
    field("order_number", "order number"), field("order_total", "order total"),
  ]

  private static let bankAccount: [Row] = [
    field("bankName", "bank name"), field("owner", "name on account"), field("accountType", "type"),
    field("routingNo", "routing number"), field("accountNo", "account number"), field("swift", "SWIFT"),
    field("iban", "IBAN"), field("telephonePin", "PIN", role: .secret()), field("branchPhone", "phone"),
    field("branchAddress", "address"),
  ]

  private static let database: [Row] = [
    field("username", "username", role: .username), field("password", "password", role: .password),
    field("database_type", "type"), field("hostname", "server"), field("port", "port"),
    field("database", "database"), field("sid", "SID"), field("alias", "alias"),
    field("options", "connection options"),
  ]

  private static let driversLicense: [Row] = [
    field("fullname", "full name", "drivers-license.fullName"),
    field("address", "address", "address.streetAddress"),
    field("birthdate", "date of birth", "drivers-license.birthDate"),
    field("number", "number", "drivers-license.licenseNumber"),
    field("class", "license class", "drivers-license.licenseClass"),
    field("state", "state", "drivers-license.territory"),
    field("country", "country", "drivers-license.country"),
    field("expiry_date", "expiry date", "drivers-license.expiryDate"),
    field("sex", "sex"), field("height", "height"), field("conditions", "conditions / restrictions"),
  ]

  private static let outdoorLicense: [Row] = [
    field("name", "full name"), field("valid_from", "valid from"), field("expires", "expires"),
    field("game", "approved wildlife"), field("quota", "maximum quota"), field("state", "state"),
    field("country", "country"),
  ]

  private static let membership: [Row] = [
    field("org_name", "group"), field("website", "website"), field("phone", "telephone"),
    field("member_name", "member name"), field("member_since", "member since"),
    field("expiry_date", "expiry date"), field("membership_no", "member ID"),
    field("pin", "PIN", role: .secret()),
  ]

  private static let passport: [Row] = [
    field("type", "type", "passport.passportType"),
    field("issuing_country", "issuing country", "passport.issuingCountry"),
    field("number", "number", "passport.passportNumber"),
    field("fullname", "full name", "passport.fullName"), field("sex", "sex", "passport.sex"),
    field("nationality", "nationality", "passport.nationality"),
    field("issuing_authority", "issuing authority", "passport.issuingAuthority"),
    field("birthdate", "date of birth", "passport.birthDate"),
    field("birthplace", "place of birth", "passport.birthPlace"),
    field("issue_date", "issued on", "passport.issueDate"),
    field("expiry_date", "expiry date", "passport.expiryDate"),
  ]

  private static let rewards: [Row] = [
    field("company_name", "company name"), field("member_name", "member name"),
    field("membership_no", "member ID"), field("pin", "PIN", role: .secret()),
    field("additional_no", "member ID (additional)"), field("member_since", "member since"),
    field("customer_service_phone", "customer service phone"),
    field("reservations_phone", "phone for reservations"), field("website", "website"),
  ]

  private static let socialSecurity: [Row] = [
    field("name", "name", "identity-document.fullName"),
    field("number", "number", "identity-document.identificationNumber"),
  ]

  private static let router: [Row] = [
    field("network_name", "network name", "wifi.ssid"),
    field("wireless_security", "wireless security", "wifi.networkSecurityType"),
    field("wireless_password", "wireless network password", "wifi.passphrase"),
    field("name", "base station name"), field("password", "base station password", role: .secret()),
    field("server", "server / IP address"), field("airport_id", "AirPort ID"),
    field("disk_password", "attached storage password", role: .secret()),
  ]

  private static let server: [Row] = [
    field("url", "URL", role: .url), field("username", "username", role: .username),
    field("password", "password", role: .password), field("admin_console_url", "admin console URL"),
    field("admin_console_username", "admin console username"),
    field("admin_console_password", "console password", role: .secret()), field("name", "name"),
    field("website", "website"), field("support_contact_url", "support URL"),
    field("support_contact_phone", "support phone"),
  ]

  private static let email: [Row] = [
    field("pop_username", "username", role: .username), field("pop_password", "password", role: .password),
    field("pop_type", "type"), field("pop_server", "server"), field("pop_port", "port number"),
    field("pop_security", "security"), field("pop_authentication", "auth method"),
    field("smtp_server", "SMTP server"), field("smtp_port", "port number"),
    field("smtp_username", "username"), field("smtp_password", "password", role: .secret()),
    field("smtp_security", "security"), field("smtp_authentication", "auth method"),
    field("provider", "provider"), field("provider_website", "provider's website"),
    field("phone_local", "phone (local)"), field("phone_tollfree", "phone (toll free)"),
  ]

  private static let apiCredential: [Row] = [
    field("username", "username", "api-key.username"), field("credential", "credential", "api-key.key"),
    field("type", "type", "api-key.keyType"), field("hostname", "hostname", "api-key.url"),
    field("validFrom", "valid from", "api-key.validFrom"), field("expires", "expires", "api-key.expiryDate"),
    field("filename", "filename"),
  ]

  private static let medicalRecord: [Row] = [
    field("date", "date"), field("location", "location"),
    field("healthcareprofessional", "healthcare professional"), field("patient", "patient"),
    field("reason", "reason for visit"), field("medication", "medication"), field("dosage", "dosage"),
    field("notes", "medication notes"),
  ]

  private static let wallet: [Row] = [
    field("recoveryPhrase", "recovery phrase", role: .secret()),
    field("password", "password", role: .password), field("walletAddress", "wallet address"),
  ]

  private static let typeNames: [Text: String] = [
    "webforms.WebForm": "001", "wallet.financial.CreditCard": "002", "securenotes.SecureNote": "003",
    "identities.Identity": "004", "passwords.Password": "005", "documents.Document": document,
    "wallet.computer.License": "100", "wallet.financial.BankAccountUS": "101",
    "wallet.computer.Database": "102", "wallet.government.DriversLicense": "103",
    "wallet.government.HuntingLicense": "104", "wallet.membership.Membership": "105",
    "wallet.government.Passport": "106", "wallet.membership.RewardProgram": "107",
    "wallet.government.SsnUS": "108", "wallet.computer.Router": "109", "wallet.computer.UnixServer": "110",
    "wallet.onlineservices.Email.v2": "111", "wallet.onlineservices.Email": "111",
    "wallet.onlineservices.GenericAccount": "001",
  ]

  /// The types of custom fields by the kinds of fields; those that are not here need a reading of their own.
  static let types: [Text: FieldType] = [
    "string": .string, "concealed": .concealedString, "url": .string, "URL": .string, "email": .email,
    "phone": .string, "menu": .string, "gender": .string, "cctype": .string, "creditCardType": .string,
    "creditCardNumber": .concealedString,
  ]

  /// The types of custom fields by the letters for fields of web forms.
  static let formTypes: [Text: FieldType] = ["P": .concealedString, "E": .email, "C": .boolean]
}
