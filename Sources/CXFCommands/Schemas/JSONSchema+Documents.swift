internal import CredentialExchangeFormat

extension JSONSchema {
  /// A document that `cxf` prints: its version and some members.
  static func document(_ members: [Property]) -> JSONSchema {
    object([.required("version", .constant(1))] + members)
  }

  /// The value of a member for people or programs, or null where there is none.
  static var textOrNull: JSONSchema { JSONSchema.text.orNull }

  /// The name of a rule or failure.
  static var code: JSONSchema { text(pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$") }

  /// A moment.
  static var timestamp: JSONSchema {
    integer(0...UInt64.max).described("Whole seconds since 1970-01-01T00:00:00Z.")
  }

  /// An object of counts.
  static func counts(_ names: String...) -> JSONSchema { object(names.map { .required($0, .count) }) }

  /// The account of values: `in` is the sum of the others.
  static var values: JSONSchema {
    counts("in", "carried", "converted", "repaired", "lost")
      .described("The account of values: in = carried + converted + repaired + lost.")
  }

  /// The findings of a document.
  static var findings: JSONSchema { array(of: reference(to: CommonSchemas.findingName)) }
}
