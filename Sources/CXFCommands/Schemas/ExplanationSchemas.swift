internal import CredentialExchangeFormat

/// What is printed about the codes of findings.
enum ExplanationSchemas {
  static let explain = SchemaDocument(
    "explain", title: "Codes of findings", description: "What 'cxf explain --json' prints.",
    .document([
      .required(
        "entries",
        .array(
          of: .object([
            .required("code", .code),
            .required(
              "severity",
              JSONSchema.one(of: Severity.allCases.map(\.rawValue)).described("The usual severity.")),
            .required("subject", JSONSchema.text.described("The heading that it stands under.")),
            .required("spec", JSONSchema.textOrNull.described("Section of CXF 1.0 that is the reason.")),
            .required("meaning", JSONSchema.text.described("What it is.")),
            .required("consequence", JSONSchema.text.described("What is done then, behind 'it'.")),
            .required("advice", JSONSchema.text.described("What to do next.")),
            .required(
              "example",
              JSONSchema.object([.required("files", files), .required("lines", lines)]).orNull
                .described("What gives it; null where no short text does.")),
            .required("reason", JSONSchema.textOrNull.described("Why there is no example.")),
          ])))
    ]))

  private static let files = JSONSchema.array(
    of: .object([
      .required("name", .text),
      .required(
        "text",
        JSONSchema.text.orNull.described(
          "The content; '\u{2039}x \u{D7} 300\u{203A}' repeats a text, '\u{2039}0xE9\u{203A}' is a byte. Null for a tar."
        )),
      .required(
        "members",
        JSONSchema.array(of: .object([.required("name", .text), .required("text", .text)]))
          .described("What is in a tar.")),
    ]))

  private static let lines = JSONSchema.array(of: .text).described(
    "Lines of a shell; the last one gives the finding.")
}
