internal import CredentialExchangeFormat

/// What is printed about conversions and requests.
enum ConversionSchemas {
  private static let source = JSONSchema.object([.required("format", .code), .required("name", .text)])

  static let conversion = SchemaDocument(
    "conversion", title: "Report of a conversion",
    description: "What 'cxf convert', 'cxf export' and 'cxf open' print with --json and write with --report.",
    .document([
      .required("source", source.described("The input, or the first of several.")),
      .optional(
        "sources", JSONSchema.array(of: source, atLeast: 2).described("All inputs, where there are several.")),
      .required("target", .object([.required("format", .code)])),
      .required(
        "items",
        JSONSchema.counts("in", "out", "skipped", "failed").described("in = out + skipped + failed.")),
      .required("values", .values),
      .required("findings", .findings),
    ]), definitions: CommonSchemas.definitions)

  static let request = SchemaDocument(
    "request", title: "A request that was made",
    description: "What 'cxf request --json' prints. The request itself is a file; cxp-request describes it.",
    .document([
      .required(
        "request",
        .object([
          .required("importer", .text),
          .required("expires", JSONSchema.timestamp),
          .required(
            "fingerprints",
            JSONSchema.array(
              of: .object([
                .required("key", JSONSchema.text.described("Name of the curve.")),
                .required("fingerprint", .text),
              ]), atLeast: 1
            ).described("By which people compare the public keys.")),
        ]))
    ]))
}
