internal import CXFCrypto
internal import CredentialExchangeFormat

/// What items of each kind hold in Proton Pass.
enum ProtonItem {
  private static let details: Text = "Personal details"
  private static let contact: Text = "Contact"
  private static let work: Text = "Work"
  private static let addressGroup: Text = "Address"

  private static let members: [Text: MemberRoles] = [
    "login": [
      "itemUsername": .username, "username": .username, "itemEmail": .loginEmail, "password": .password,
      "urls": .url, "totpUri": .totp,
    ],
    "creditCard": [
      "cardholderName": .member("credit-card.fullName"), "number": .member("credit-card.number"),
      "verificationNumber": .member("credit-card.verificationNumber"),
      "expirationDate": .member("credit-card.expiryDate"), "pin": .member("credit-card.pin"),
    ],
    "identity": [
      "firstName": .member("person-name.given"), "middleName": .member("person-name.given2"),
      "lastName": .member("person-name.surname"), "fullName": .field("Full name", group: details),
      "email": .custom(.email, label: "Email", group: contact), "phoneNumber": .member("address.tel"),
      "birthdate": .field("Date of birth", group: details), "gender": .field("Gender", group: details),
      "organization": .field("Organization", group: addressGroup),
      "streetAddress": .member("address.streetAddress"), "zipOrPostalCode": .member("address.postalCode"),
      "city": .member("address.city"), "stateOrProvince": .member("address.territory"),
      "countryOrRegion": .member("address.country"), "floor": .field("Floor", group: addressGroup),
      "county": .field("County", group: addressGroup),
      "socialSecurityNumber": .member("identity-document.identificationNumber"),
      "passportNumber": .member("passport.passportNumber"),
      "licenseNumber": .member("drivers-license.licenseNumber"), "website": .field("Website", group: contact),
      "xHandle": .field("X", group: contact), "secondPhoneNumber": .field("Second phone", group: contact),
      "linkedin": .field("LinkedIn", group: contact), "reddit": .field("Reddit", group: contact),
      "facebook": .field("Facebook", group: contact), "yahoo": .field("Yahoo", group: contact),
      "instagram": .field("Instagram", group: contact), "company": .field("Company", group: work),
      "jobTitle": .field("Job title", group: work),
      "personalWebsite": .field("Personal website", group: work),
      "workPhoneNumber": .field("Work phone", group: work),
      "workEmail": .custom(.email, label: "Work email", group: work),
    ],
    "sshKey": [
      "privateKey": .sshKey,
      "publicKey": .custom(.string, label: BitwardenSSHKey.publicLabel, group: BitwardenGroup.sshKey),
    ],
    "wifi": ["ssid": .member("wifi.ssid"), "password": .member("wifi.passphrase")],
  ]

  /// Lists of further fields, and the heading of each.
  private static let lists: KeyValuePairs<Text, Text> = [
    "extraPersonalDetails": details, "extraAddressDetails": addressGroup, "extraContactDetails": contact,
    "extraWorkDetails": work,
  ]

  /// The kinds of security of a wireless network, by number.
  private static let securities: [Text: Text] = [
    "1": "wpa-personal", "2": "wpa2-personal", "3": "wpa3-personal", "4": "wep",
  ]

  /// Takes what only items of a kind have.
  static func read(_ content: SourceView, _ type: Text, _ builder: inout RowBuilder) {
    if let roles = members[type] { builder.apply(roles, of: content) }
    if let kind = content["cardType"] {
      // A number says nothing that the number of the card does not say.
      if kind.kind == .number {
        kind.isStructural = true
      } else {
        builder.apply(.member("credit-card.cardType"), kind)
      }
    }
    if let security = content["security"], let text = security.peek {
      if text == "0" {
        security.noteAbsent(.defaultValue, "the security of the network is not known")
      } else if let name = securities[text],
        let placed = builder.put(name, at: "wifi.networkSecurityType", label: "Security")
      {
        security.convert(toAll: [placed], .securityRespelled, "the security of the network in CXF's words")
      } else {
        builder.apply(.member("wifi.networkSecurityType"), security)
      }
    }
    for passkey in content.elements("passkeys") { ProtonPasskey.read(passkey, &builder) }
    for (list, heading) in lists {
      for field in content.elements(list) { readField(field, heading, &builder) }
    }
    for section in content.elements("sections") + content.elements("extraSections") {
      let heading = builder.takeHeading(section["sectionName"])
      for field in section.elements("sectionFields") { readField(field, heading, &builder) }
    }
  }

  /// Takes one of the user's own fields.
  static func readField(_ field: SourceView, _ group: Text?, _ builder: inout RowBuilder) {
    let data = field["data"]
    let name = field["fieldName"]
    if let code = data?["totpUri"], code.peek != nil {
      builder.apply(.totp, code, labelled: name, usual: ["totp", "2fa", "one-time code"])
      return
    }
    guard let value = data?["content"] ?? data?["timestamp"] ?? data?["value"] else {
      builder.takeField(nil, .string, label: name, group: group)
      return
    }
    builder.takeField(
      value, field.peek("type") == "hidden" ? .concealedString : .string, label: name, group: group)
  }
}
