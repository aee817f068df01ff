package import CredentialExchangeFormat

/// The JSON Schemas in the folder `Schemas/`: what the toolkit reads and writes, described once.
package enum PublishedSchemas {
  /// All of them.
  package static let all: [SchemaDocument] =
    [CXFSchema.document]
    + [ExchangeSchemas.request, ExchangeSchemas.response, ExchangeSchemas.index, ExchangeSchemas.keyFile]
    + [
      CommonSchemas.error, CommonSchemas.finding, FormatSchemas.formats, FormatSchemas.identify,
      ContentSchemas.inspect, CommonSchemas.validate, ExplanationSchemas.explain,
      ConversionSchemas.conversion, ConversionSchemas.request,
      VaultSchemas.slots, VaultSchemas.check, VaultSchemas.compact, ContentSchemas.contents,
      ImportSchemas.import, ImportSchemas.plan, ImportSchemas.history, ImportSchemas.undo,
    ]

  /// Returns the schema of what a command prints with `--json`; nil for commands that print no document. A failure of any
  /// command is a document of ``error``.
  ///
  /// - Parameter command: the words that name it, such as `vault`, `check`.
  package static func document(of command: [String]) -> SchemaDocument? {
    switch command.joined(separator: " ") {
    case "formats": FormatSchemas.formats
    case "identify": FormatSchemas.identify
    case "inspect": ContentSchemas.inspect
    case "validate": CommonSchemas.validate
    case "explain": ExplanationSchemas.explain
    case "convert", "export", "open": ConversionSchemas.conversion
    case "request": ConversionSchemas.request
    case "vault create", "vault passphrase", "vault rotate", "vault slots": VaultSchemas.slots
    case "vault check": VaultSchemas.check
    case "vault compact": VaultSchemas.compact
    case "list", "show": ContentSchemas.contents
    case "import", "apply", "dedupe": ImportSchemas.import
    case "history": ImportSchemas.history
    case "undo": ImportSchemas.undo
    default: nil
    }
  }

  /// The schema of a failure.
  package static var error: SchemaDocument { CommonSchemas.error }
  /// The schema of a plan.
  package static var plan: SchemaDocument { ImportSchemas.plan }
  /// The schema of an importer's request.
  package static var exchangeRequest: SchemaDocument { ExchangeSchemas.request }
  /// The schema of an exporter's response.
  package static var exchangeResponse: SchemaDocument { ExchangeSchemas.response }
  /// The schema of the index inside a response.
  package static var exchangeIndex: SchemaDocument { ExchangeSchemas.index }
  /// The schema of a key file.
  package static var keyFile: SchemaDocument { ExchangeSchemas.keyFile }
}
