/// What CXF prescribes beyond the member tables, as far as a schema can say it.
extension CXFSchema {
  /// Rules for single members, by type and name.
  static let memberRules: [String: JSONSchema] = [
    // A document of another major version is described by another schema.
    "Version.major": .constant(1),
    // SHA-256.
    "File.integrityHash": .base64URL(count: 32),
  ]

  /// The field types of places where the specification leaves a choice, by type and name.
  static let alternativeFieldTypes: [String: [FieldType]] = [
    "WiFi.networkSecurityType": [.wifiNetworkSecurityType, .string]
  ]

  /// The grammar of values by field type. Numbers and addresses of mail are left to readers, as the text leaves them.
  static let grammars: [(value: String, schema: JSONSchema)] = [
    (FieldType.boolean, "^(?:true|false)$"),
    (.date, "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"),
    (.yearMonth, "^[0-9]{4}-(?:0[1-9]|1[0-2])$"),
    (.countryCode, "^[A-Z]{2}$"),
    (.subdivisionCode, "^[A-Z]{2}-[A-Z0-9]{1,3}$"),
  ].map { type, pattern in
    (type.name, JSONSchema.any.having([.optional("value", JSONSchema([("pattern", .text(pattern))]))]))
  }
}
