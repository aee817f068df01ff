import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Other people's validator of JSON Schemas: PyPI's jsonschema, in one process for many texts.
struct SchemaPeer {
  /// A text and the schema that it is held against.
  struct Case {
    var schema: SchemaDocument
    /// What it is, for messages.
    var label: String
    var text: [UInt8]
  }

  /// The Python that has it: `$CXF_PEERS_PYTHON`, or what `Scripts/peers` made; nil where there is none.
  private static let python: String? = {
    let named = ProcessInfo.processInfo.environment["CXF_PEERS_PYTHON"] ?? ""
    let path = named.isEmpty ? "\(Samples.root)/.build/peers/bin/python" : named
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    return (try? run(path, ["-c", "import jsonschema"])) == nil ? nil : path
  }()

  static var isPresent: Bool { python != nil }
  static let absence: Comment = "Scripts/peers has not prepared jsonschema"

  private static let program = """
    import itertools, json, sys
    from jsonschema import Draft202012Validator
    with open(sys.argv[1], encoding="utf-8") as file:
        manifest = json.load(file)
    validators = {}
    for name, text in manifest["schemas"].items():
        schema = json.loads(text)
        Draft202012Validator.check_schema(schema)
        validators[name] = Draft202012Validator(schema)
    answers = []
    for case in manifest["cases"]:
        errors = validators[case["schema"]].iter_errors(json.loads(case["text"]))
        answers.append([f"{e.json_path}: {e.message}"[:400] for e in itertools.islice(errors, 3)])
    json.dump(answers, sys.stdout)
    """

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Checks the schemas themselves against the metaschema of 2020-12, then the texts.
  ///
  /// - Returns: for each case the first errors, none where the text is valid.
  static func errors(_ schemas: [SchemaDocument], _ cases: [Case]) throws -> [[String]] {
    let manifest: [String: Any] = [
      "schemas": Dictionary(
        uniqueKeysWithValues: schemas.map { ($0.name, String(decoding: $0.json, as: UTF8.self)) }),
      "cases": cases.map {
        ["schema": $0.schema.name, "text": String(decoding: $0.text, as: UTF8.self)]
      },
    ]
    let folder = try TemporaryFolder()
    let data = try JSONSerialization.data(withJSONObject: manifest)
    let file = try folder.write("manifest.json", [UInt8](data))
    let answer = try run(try #require(python), ["-c", program, file])
    let errors = try #require(try JSONSerialization.jsonObject(with: answer) as? [[String]])
    try #require(errors.count == cases.count)
    return errors
  }

  /// Expects that all texts are valid.
  static func expectValid(_ cases: [Case], sourceLocation: SourceLocation = #_sourceLocation) throws {
    var schemas: [String: SchemaDocument] = [:]
    for entry in cases { schemas[entry.schema.name] = entry.schema }
    for (entry, errors) in zip(cases, try Self.errors(Array(schemas.values), cases)) {
      #expect(
        errors.isEmpty, "\(entry.label) is not \(entry.schema.name): \(errors)",
        sourceLocation: sourceLocation)
    }
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-B"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "Python failed") }
    return answer
  }
}
