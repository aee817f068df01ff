internal import CredentialExchangeFormat

/// What several documents hold, and what judging prints.
enum CommonSchemas {
  static let error = SchemaDocument(
    "error", title: "Failure",
    description: "What 'cxf' prints with --json when it fails, in the place of its document.",
    .document([
      .required(
        "error",
        .object([
          .required("code", .code), .required("message", .text), .required("hint", .textOrNull),
        ]))
    ]))

  static let findingName = "Finding"

  /// Findings never hold a secret.
  static let definitions: [SchemaDocument.Definition] = [
    (
      findingName,
      JSONSchema.object([
        .required("code", .code),
        .required("severity", .one(of: Severity.allCases.map(\.rawValue))),
        .required("file", JSONSchema.textOrNull.described("The file as the user named it.")),
        .required("position", .reference(to: "Position")),
        .required("item", JSONSchema.textOrNull.described("Title, id or number of the item it is about.")),
        .required("field", JSONSchema.textOrNull.described("Name of the field it is about.")),
        .required("message", .text),
        .required("action", .one(of: FindingAction.allCases.map(\.rawValue))),
        .required("spec", JSONSchema.textOrNull.described("Section of the standard that is the reason.")),
      ]).described("Something that was noticed. It never holds a secret.")
    ),
    (
      "Position",
      JSONSchema.object([
        .optional(
          "pointer",
          JSONSchema.text(pattern: "^(?:/(?:[^~/]|~[01])*)*$").described("JSON Pointer (RFC 6901).")),
        .optional("row", JSONSchema.integer(atLeast: 1).described("Data record of a table, from 1.")),
        .optional("columnName", JSONSchema.text.described("Name of the column, or its number.")),
        .optional("member", JSONSchema.text.described("Name of the archive member.")),
        .optional("line", JSONSchema.integer(atLeast: 1).described("Physical line, from 1.")),
        .optional("column", JSONSchema.integer(atLeast: 1).described("UTF-8 byte within the line, from 1.")),
        .optional("byte", JSONSchema.count.described("Byte from the start of the file, from 0.")),
      ]).described("Where in a file; what is not known is left out.")
    ),
  ]

  static let finding = SchemaDocument(
    "finding", title: "Finding", description: "The one shape of findings in all documents that 'cxf' prints.",
    .reference(to: findingName), definitions: definitions)

  static let validate = SchemaDocument(
    "validate", title: "Judgement", description: "What 'cxf validate --json' prints.",
    .document([
      .required("findings", .findings),
      .required("summary", .counts("errors", "warnings", "notes", "items", "credentials")),
    ]), definitions: definitions)
}
