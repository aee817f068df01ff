internal import CredentialExchangeFormat
internal import CredentialExchangeProtocol

/// The messages of a sealed transfer in the profile `cxf-cxp/1`.
enum ExchangeSchemas {
  private static let number = JSONSchema.integer(0...UInt64(UInt16.max))
  private static let deflate = "deflate"
  private static let profile = JSONSchema.constant("cxf-cxp/1")

  private static func parameters(_ key: JSONSchema.Property?) -> JSONSchema {
    .object(
      [
        .required("mode", .open(["base", "psk", "auth", "auth-psk"])),
        .required("kem", number), .required("kdf", number), .required("aead", number),
      ] + (key.map { [$0] } ?? []))
  }

  private static let key = JSONSchema.object([
    .required("kty", .open(["EC", "OKP"])), .optional("crv", .text), .optional("x", .base64URL),
    .optional("y", .base64URL),
  ]).lacking("d").described("A public key (RFC 7517, 7518 and 8037), never a private one.")

  private static let definitions: [SchemaDocument.Definition] = [
    (
      "Offer",
      parameters(.optional("key", .reference(to: "Key")))
        .described("Hybrid public key encryption (RFC 9180) by the numbers of the IANA registry.")
    ),
    (
      "Choice",
      parameters(.required("key", .reference(to: "Key")))
        .described("The offer that was taken, with the encapsulated key.")
    ),
    (
      "Parameters", parameters(nil).described("The offer that was taken.")
    ),
    ("Key", key),
  ]

  static let request = SchemaDocument(
    "cxp-request", title: "Request of an importer",
    description:
      "An Export Request of the Credential Exchange Protocol, working draft of 2024-10-03, section 3.2.",
    .object([
      .optional("version", number),
      .required(
        "hpke",
        JSONSchema.array(of: .reference(to: "Offer"), atLeast: 1).described("In the importer's order.")),
      .required("archive", .array(of: .open([deflate]), atLeast: 1)),
      .required("mode", .open(["direct", "indirect", "self"])),
      .required("importer", JSONSchema.text.described("Relying-party identifier, a domain.")),
      .optional(
        "credentialTypes",
        JSONSchema.array(of: .text).described("Absent means all; empty means accounts alone.")),
      .optional("knownExtensions", .array(of: .text)),
    ]), definitions: definitions)

  static let response = SchemaDocument(
    "cxp-response", title: "Response of an exporter",
    description:
      "An Export Response of the Credential Exchange Protocol in the profile cxf-cxp/1. A member that is not named here may be a known one that was damaged, so it is refused.",
    JSONSchema.object([
      .required("version", .constant(0)),
      .required("profile", profile),
      .required("hpke", .reference(to: "Choice")),
      .required("archive", .constant(deflate)),
      .required("exporter", JSONSchema.text.described("Relying-party identifier, a domain.")),
      .required("payload", JSONSchema.base64URL.described("A zip archive.")),
    ]).closed, definitions: definitions)

  static let index = SchemaDocument(
    "cxp-index", title: "Index of a response",
    description: "What is sealed in CXP-Export/index.jwe of a response in the profile cxf-cxp/1.",
    .object([
      .required("profile", profile),
      .required("version", .constant(0)),
      .required("hpke", .reference(to: "Parameters")),
      .required("archive", .constant(deflate)),
      .required("exporter", .text),
      .required("header", .reference(to: "Header")),
      .required("documents", .array(of: .reference(to: "Document"))),
    ]),
    definitions: definitions + [("Document", entry)] + CXFSchema.definitions(.withoutItems))

  private static let entry = JSONSchema.object([
    .required("path", .text(pattern: "^CXP-Export/documents/[A-Za-z0-9_-]+\\.jwe$")),
    .required("size", JSONSchema.count.described("Length of the sealed file in bytes.")),
    .required("sha256", JSONSchema.base64URL(count: 32).described("SHA-256 of the sealed file.")),
    .required("account", JSONSchema.count.described("The place of its account in the header, from 0.")),
    .optional(
      "items", JSONSchema.integer(atLeast: 1).described("How many items it holds, in a JSON array.")),
    .optional(
      "file",
      JSONSchema.object([.required("item", .text), .required("id", .text)])
        .described("The item and the file credential whose bytes it holds.")),
  ]).either("items", "file")

  static let keyFile = SchemaDocument(
    "cxp-key-file", title: "Key file of an importer",
    description: "The importer's private keys, sealed under a passphrase; or the note that they were used.",
    .any(of: [
      .object([
        .required("cxfkey", .constant(1)),
        .required(
          "kdf",
          JSONSchema.object([
            .required("salt", .base64URL(count: 16)),
            .required("m", JSONSchema.integer(atLeast: 8).described("Memory in KiB.")),
            .required("t", JSONSchema.integer(atLeast: 1).described("Passes.")),
            .required("p", JSONSchema.integer(atLeast: 1).described("Lanes.")),
          ]).described("Argon2id.")),
        .required("commitment", .base64URL(count: 32)),
        .required("nonce", .base64URL(count: 24)),
        .required("box", .base64URL),
      ]),
      .object([
        .required("cxfkey", .constant(1)),
        .required("used", JSONSchema.timestamp),
        .required("request", JSONSchema.base64URL(count: 32).described("SHA-256 of the request.")),
      ]),
    ]))
}
