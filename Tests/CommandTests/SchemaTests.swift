import CXFCommandLine
import CXFCommands
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// The files in `Schemas/` are those that the sources describe.
@Suite struct SchemaTests {
  /// Whether the files are to be written instead of compared: `Scripts/schemas` does that.
  private static let writes = ProcessInfo.processInfo.environment["CXF_WRITE_SCHEMAS"] == "1"
  private static let folder = "\(Samples.root)/Schemas"

  @Test(arguments: PublishedSchemas.all.map(\.fileName))
  func aFileIsCurrent(_ fileName: String) throws {
    let schema = try #require(PublishedSchemas.all.first { $0.fileName == fileName })
    if Self.writes {
      try Data(schema.json).write(to: URL(fileURLWithPath: "\(Self.folder)/\(fileName)"))
    }
    #expect(
      Samples.bytes("Schemas/\(fileName)") == schema.json,
      "Scripts/schemas writes Schemas/\(fileName) anew")
  }

  @Test func noOtherSchemaLiesAround() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(
      names.filter { $0.hasSuffix(".schema.json") }.sorted() == PublishedSchemas.all.map(\.fileName).sorted())
  }

  @Test func theListNamesEachFileWithItsSubject() {
    let list = Samples.text("Schemas/README.md")
    for schema in PublishedSchemas.all {
      #expect(list.contains("[\(schema.name)](\(schema.fileName))"), "\(schema.fileName)")
    }
  }

  @Test func eachCommandThatPrintsADocumentHasASchema() {
    #expect(!Self.commandsWithJSON.isEmpty)
    for command in Self.commandsWithJSON {
      #expect(PublishedSchemas.document(of: command) != nil, "cxf \(command.joined(separator: " "))")
    }
  }

  /// The words of each command that knows `--json`.
  static let commandsWithJSON: [[String]] = commands(CXFCommand.spec, []).filter { !$0.isEmpty }

  private static func commands(_ spec: CommandSpec, _ path: [String]) -> [[String]] {
    (spec.options.contains { $0.name == "json" } ? [path] : [])
      + spec.subcommands.flatMap { commands($0, path + [$0.name]) }
  }

  @Test(arguments: PublishedSchemas.all.map(\.fileName))
  func referencesLeadToDefinitionsAndEachIsNeeded(_ fileName: String) throws {
    let schema = try #require(PublishedSchemas.all.first { $0.fileName == fileName })
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(schema.json)) as? [String: Any])
    let names = Set(root.object("$defs").keys)
    #expect(Self.references(in: root) == names)
  }

  private static func references(in value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      let own = object.string("$ref").map { [String($0.dropFirst("#/$defs/".count))] } ?? []
      return object.values.reduce(into: Set(own)) { $0.formUnion(references(in: $1)) }
    case let array as [Any]: return array.reduce(into: []) { $0.formUnion(references(in: $1)) }
    default: return []
    }
  }

  @Test(.enabled(if: SchemaPeer.isPresent, SchemaPeer.absence))
  func theSchemasThemselvesAreValid() throws {
    #expect(try SchemaPeer.errors(PublishedSchemas.all, []).isEmpty)
  }
}
