internal import CXFFormats
internal import CredentialExchangeFormat

/// What is printed of items and collections: CXF with null in the place of secrets, unless they are revealed.
enum ContentSchemas {
  /// Where the members of a type stand in an item.
  private static let places: [String: String] = [
    "Item": "", "CredentialScope": "scope.", "AndroidApp": "scope.androidApps.",
    "APIKey": "api-key.", "BasicAuth": "basic-auth.", "CustomFields": "custom-fields.", "File": "file.",
    "Passkey": "passkey.", "SSHKey": "ssh-key.", "TOTP": "totp.",
  ]

  /// Members that tell things apart, in types that hold no secret.
  private static let structure: Set<String> = ["EditableField.fieldType", "AndroidAppCertificate.hashAlg"]

  private static let definitions = CXFSchema.definitions(
    .masked { type, member in
      if type == "Collection" { return MaskedCollection.shown.contains(Text(member)) }
      if structure.contains("\(type).\(member)") { return true }
      guard let place = places[type] else { return false }
      return MaskedItem.shown.contains(Place(place + member))
    })

  private static let item = JSONSchema.reference(to: "Item")

  static let contents = SchemaDocument(
    "contents", title: "Contents of a vault",
    description:
      "What 'cxf list' and 'cxf show' print with --json: items and collections of CXF 1.0. Secrets are null unless --reveal is given.",
    .document([
      .required("items", JSONSchema.array(of: item).described("Ordered by the bytes of their ids.")),
      .required("collections", .array(of: .reference(to: "Collection"))),
    ]), definitions: definitions)

  static let inspect = SchemaDocument(
    "inspect", title: "Contents of a file",
    description:
      "What 'cxf inspect --json' prints: counts, and items of CXF 1.0. Secrets are null unless --reveal is given.",
    .document([
      .required("file", .text), .required("format", .code),
      .required(
        "counts",
        .object([
          .required("accounts", .count), .required("items", .count), .required("collections", .count),
          .required("credentials", JSONSchema.dictionary(of: .count).described("By type.")),
        ])),
      .required("items", .array(of: item)),
    ]), definitions: definitions)
}
