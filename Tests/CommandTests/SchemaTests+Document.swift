/// A JSON value, for documents that are taken apart and put together again.
indirect enum SchemaNode: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  /// A number as it is spelled.
  case number(String)
  case flag(Bool)
  case null
  case array([SchemaNode])
  case object([(name: String, value: SchemaNode)])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: SchemaNode...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }

  /// The JSON text; strings here need no escapes.
  var json: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .number(let number): number
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    case .array(let elements): "[\(elements.map(\.json).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\"\($0.name)\":\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  /// The text of a member that is a string.
  func text(_ name: String) -> String? {
    guard case .object(let members) = self,
      case .text(let text)? = members.first(where: { $0.name == name })?.value
    else { return nil }
    return text
  }
}

extension SchemaMutation {
  private static func field(_ type: String, _ value: String) -> SchemaNode {
    [
      "id": "ZmllbGQ", "fieldType": .text(type), "value": .text(value), "label": "Label",
      "extensions": extensions,
    ]
  }

  private static let extensions: SchemaNode = [["name": "vendor.example/thing", "more": [1, 2]]]
  private static let shared: SchemaNode = [
    [
      "name": "shared",
      "accessors": [
        ["type": "user", "accountId": "dXNlcg", "name": "bob", "permissions": ["read", "readSecret"]]
      ],
    ]
  ]

  private static let string = field("string", "text")
  private static let date = field("date", "2024-02-29")
  private static let month = field("year-month", "2031-12")
  private static let hidden = field("concealed-string", "secret")
  private static let country = field("country-code", "US")
  private static let territory = field("subdivision-code", "US-CA")
  /// 32 bytes.
  private static let hash: SchemaNode = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
  private static let link: SchemaNode = ["item": "aXRlbQ", "account": "YWNjb3VudA"]

  /// A document in which every object has every member (CXF 1.0 sections 3.1 to 3.5), with one credential.
  static func document(with credential: SchemaNode) -> SchemaNode {
    [
      "version": ["major": 1, "minor": 0], "exporterRpId": "exporter.example",
      "exporterDisplayName": "Exporter",
      "timestamp": 1_700_000_000,
      "accounts": [
        [
          "id": "YWNjb3VudA", "username": "owner", "email": "owner@mail.example", "fullName": "The Owner",
          "collections": [
            [
              "id": "Y29sbA", "creationAt": 1, "modifiedAt": 2, "title": "Work", "subtitle": "At work",
              "items": [link],
              "subCollections": [["id": "aW5uZXI", "title": "Inner", "items": []]], "extensions": shared,
            ]
          ],
          "items": [
            [
              "id": "aXRlbQ", "creationAt": 1, "modifiedAt": 2, "title": "Everything",
              "subtitle": "All types",
              "favorite": true,
              "scope": [
                "urls": ["https://site.example/"],
                "androidApps": [
                  [
                    "bundleId": "example.app", "certificate": ["fingerprint": hash, "hashAlg": "sha256"],
                    "name": "App",
                  ]
                ],
              ],
              "credentials": [credential], "tags": ["one"], "extensions": shared,
            ]
          ],
          "extensions": extensions,
        ]
      ],
    ]
  }

  /// A credential of each type, with all members.
  static let credentials: [SchemaNode] = [
    [
      "type": "address", "streetAddress": string, "postalCode": string, "city": string,
      "territory": territory,
      "country": country, "tel": string,
    ],
    [
      "type": "api-key", "key": hidden, "username": string, "keyType": string, "url": string,
      "validFrom": date,
      "expiryDate": date,
    ],
    ["type": "basic-auth", "username": string, "password": hidden],
    [
      "type": "credit-card", "number": hidden, "fullName": string, "cardType": string,
      "verificationNumber": hidden, "pin": hidden, "expiryDate": month, "validFrom": month,
    ],
    [
      "type": "custom-fields", "id": "Z3JvdXA", "label": "More",
      "fields": [
        string, field("email", "a@b.example"), field("number", "1"), field("boolean", "true"), date,
      ],
      "extensions": extensions,
    ],
    [
      "type": "drivers-license", "fullName": string, "birthDate": date, "issueDate": date, "expiryDate": date,
      "issuingAuthority": string, "territory": territory, "country": country, "licenseNumber": string,
      "licenseClass": string,
    ],
    ["type": "file", "id": "ZmlsZQ", "name": "a.txt", "decryptedSize": 3, "integrityHash": hash],
    ["type": "generated-password", "password": "secret"],
    [
      "type": "identity-document", "issuingCountry": country, "documentNumber": string,
      "identificationNumber": string, "nationality": string, "fullName": string, "birthDate": date,
      "birthPlace": string, "sex": string, "issueDate": date, "expiryDate": date, "issuingAuthority": string,
    ],
    ["type": "item-reference", "reference": link],
    ["type": "note", "content": string],
    [
      "type": "passkey", "credentialId": "AQI", "rpId": "site.example", "username": "bob",
      "userDisplayName": "Bob", "userHandle": "AQ", "key": "AQID",
      "fido2Extensions": [
        "hmacCredentials": ["algorithm": "hmac-sha256", "credWithUV": hash, "credWithoutUV": hash],
        "credBlob": "AQ", "largeBlob": ["uncompressedSize": 9, "data": "AQI"], "payments": true,
      ],
    ],
    [
      "type": "passport", "issuingCountry": country, "passportType": string, "passportNumber": string,
      "nationalIdentificationNumber": string, "nationality": string, "fullName": string, "birthDate": date,
      "birthPlace": string, "sex": string, "issueDate": date, "expiryDate": date, "issuingAuthority": string,
    ],
    [
      "type": "person-name", "title": string, "given": string, "givenInformal": string, "given2": string,
      "surnamePrefix": string, "surname": string, "surname2": string, "credentials": string,
      "generation": string,
    ],
    [
      "type": "ssh-key", "keyType": "ssh-ed25519", "privateKey": "AQID", "keyComment": "mine",
      "creationDate": date, "expiryDate": date, "keyGenerationSource": string,
    ],
    [
      "type": "totp", "secret": "GEZDGNBVGY3TQOJQ", "period": 30, "digits": 6, "username": "bob",
      "algorithm": "sha1", "issuer": "Site",
    ],
    [
      "type": "wifi", "ssid": string,
      "networkSecurityType": field("wifi-network-security-type", "wpa2-personal"), "passphrase": hidden,
      "hidden": field("boolean", "false"),
    ],
    ["type": "vendor-thing", "anything": [1, "two"]],
  ]
}
