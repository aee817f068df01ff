import CXFCommandLine
import CXFCommands
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What `cxf validate --sarif` prints is what SARIF 2.1.0 (OASIS standard with errata 01) asks for.
@Suite struct SARIFSchemaTests {
  /// The parts of the standard that the log uses, each with the section that says so. Objects of the standard are closed,
  /// but for property bags.
  private static let schema = SchemaDocument(
    "sarif", title: "SARIF 2.1.0", description: "The parts that are used.",
    // 3.13: version and runs are required.
    JSONSchema.object([
      .optional("$schema", .text(pattern: "^https://docs\\.oasis-open\\.org/sarif/sarif/v2\\.1\\.0/")),
      .required("version", .constant("2.1.0")),
      .required("runs", .array(of: .reference(to: "run"), atLeast: 1)),
    ]).closed,
    definitions: [
      (
        "run",
        // 3.14: tool is required; 3.14.17 columnKind.
        JSONSchema.object([
          .required("tool", .reference(to: "tool")),
          .required("columnKind", .one(of: ["utf16CodeUnits", "unicodeCodePoints"])),
          // 3.14: the sequences of characters that end a line.
          .required("newlineSequences", .array(of: .text, atLeast: 1)),
          .required("artifacts", .array(of: .reference(to: "artifact"))),
          .required("results", .array(of: .reference(to: "result"))),
        ]).closed
      ),
      // 3.18: driver is required. 3.19: name is required.
      ("tool", JSONSchema.object([.required("driver", .reference(to: "driver"))]).closed),
      (
        "driver",
        JSONSchema.object([
          .required("name", .text), .required("version", .text),
          .required("rules", .array(of: .reference(to: "rule"))),
        ]).closed
      ),
      // 3.49: id is required; 3.50.3 level.
      (
        "rule",
        JSONSchema.object([
          .required("id", .text),
          .optional("defaultConfiguration", JSONSchema.object([.optional("level", level)]).closed),
          .optional("shortDescription", .reference(to: "multiformat")),
          .optional("fullDescription", .reference(to: "multiformat")),
          .optional("help", .reference(to: "multiformat")), .optional("helpUri", .text),
          .optional("properties", .object([])),
        ]).closed
      ),
      // 3.12: text is required.
      ("multiformat", JSONSchema.object([.required("text", .text), .optional("markdown", .text)]).closed),
      // 3.24, 3.4: a location is a reference of RFC 3986.
      ("artifact", JSONSchema.object([.required("location", .reference(to: "artifactLocation"))]).closed),
      (
        "artifactLocation",
        JSONSchema.object([
          .required(
            "uri", .text(pattern: "^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})+$")),
          .optional("index", .count),
        ]).closed
      ),
      // 3.27: message is required; 3.27.5 ruleId, 3.27.6 ruleIndex, 3.27.10 level.
      (
        "result",
        JSONSchema.object([
          .required("ruleId", .text), .optional("ruleIndex", .count), .optional("level", level),
          .required("message", .reference(to: "message")),
          .optional("locations", .array(of: .reference(to: "location"))),
          .optional("properties", .object([])),
        ]).closed
      ),
      // 3.11.5: text or id; ours is text.
      ("message", JSONSchema.object([.required("text", .text(pattern: "^[^a-z][\\s\\S]*\\.$"))]).closed),
      // 3.28, 3.29.2: artifactLocation or address.
      (
        "location",
        JSONSchema.object([
          .optional(
            "physicalLocation",
            JSONSchema.object([
              .required("artifactLocation", .reference(to: "artifactLocation")),
              .optional("region", .reference(to: "region")),
            ]).closed),
          .optional("logicalLocations", .array(of: .reference(to: "logicalLocation"))),
        ]).closed
      ),
      // 3.30: lines and columns begin with 1, bytes with 0.
      (
        "region",
        JSONSchema.object([
          .optional("startLine", .integer(atLeast: 1)), .optional("startColumn", .integer(atLeast: 1)),
          .optional("endLine", .integer(atLeast: 1)), .optional("endColumn", .integer(atLeast: 1)),
          .optional("byteOffset", .count), .optional("byteLength", .count),
        ]).closed
      ),
      // 3.33.7: kind.
      (
        "logicalLocation",
        JSONSchema.object([
          .optional("fullyQualifiedName", .text), .optional("name", .text), .optional("kind", .text),
        ]).closed
      ),
    ])

  private static let level = JSONSchema.one(of: ["none", "note", "warning", "error"])

  /// Before the finding stand letters of two, three and four bytes.
  private static let line = #"{"username":"é日😀","id":"YQ==","email":"","collections":[],"items":[]}]}"#
  private static let text =
    #"{"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"日","timestamp":1,"accounts":["#
    + "\n" + line

  private func results(_ run: CommandRun) throws -> [[String: Any]] {
    try #require(run.json.array("runs").first).array("results")
  }

  @Test(.enabled(if: SchemaPeer.isPresent, SchemaPeer.absence))
  func theLogIsWhatTheStandardAsksFor() async throws {
    let folder = try TemporaryFolder()
    let foreign = try folder.write("no json", Array("hello".utf8))
    let file = try folder.write("é 100%.json", Array(Self.text.utf8))
    let samples = ["example-cxf.json", "bitwarden.json", "chrome-damaged.csv", "office-bundle.tar"]
    var cases: [SchemaPeer.Case] = []
    for paths in samples.map({ [Samples.path($0)] }) + [[foreign], [file], [file, foreign, file]] {
      let run = await CommandRun(["validate", "--sarif"] + paths)
      cases.append(.init(schema: Self.schema, label: "\(paths)", text: run.outputBytes))
    }
    let piped = await CommandRun("validate", "--sarif", "-", input: Array(Self.text.utf8))
    cases.append(.init(schema: Self.schema, label: "a pipe", text: piped.outputBytes))
    try SchemaPeer.expectValid(cases)
  }

  @Test func columnsCountCodePoints() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.json", Array(Self.text.utf8))
    let place = try #require(Self.line.range(of: #""YQ==""#))
    let before = Self.line[..<place.lowerBound]
    let results = try results(await CommandRun("validate", "--sarif", file))
    let found = try #require(results.first { $0.string("ruleId") == "inexact-base64url" })
    let physical = try #require(found.array("locations").first).object("physicalLocation")
    let region = physical.object("region")
    #expect(region.number("startLine") == 2)
    #expect(region.number("startColumn") == before.unicodeScalars.count + 1)
    let plain = await CommandRun("validate", "--json", file).json.array("findings")
    let finding = try #require(plain.first { $0.string("code") == "inexact-base64url" })
    #expect(finding.object("position").number("column") == before.utf8.count + 1)
    #expect(region.number("byteOffset") == finding.object("position").number("byte"))
    let logical = try #require(found.array("locations").first).array("logicalLocations")
    #expect(logical.first?.string("fullyQualifiedName") == "/accounts/0/id")
  }

  @Test(arguments: ["a b.json", "100%25.json", "é日.json", "a#b?c.json", "[1]&'\"<x>.json", "a:b\\c.json"])
  func pathsArePercentEncoded(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(name, Array(Self.text.utf8))
    let run = await CommandRun("validate", "--sarif", file)
    let log = try #require(run.json.array("runs").first)
    let uri = try #require(log.array("artifacts").first?.object("location").string("uri"))
    #expect(uri.hasPrefix("file:///"))
    #expect(!uri.utf8.contains { $0 > 0x7E || $0 <= 0x20 || Array("#?[]\"<>\\".utf8).contains($0) })
    #expect(uri.dropFirst("file://".count).removingPercentEncoding == file)
    let physical = try results(run).flatMap { $0.array("locations") }.map { $0.object("physicalLocation") }
    #expect(!physical.isEmpty)
    #expect(physical.allSatisfy { $0.object("artifactLocation").string("uri") == uri })
  }

  @Test func eachResultNamesItsRule() async throws {
    let run = await CommandRun("validate", "--sarif", Samples.path("chrome-damaged.csv"))
    let log = try #require(run.json.array("runs").first)
    let rules = log.object("tool").object("driver").array("rules").compactMap { $0.string("id") }
    #expect(Set(rules).count == rules.count)
    for result in try results(run) {
      let index = try #require(result.number("ruleIndex"))
      #expect(rules[index] == result.string("ruleId"))
    }
  }
}
