/// The object types of CXF 1.0, written down once more for the tests: what is tested must not judge itself.
enum SpecTable {
  indirect enum Kind: Sendable {
    case text
    case bytes
    case id
    case number
    case moment
    case flag
    case choice
    case field(String)
    case object(String)
    case list(Kind)
    case credential
    case ext
  }

  enum Need: Sendable {
    case optional
    /// Required, and the reader goes on without it.
    case defaulted
    /// Required, and its object means nothing without it.
    case needed
  }

  struct Row: Sendable {
    let name: String
    let kind: Kind
    let need: Need
  }

  static func rows(_ type: String) -> [Row] { types[type] ?? [] }

  private static func row(_ name: String, _ kind: Kind, _ need: Need = .optional) -> Row {
    Row(name: name, kind: kind, need: need)
  }

  private static func fields(_ pairs: KeyValuePairs<String, String>) -> [Row] {
    pairs.map { row($0.key, .field($0.value)) }
  }

  private static let types: [String: [Row]] = [
    "header": [
      row("version", .object("version"), .defaulted), row("exporterRpId", .text, .defaulted),
      row("exporterDisplayName", .text, .defaulted), row("timestamp", .moment, .defaulted),
      row("accounts", .list(.object("account")), .defaulted),
    ],
    "version": [row("major", .number, .needed), row("minor", .number, .needed)],
    "account": [
      row("id", .id, .defaulted), row("username", .text, .defaulted), row("email", .text, .defaulted),
      row("fullName", .text), row("collections", .list(.object("collection")), .defaulted),
      row("items", .list(.object("item")), .defaulted), row("extensions", .list(.ext)),
    ],
    "collection": [
      row("id", .id, .defaulted), row("creationAt", .moment), row("modifiedAt", .moment),
      row("title", .text, .defaulted), row("subtitle", .text),
      row("items", .list(.object("link")), .defaulted),
      row("subCollections", .list(.object("collection"))), row("extensions", .list(.ext)),
    ],
    "link": [row("item", .id, .needed), row("account", .id)],
    "item": [
      row("id", .id, .defaulted), row("creationAt", .moment), row("modifiedAt", .moment),
      row("title", .text, .defaulted), row("subtitle", .text), row("favorite", .flag),
      row("scope", .object("scope")), row("credentials", .list(.credential), .defaulted),
      row("tags", .list(.text)), row("extensions", .list(.ext)),
    ],
    "scope": [
      row("urls", .list(.text), .defaulted), row("androidApps", .list(.object("app")), .defaulted),
    ],
    "app": [row("bundleId", .text, .needed), row("certificate", .object("certificate")), row("name", .text)],
    "certificate": [row("fingerprint", .bytes, .needed), row("hashAlg", .choice, .needed)],
    "field": [
      row("id", .id), row("fieldType", .choice, .defaulted), row("value", .text, .needed),
      row("label", .text),
      row("extensions", .list(.ext)),
    ],
    "shared": [row("accessors", .list(.object("accessor")), .needed)],
    "accessor": [
      row("type", .choice, .needed), row("accountId", .id, .needed), row("name", .text, .defaulted),
      row("permissions", .list(.choice), .defaulted),
    ],
    "address": fields([
      "streetAddress": "string", "postalCode": "string", "city": "string", "territory": "subdivision-code",
      "country": "country-code", "tel": "string",
    ]),
    "api-key": fields([
      "key": "concealed-string", "username": "string", "keyType": "string", "url": "string",
      "validFrom": "date",
      "expiryDate": "date",
    ]),
    "basic-auth": fields(["username": "string", "password": "concealed-string"]),
    "credit-card": fields([
      "number": "concealed-string", "fullName": "string", "cardType": "string",
      "verificationNumber": "concealed-string", "pin": "concealed-string", "expiryDate": "year-month",
      "validFrom": "year-month",
    ]),
    "custom-fields": [
      row("id", .id), row("label", .text), row("fields", .list(.field("any")), .defaulted),
      row("extensions", .list(.ext)),
    ],
    "drivers-license": fields([
      "fullName": "string", "birthDate": "date", "issueDate": "date", "expiryDate": "date",
      "issuingAuthority": "string", "territory": "subdivision-code", "country": "country-code",
      "licenseNumber": "string", "licenseClass": "string",
    ]),
    "file": [
      row("id", .id, .needed), row("name", .text, .defaulted), row("decryptedSize", .number, .needed),
      row("integrityHash", .bytes, .needed),
    ],
    "generated-password": [row("password", .text, .needed)],
    "identity-document": fields([
      "issuingCountry": "country-code", "documentNumber": "string", "identificationNumber": "string",
      "nationality": "string", "fullName": "string", "birthDate": "date", "birthPlace": "string",
      "sex": "string",
      "issueDate": "date", "expiryDate": "date", "issuingAuthority": "string",
    ]),
    "item-reference": [row("reference", .object("link"), .needed)],
    "note": [row("content", .field("string"), .needed)],
    "passkey": [
      row("credentialId", .bytes, .needed), row("rpId", .text, .needed), row("username", .text, .defaulted),
      row("userDisplayName", .text, .defaulted), row("userHandle", .bytes, .defaulted),
      row("key", .bytes, .needed), row("fido2Extensions", .object("fido2")),
    ],
    "fido2": [
      row("hmacCredentials", .object("hmac")), row("credBlob", .bytes), row("largeBlob", .object("blob")),
      row("payments", .flag),
    ],
    "hmac": [
      row("algorithm", .choice, .needed), row("credWithUV", .bytes, .needed),
      row("credWithoutUV", .bytes, .needed),
    ],
    "blob": [row("uncompressedSize", .number, .needed), row("data", .bytes, .needed)],
    "passport": fields([
      "issuingCountry": "country-code", "passportType": "string", "passportNumber": "string",
      "nationalIdentificationNumber": "string", "nationality": "string", "fullName": "string",
      "birthDate": "date", "birthPlace": "string", "sex": "string", "issueDate": "date", "expiryDate": "date",
      "issuingAuthority": "string",
    ]),
    "person-name": fields([
      "title": "string", "given": "string", "givenInformal": "string", "given2": "string",
      "surnamePrefix": "string", "surname": "string", "surname2": "string", "credentials": "string",
      "generation": "string",
    ]),
    "ssh-key": [
      row("keyType", .text, .defaulted), row("privateKey", .bytes, .needed), row("keyComment", .text),
      row("creationDate", .field("date")), row("expiryDate", .field("date")),
      row("keyGenerationSource", .field("string")),
    ],
    "totp": [
      row("secret", .text, .needed), row("period", .number, .defaulted), row("digits", .number, .defaulted),
      row("username", .text), row("algorithm", .choice, .defaulted), row("issuer", .text),
    ],
    "wifi": fields([
      "ssid": "string", "networkSecurityType": "wifi-network-security-type", "passphrase": "concealed-string",
      "hidden": "boolean",
    ]),
  ]
}
