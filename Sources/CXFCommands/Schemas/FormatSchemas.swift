internal import CXFFormats
internal import CredentialExchangeFormat

/// What is printed about formats.
enum FormatSchemas {
  static let formats = SchemaDocument(
    "formats", title: "Formats", description: "What 'cxf formats --json' prints.",
    .document([
      .required(
        "formats",
        .array(
          of: .object([
            .required("id", .code), .required("name", .text), .required("reads", .boolean),
            .required("writes", .boolean),
            .required("export", JSONSchema.text.described("How a user exports it.")),
            .required(
              "holds",
              JSONSchema.object(
                Capabilities.Content.allCases.map {
                  .required($0.rawValue, .one(of: Capabilities.Support.allCases.map(\.rawValue)))
                }
              ).described("What the format has a place for.")),
          ])))
    ]))

  static let identify = SchemaDocument(
    "identify", title: "Formats of files", description: "What 'cxf identify --json' prints.",
    .document([
      .required(
        "inputs",
        .array(
          of: .object([
            .required("file", .text),
            .required("format", JSONSchema.code.orNull.described("The format; null where it is not known.")),
            .required("name", .textOrNull),
            .required("reason", .textOrNull),
            .required(
              "close",
              JSONSchema.array(of: .object([.required("format", .code), .required("reason", .text)]))
                .described("Other formats that the file resembles.")),
          ])))
    ]))
}
