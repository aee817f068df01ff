internal import CredentialExchangeFormat

/// What is printed about vaults as files.
enum VaultSchemas {
  private static let slot = JSONSchema.object([
    .required(
      "id", JSONSchema.hexadecimal(count: 16).orNull.described("The name; null in what 'create' prints.")),
    .required("kind", .open(["passphrase", "recipient", "key-file"])),
    .required("recipient", JSONSchema.text(pattern: "^age1").orNull.described("A public key of age.")),
    .required(
      "argon2id",
      JSONSchema.object([
        .required("memoryKiB", .count), .required("passes", .count), .required("lanes", .count),
      ]).orNull.described("How a passphrase becomes a key.")),
  ])

  static let slots = SchemaDocument(
    "vault-slots", title: "Slots of a vault",
    description: "What 'cxf vault create', 'slots', 'passphrase' and 'rotate' print with --json.",
    .document([
      .required("vault", .text),
      .required("slots", .array(of: .reference(to: "Slot"))),
      .optional(
        "dropped", JSONSchema.array(of: .reference(to: "Slot")).described("The slots that 'rotate' dropped.")),
    ]),
    definitions: [("Slot", slot.described("What opens a vault."))])

  static let check = SchemaDocument(
    "vault-check", title: "State of a vault", description: "What 'cxf vault check --json' prints.",
    .document([
      .required("vault", .text),
      .required("result", .one(of: ["ok", "damaged"])),
      .required("counts", .counts("items", "collections", "accounts", "imports", "attachments")),
      .required("problemCount", .count),
      .required("problems", JSONSchema.array(of: .text).described("The first of them, in words.")),
    ]))

  static let compact = SchemaDocument(
    "vault-compact", title: "A vault that was made small",
    description: "What 'cxf vault compact --json' prints.",
    .document([.required("vault", .text)]))
}
