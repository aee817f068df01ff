/// A file with one JSON Schema, which needs no other file.
///
/// There is no `$id`: it would have to lie in a domain, and nobody owns one for this format. Whoever collects schemas
/// names them by their files.
package struct SchemaDocument: Sendable {
  /// A schema that others refer to by a name.
  package typealias Definition = (name: String, schema: JSONSchema)

  /// The name of the file without its ending.
  package let name: String
  /// What the schema describes, in a few words.
  package let title: String
  private let description: String
  private let root: JSONSchema
  private let definitions: [Definition]

  /// Creates a document.
  ///
  /// - Parameter definitions: what `root` may refer to, in the order of writing; those that it does not need are left out.
  package init(
    _ name: String, title: String, description: String, _ root: JSONSchema, definitions: [Definition] = []
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.root = root
    self.definitions = Self.needed(by: root, definitions)
  }

  private static func needed(by root: JSONSchema, _ definitions: [Definition]) -> [Definition] {
    var open = root.references
    var needed: Set<String> = []
    while let name = open.popFirst() {
      guard needed.insert(name).inserted else { continue }
      for definition in definitions where definition.name == name {
        open.formUnion(definition.schema.references)
      }
    }
    return definitions.filter { needed.contains($0.name) }
  }

  /// The name of the file.
  package var fileName: String { "\(name).schema.json" }

  /// The text of the file: UTF-8, indented, with an end of line.
  package var json: [UInt8] {
    var writer = JSONWriter(indented: true)
    writer.beginObject()
    writer.name("$schema")
    writer.string("https://json-schema.org/draft/2020-12/schema")
    writer.name("title")
    writer.string(title)
    writer.name("description")
    writer.string(description)
    root.writeKeywords(to: &writer)
    if !definitions.isEmpty {
      writer.name("$defs")
      writer.beginObject()
      for (name, schema) in definitions {
        writer.name(name)
        schema.write(to: &writer)
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
