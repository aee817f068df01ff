internal import CredentialExchangeFormat

/// What fields of an entry are called that KeePass has no name for.
enum KeePassNames {
  /// The values of a type of credential.
  struct Kind {
    /// What the names of its fields begin with.
    var name: String
    /// Members that are editable fields.
    var fields: [Text] = []
    /// Members that are texts, and those of them that are secret or bytes.
    var texts: [Text] = []
    var secrets: Set<Text> = []
    var bytes: Set<Text> = []
  }

  /// The registered types whose values may become fields.
  static let kinds: [Text: Kind] = [
    "address": Kind(
      name: "Address", fields: ["streetAddress", "postalCode", "city", "territory", "country", "tel"]),
    "api-key": Kind(
      name: "API key", fields: ["key", "username", "keyType", "url", "validFrom", "expiryDate"]),
    "basic-auth": Kind(name: "", fields: ["username", "password"]),
    "credit-card": Kind(
      name: "Card",
      fields: [
        "number", "fullName", "cardType", "verificationNumber", "pin", "expiryDate", "validFrom",
      ]),
    "drivers-license": Kind(
      name: "Driver's license",
      fields: [
        "fullName", "birthDate", "issueDate", "expiryDate", "issuingAuthority", "territory", "country",
        "licenseNumber", "licenseClass",
      ]),
    "generated-password": Kind(name: "Generated", texts: ["password"], secrets: ["password"]),
    "identity-document": Kind(
      name: "Identity document",
      fields: [
        "issuingCountry", "documentNumber", "identificationNumber", "nationality", "fullName", "birthDate",
        "birthPlace", "sex", "issueDate", "expiryDate", "issuingAuthority",
      ]),
    "note": Kind(name: "Note", fields: ["content"]),
    "passkey": Kind(
      name: "Passkey",
      texts: ["credentialId", "rpId", "username", "userDisplayName", "userHandle", "key"],
      secrets: ["credentialId", "userHandle", "key"], bytes: ["credentialId", "userHandle", "key"]),
    "passport": Kind(
      name: "Passport",
      fields: [
        "issuingCountry", "passportType", "passportNumber", "nationalIdentificationNumber", "nationality",
        "fullName", "birthDate", "birthPlace", "sex", "issueDate", "expiryDate", "issuingAuthority",
      ]),
    "person-name": Kind(
      name: "Name",
      fields: [
        "title", "given", "givenInformal", "given2", "surnamePrefix", "surname", "surname2", "credentials",
        "generation",
      ]),
    "ssh-key": Kind(
      name: "SSH key", fields: ["creationDate", "expiryDate", "keyGenerationSource"],
      texts: ["keyType", "privateKey", "keyComment"], secrets: ["privateKey"], bytes: ["privateKey"]),
    "totp": Kind(name: "One-time code", texts: ["secret", "username", "issuer"], secrets: ["secret"]),
    "wifi": Kind(name: "Wi-Fi", fields: ["ssid", "networkSecurityType", "passphrase", "hidden"]),
  ]

  /// The members without which a credential means nothing.
  static let required: [Text: Set<Text>] = [
    "generated-password": ["password"], "note": ["content"], "passkey": ["credentialId", "key"],
    "ssh-key": ["privateKey"], "totp": ["secret"],
  ]

  /// Further names for members whose own are no words.
  private static let words: [Text: String] = [
    "tel": "telephone", "ssid": "SSID", "pin": "PIN", "url": "URL", "rpId": "relying party",
    "credentialId": "credential ID", "given2": "second given name", "surname2": "second surname",
    "given": "given name", "givenInformal": "informal given name", "surnamePrefix": "prefix of the surname",
    "hidden": "is hidden", "networkSecurityType": "security",
  ]

  /// The name of a member's field.
  ///
  /// - Parameter number: which credential of its type it is, from 1.
  static func field(_ kind: Kind, _ member: Text, number: Int) -> Text {
    let numbered = number > 1 ? " \(number)" : ""
    if kind.name.isEmpty { return Text((member == "username" ? "UserName" : "Password") + numbered) }
    if member == "content" { return Text(kind.name + numbered) }
    return Text("\(kind.name)\(numbered) \(words[member] ?? phrase(member))")
  }

  /// A name of CXF as words: `issuingCountry` becomes `issuing country`.
  private static func phrase(_ name: Text) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      let lower = ASCIIBytes.lower(byte)
      if lower != byte { bytes.append(UInt8(ascii: " ")) }
      bytes.append(lower)
    }
    return ASCIIBytes.text(bytes)
  }

  static let standard: [Text] = ["Title", "UserName", "Password", "URL", "Notes"]

  /// Whether programs read something of their own under that name.
  static func isReserved(_ key: Text) -> Bool {
    standard.contains(key) || KeePassCodes.isMember(key) || KeePassPasskey.isMember(key)
      || ["KP2A_URL", "AndroidApp", "TimeOtp-", "HmacOtp-", "_etm_", "_EXEC_CMD"].contains {
        key.utf8.starts(with: $0.utf8)
      }
  }
}
