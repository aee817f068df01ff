/// A JSON Schema of draft 2020-12 as a value: keywords in the order in which they are written.
///
/// Objects stay open, so that members may be added without a new schema, unless ``closed`` says otherwise.
package struct JSONSchema: Sendable {
  /// What stands behind a keyword.
  indirect enum Value: Sendable {
    case text(String)
    case number(UInt64)
    case flag(Bool)
    case texts([String])
    case schema(JSONSchema)
    case schemas([JSONSchema])
    case members([(name: String, schema: JSONSchema)])
  }

  var keywords: [(name: String, value: Value)]

  init(_ keywords: [(name: String, value: Value)] = []) { self.keywords = keywords }

  /// A schema that every value meets.
  package static var any: JSONSchema { JSONSchema() }

  func adding(_ name: String, _ value: Value) -> JSONSchema { JSONSchema(keywords + [(name, value)]) }

  /// Returns the schema with words for people.
  package func described(_ words: String) -> JSONSchema {
    JSONSchema([("description", .text(words))] + keywords)
  }

  /// The names of the definitions that the schema refers to, directly.
  var references: Set<String> {
    var found: Set<String> = []
    for (name, value) in keywords {
      switch value {
      case .text(let text) where name == "$ref": found.insert(String(text.dropFirst(Self.pointer.count)))
      case .text, .number, .flag, .texts: break
      case .schema(let schema): found.formUnion(schema.references)
      case .schemas(let schemas): for schema in schemas { found.formUnion(schema.references) }
      case .members(let members): for member in members { found.formUnion(member.schema.references) }
      }
    }
    return found
  }

  /// What precedes the name of a definition in a reference.
  static let pointer = "#/$defs/"

  /// Writes the schema as one JSON object.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeKeywords(to: &writer)
    writer.endObject()
  }

  /// Writes the keywords without the braces around them.
  func writeKeywords(to writer: inout JSONWriter) {
    for (name, value) in keywords {
      writer.name(name)
      Self.write(value, to: &writer)
    }
  }

  private static func write(_ value: Value, to writer: inout JSONWriter) {
    switch value {
    case .text(let text): writer.string(text)
    case .number(let number): writer.unsigned(number)
    case .flag(let flag): writer.boolean(flag)
    case .schema(let schema): schema.write(to: &writer)
    case .texts(let texts):
      writer.beginArray()
      for text in texts {
        writer.element()
        writer.string(text)
      }
      writer.endArray()
    case .schemas(let schemas):
      writer.beginArray()
      for schema in schemas {
        writer.element()
        schema.write(to: &writer)
      }
      writer.endArray()
    case .members(let members):
      writer.beginObject()
      for (name, schema) in members {
        writer.name(name)
        schema.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
