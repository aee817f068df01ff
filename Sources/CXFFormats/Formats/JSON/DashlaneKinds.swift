internal import CredentialExchangeFormat

/// The kinds of entries in Dashlane's own documents, JSON and `.dash`, and what their members hold, by names in lower case.
enum DashlaneKinds {
  private static let bank: Text = "Bank account"

  /// Members that only serve the program: identifiers, synchronisation, statistics.
  static let bookkeeping: Set<Text> = [
    "anonid", "lastbackuptime", "localeformat", "spaceid", "lastuse", "numberuse", "strength", "status",
    "checked", "autologin", "autoprotected", "subdomainonly", "trustedurlgroup", "color", "linkedidentity",
    "linkedphone", "billingaddress", "usefixedurl", "cardnumberlastdigits", "domainicon", "onlysubdomain",
    "lastusedate", "limitedpermissions", "forcecategorization",
  ]

  private static let common: [Text: CellRole] = [
    "id": .identifier, "title": .title, "note": .note, "creationdatetime": .created, "creationdate": .created,
    "usermodificationdatetime": .modified, "modificationdatetime": .field("Password changed"),
    "category": .folder(.slash),
  ]

  private static func document(_ type: String, _ number: [Text: CellRole]) -> [Text: CellRole] {
    common.merging(
      [
        "fullname": .member(Place("\(type).fullName")), "deliverydate": .member(Place("\(type).issueDate")),
        "expiredate": .member(Place("\(type).expiryDate")),
        "dateofbirth": .member(Place("\(type).birthDate")),
        "deliveryplace": .member(Place("\(type).issuingAuthority")), "sex": .member(Place("\(type).sex")),
        "name": .title,
      ]
    ) { $1 }.merging(number) { $1 }
  }

  /// The members of each kind.
  static let members: [String: [Text: CellRole]] = [
    "authentifiant": common.merging([
      "domain": .url, "url": .url, "userselectedurl": .url, "login": .username, "email": .loginEmail,
      "secondarylogin": .field("Secondary login"), "password": .password, "otpsecret": .totp, "otpurl": .totp,
      "name": .title,
    ]) { $1 },
    "securenote": common.merging(["content": .note, "type": .structure, "secured": .structure]) { $1 },
    "secret": common.merging(["content": .secret("Secret")]) { $1 },
    "paymentmeancreditcard": common.merging([
      "name": .title, "cardnumber": .member("credit-card.number"),
      "ownername": .member("credit-card.fullName"),
      "owner": .member("credit-card.fullName"),
      "securitycode": .member("credit-card.verificationNumber"), "expiremonth": .cardMonth,
      "expireyear": .cardYear, "ccnote": .note, "bank": .field("Bank"),
      "type": .member("credit-card.cardType"),
      "issuenumber": .field("Issue number"), "startmonth": .field("Start month"),
      "startyear": .field("Start year"),
    ]) { $1 },
    "paymentmeanpaypal": common.merging(["name": .title, "login": .username, "password": .password]) { $1 },
    "bankstatement": common.merging([
      "bankaccountname": .title, "name": .title, "bankaccountowner": .field("Account holder", group: bank),
      "bankaccountiban": .secret("IBAN", group: bank), "bankaccountbic": .field("BIC", group: bank),
      "bankaccountbank": .field("Bank", group: bank),
    ]) { $1 },
    "identity": common.merging([
      "title": .member("person-name.title"), "firstname": .member("person-name.given"),
      "middlename": .member("person-name.given2"), "lastname": .member("person-name.surname"),
      "lastname2": .field("Second surname"), "pseudo": .field("Pseudonym"),
      "birthdate": .field("Date of birth"),
      "birthplace": .field("Place of birth"),
    ]) { $1 },
    "address": common.merging([
      "addressname": .title, "name": .title, "addressfull": .member("address.streetAddress"),
      "address": .member("address.streetAddress"), "city": .member("address.city"),
      "zipcode": .member("address.postalCode"), "state": .member("address.territory"),
      "country": .member("address.country"), "receiver": .field("Recipient"), "building": .field("Building"),
      "floor": .field("Floor"), "door": .field("Door"), "stairs": .field("Stairs"),
      "digitcode": .secret("Door code"), "streetnumber": .field("Street number"),
      "streettitle": .field("Street title"), "streetname": .field("Street name"),
    ]) { $1 },
    "email": common.merging([
      "emailname": .title, "name": .title, "email": .custom(.email, label: "Email", group: nil),
      "type": .field("Email type"),
    ]) { $1 },
    "phone": common.merging([
      "phonename": .title, "name": .title, "number": .member("address.tel"), "type": .field("Phone type"),
    ]) { $1 },
    "idcard": document("identity-document", ["number": .member("identity-document.documentNumber")]),
    "passport": document("passport", ["number": .member("passport.passportNumber")]),
    "driverlicence": document(
      "drivers-license",
      [
        "number": .member("drivers-license.licenseNumber"), "state": .member("drivers-license.territory"),
        "sex": .field("Sex"),
      ]),
    "socialsecuritystatement": document(
      "identity-document",
      [
        "socialsecurityfullname": .member("identity-document.fullName"),
        "socialsecuritynumber": .member("identity-document.identificationNumber"),
      ]),
    "fiscalstatement": document(
      "identity-document",
      [
        "fiscalnumber": .member("identity-document.identificationNumber"),
        "teledeclarantnumber": .secret("Online number"),
      ]),
    "company": common.merging([
      "name": .title, "jobtitle": .field("Job title"), "siretnumber": .field("SIRET number"),
      "sirennumber": .field("SIREN number"), "tvanumber": .field("VAT number"), "nafcode": .field("NAF code"),
    ]) { $1 },
    "personalwebsite": common.merging(["name": .title, "website": .url]) { $1 },
  ]

  /// What stands in for a title of entries that have none.
  static let titles: [String: Text] = [
    "paymentmeancreditcard": "Card", "paymentmeanpaypal": "PayPal", "bankstatement": "Bank account",
    "address": "Address", "phone": "Phone", "idcard": "Identity card", "passport": "Passport",
    "driverlicence": "Driving licence", "socialsecuritystatement": "Social security number",
    "fiscalstatement": "Tax number", "company": "Company", "securenote": "Note",
  ]

  /// The kind that a name means: `PAYMENTMEANS_CREDITCARD`, `KWPaymentMean_creditCard`.
  static func kind(_ name: Text) -> String {
    var bytes = Array(ASCIIBytes.lower(name.string).utf8).filter { $0 != UInt8(ascii: "_") }
    if bytes.starts(with: "kw".utf8) { bytes.removeFirst(2) }
    let text = ASCIIBytes.text(bytes)
    return text.hasPrefix("paymentmeans") ? "paymentmean" + text.dropFirst("paymentmeans".count) : text
  }

  /// Takes an entry whose values are given with their names.
  static func take(_ values: [(name: Text, view: SourceView)], kind: String, _ builder: inout RowBuilder) {
    let roles = members[kind] ?? common
    for (name, view) in values where !view.isTaken {
      let folded = Text(ASCIIBytes.lower(name.string))
      if bookkeeping.contains(folded) || folded == "id" {
        view.markStructure()
      } else if let role = roles[folded] {
        if role == .structure {
          view.markStructure()
        } else if builder.isFree(role) {
          builder.apply(role, view)
        } else {
          builder.keep(view, RowBuilder.type(ofColumn: name), name, nil)
        }
      } else {
        builder.keep(view, RowBuilder.type(ofColumn: name), name, nil)
      }
    }
    let person = ["firstname", "middlename", "lastname"].compactMap { wanted in
      values.first { ASCIIBytes.lower($0.name.string) == wanted }?.view.peek?.string
    }
    builder.fallbackTitle = titles[kind] ?? (person.isEmpty ? nil : Text(person.joined(separator: " ")))
    if kind == "email" { builder.fallbackTitle = values.first { $0.name == "email" }?.view.peek ?? "Email" }
  }
}
