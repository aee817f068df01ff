internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// What is printed about imports, and plans of them.
enum ImportSchemas {
  private static let id = JSONSchema.hexadecimal(count: ImportID.byteCount)
  private static let items = JSONSchema.counts(
    "in", "created", "merged", "identical", "skipped", "failed", "conflicts"
  )
  .described("in = created + merged + identical + skipped + failed; conflicts are counted beside that sum.")

  /// The members of an action; those that a plan may lack are not required of it.
  private static func action(inPlan: Bool) -> JSONSchema {
    func member(_ name: String, _ schema: JSONSchema) -> JSONSchema.Property {
      inPlan ? .optional(name, schema) : .required(name, schema)
    }
    return .object([
      .required("index", JSONSchema.count.described("The place of the item in the source, from 0.")),
      .required("action", .one(of: PlannedAction.Kind.allCases.map(\.rawValue))),
      member("grade", .one(of: MatchGrade.allCases.map(\.rawValue))),
      member("item", JSONSchema.text.described("Title of the item.")),
      member("username", .textOrNull),
      .optional("id", .base64URL),
      member(
        "into", JSONSchema.base64URL.orNull.described("Id of the item of the vault that it is merged into.")),
      .optional(
        "intoIndex", JSONSchema.count.described("In the stead of 'into': an earlier item of the source.")),
      member("intoItem", .textOrNull),
      member("laterExport", .boolean),
      member("policy", policy),
      member("conflict", .boolean),
      member("reason", .text),
      member("finding", JSONSchema.code.orNull),
      member(
        "changes",
        .array(
          of: .object([
            .required("field", .text),
            .required("change", .one(of: MergeChange.Kind.allCases.map(\.rawValue))),
          ]))),
    ])
  }

  private static let policy = JSONSchema.one(of: ConflictPolicy.allCases.map(\.rawValue))

  static let `import` = SchemaDocument(
    "import", title: "Report of an import",
    description: "What 'cxf import', 'cxf apply' and 'cxf dedupe' print with --json.",
    .document([
      .required("import", id.orNull.described("The id; null where nothing was changed.")),
      .required("items", items),
      .required("values", .values),
      .required("actions", .array(of: action(inPlan: false))),
      .required("findings", .findings),
    ]), definitions: CommonSchemas.definitions)

  static let plan = SchemaDocument(
    "plan", title: "Plan of an import",
    description:
      "What 'cxf import --plan-out' writes and 'cxf apply' follows. It holds no secret. Whoever edits it may change 'action', 'into', 'intoIndex' and 'policy' of an action, or take an action out.",
    .document([
      .required(
        "source",
        .object([
          .required("path", .text), .required("sha256", .hexadecimal(count: 32)), .required("format", .code),
        ])),
      .required(
        "vault", .object([.required("id", .base64URL), .required("generation", .count)])),
      .required("publicSuffixList", JSONSchema.text.described("Version of the list of public suffixes.")),
      .required("policy", policy),
      .required("actions", .array(of: action(inPlan: true))),
    ]))

  private static let kind = JSONSchema.one(
    of: [ImportEntry.Action.import, .dedupe].map(\.rawValue))

  static let history = SchemaDocument(
    "history", title: "Imports of a vault", description: "What 'cxf history --json' prints, oldest first.",
    .document([
      .required(
        "imports",
        .array(
          of: .object([
            .required("id", id), .required("action", kind), .required("at", JSONSchema.timestamp),
            .required("source", .text), .required("format", .text), .required("items", items),
            .required("undone", .boolean), .required("undoneAt", JSONSchema.timestamp.orNull),
            .required(
              "forgotten", JSONSchema.boolean.described("Whether what undoing needs was dropped.")),
          ])))
    ]))

  static let undo = SchemaDocument(
    "undo", title: "An import that was taken back", description: "What 'cxf undo --json' prints.",
    .document([
      .required("undone", id), .required("action", kind), .required("source", .text),
      .required("items", items),
      .required(
        "records",
        .array(
          of: .object([
            .required("change", .one(of: UndoneRecords.Change.allCases.map(\.rawValue))),
            .required("id", .base64URL), .required("item", .text),
          ]))),
      .required("collections", .counts("removed", "restored")),
      .required("accounts", .counts("removed", "restored")),
    ]))
}
