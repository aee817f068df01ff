import CXFCommandLine
import CXFCommands
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What each command prints as JSON is what its schema says.
@Suite struct SchemaOutputTests {
  @Test(.enabled(if: SchemaPeer.isPresent, SchemaPeer.absence))
  func eachDocumentOfEachCommandFollowsItsSchema() async throws {
    let scene = try await Scene()
    await scene.readFiles()
    try await scene.exchange()
    try await scene.keepVaults()
    try await scene.importFiles()
    await scene.fail()
    let ran = Set(scene.succeeded)
    for command in SchemaTests.commandsWithJSON {
      #expect(ran.contains(command), "no document of 'cxf \(command.joined(separator: " "))' was made")
    }
    #expect(scene.cases.count > 80)
    try SchemaPeer.expectValid(scene.cases)
  }
}

/// Runs of all commands, with what they printed.
private final class Scene {
  private(set) var cases: [SchemaPeer.Case] = []
  /// The commands that printed their own document, not that of a failure.
  private(set) var succeeded: [[String]] = []
  private let vault: VaultFixture
  private var folder: TemporaryFolder { vault.folder }
  private let inputs: [String]
  private var outputs = 0
  /// A slip of each kind that reading repairs or salvages, beside values that later formats cannot hold.
  private let damaged: String

  init() async throws {
    vault = try await VaultFixture()
    inputs = try FileManager.default.contentsOfDirectory(atPath: Samples.path("")).sorted()
      .filter { $0.hasSuffix(".json") || $0.hasSuffix(".csv") || $0.hasSuffix(".tar") }.map(Samples.path)
    damaged = try vault.folder.write(
      "damaged.json",
      Array(
        #"""
        {"version":0,"exporter":"a","accounts":[{"id":"YQ==","userName":"","email":null,"items":[
        {"id":7,"title":"t","credentials":[{"type":"BasicAuth","password":"x"},{"type":"passkey","rpId":1},5]},
        {"id":"\#(String(repeating: "A", count: 120))","title":"u","extensions":[{"name":"shared","accessors":5}],
        "credentials":[{"type":"address","country":{"fieldType":"x-other","value":"Nowhere"}},
        {"type":"file","id":"AQ","name":"f","decryptedSize":1,"integrityHash":"AQ"},
        {"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"13/99"}}]}]}]}
        """#
        .utf8))
  }

  /// Runs a command with `--json`.
  ///
  /// - Parameter codes: what may come of it.
  @discardableResult
  private func run(
    _ command: String, _ words: [String] = [], _ codes: ExitCode..., opens: Bool = false
  ) async -> CommandRun {
    let path = command.split(separator: " ").map(String.init)
    let words = path + words + ["--json"] + (opens ? vault.opens : [])
    let run = await CommandRun(words)
    let label = "cxf " + words.joined(separator: " ")
    #expect(codes.contains(run.code), "\(label): \(run.error)\(run.output)")
    guard let schema = PublishedSchemas.document(of: path) else {
      Issue.record("'\(command)' has no schema")
      return run
    }
    let isFailure = run.json["error"] != nil
    cases.append(
      .init(schema: isFailure ? PublishedSchemas.error : schema, label: label, text: run.outputBytes))
    if !isFailure { succeeded.append(path) }
    return run
  }

  private func add(_ schema: SchemaDocument, _ name: String) {
    cases.append(.init(schema: schema, label: name, text: folder.bytes(name) ?? []))
  }

  private func newPath() -> String {
    outputs += 1
    return folder.path("output-\(outputs)")
  }

  // MARK: Scenes

  func readFiles() async {
    await run("formats", [], .success)
    await run("explain", [], .success)
    await run("explain", ["wrong-type", "account-mismatch", "bundle-damaged"], .success)
    await run("identify", inputs + [damaged, vault.identity], .success, .badData)
    for input in inputs + [damaged] {
      await run("inspect", [input], .success)
      await run("inspect", [input, "--reveal"], .success)
      await run("validate", [input], .success, .negative)
      await run("validate", [input, "--strict"], .success, .negative)
      await run("convert", [input, "--to", "cxf", "-o", newPath(), "--plaintext"], .success, .negative)
      for format in FormatTable.all where format.makeWriter != nil {
        await run("convert", [input, "--to", format.id, "--dry-run"], .success, .negative)
      }
    }
    await run("validate", [vault.identity], .negative)
    await run("convert", [inputs[0], inputs[1], "--to", "cxf", "--dry-run"], .success, .negative)
    let report = "report.json"
    let written = await CommandRun(
      "convert", inputs[0], "--to", "chrome-csv", "-o", newPath(), "--plaintext", "--report",
      folder.path(report))
    #expect([.success, .negative].contains(written.code), "\(written.error)")
    if let schema = PublishedSchemas.document(of: ["convert"]) { add(schema, report) }
  }

  func exchange() async throws {
    let phrase = try folder.write("phrase", Array("violet anchor ridge".utf8))
    let (request, key) = (folder.path("request.json"), folder.path("import.cxfkey"))
    await run(
      "request",
      ["--importer", "vault.example", "-o", request, "--key", key, "--passphrase-file", phrase], .success)
    add(PublishedSchemas.exchangeRequest, "request.json")
    add(PublishedSchemas.keyFile, "import.cxfkey")
    let example = Samples.path("office-bundle.tar")
    await run(
      "export", [example, "--to", request, "-o", folder.path("response.json"), "--allow-loss"], .success)
    add(PublishedSchemas.exchangeResponse, "response.json")
    await run(
      "open",
      [
        folder.path("response.json"), "--key", key, "--passphrase-file", phrase, "-o", newPath(), "--to",
        "cxf-bundle", "--plaintext",
      ], .success)
    add(PublishedSchemas.keyFile, "import.cxfkey")
    let backup = folder.path("backup.age")
    await run("export", [example, "--recipient", vault.recipient, "-o", backup], .success, .negative)
    await run(
      "open", [backup, "--identity", vault.identity, "-o", newPath(), "--plaintext"], .success, .negative)
  }

  func keepVaults() async throws {
    for words in [[], ["--reveal"]] {
      await run("list", [vault.path] + words, .success, opens: true)
      await run("list", [vault.path, "type:passkey"] + words, .success, opens: true)
      await run("show", [vault.path, "Bank"] + words, .success, opens: true)
    }
    await run("vault check", [vault.path], .success, opens: true)
    await run("vault compact", [vault.path], .success, opens: true)
    await run("vault slots", [vault.path], .success, opens: true)
    await run("vault rotate", [vault.path], .success, opens: true)
    let (old, new) = (try folder.write("old", Array("a".utf8)), try folder.write("new", Array("b".utf8)))
    let other = folder.path("other.cxfvault")
    let cheap = ["--kdf-memory", "19"]
    await run(
      "vault create", [other, "--output-passphrase-file", old, "--recipient", vault.recipient] + cheap,
      .success)
    await run(
      "vault passphrase", [other, "--passphrase-file", old, "--output-passphrase-file", new] + cheap,
      .success)
    await run("vault rotate", [other, "--drop-slots"], .success, opens: true)
  }

  func importFiles() async throws {
    let plan = folder.path("plan.json")
    for input in inputs + [damaged] {
      let into = [input, "--into", vault.path]
      await run("import", into + ["--dry-run"], .success, .negative, opens: true)
      await run("import", into + ["--plan-out", plan, "--force"], .success, .negative, opens: true)
      add(PublishedSchemas.plan, "plan.json")
      await run("import", into, .success, .negative, opens: true)
    }
    let changed = try folder.write(
      "changed.csv",
      Array("name,url,username,password\nBank,https://www.bank.example/login,alice,other\n".utf8))
    let table = [changed, "--into", vault.path, "--plan-out", plan, "--force"]
    await run("import", table, .success, opens: true)
    add(PublishedSchemas.plan, "plan.json")
    await run("apply", [plan, "--into", vault.path], .success, opens: true)
    await run("dedupe", [vault.path, "--dry-run"], .success, opens: true)
    await run("dedupe", [vault.path], .success, opens: true)
    await run("undo", [vault.path], .success, opens: true)
    await run("history", [vault.path, "--forget", "all"], .success, opens: true)
    await run("list", [vault.path], .success, opens: true)
    await run("list", [vault.path, "--reveal"], .success, opens: true)
    await run("vault check", [vault.path], .success, opens: true)
    await run("undo", [vault.path], .negative, opens: true)
  }

  func fail() async {
    let none = folder.path("none")
    for command in SchemaTests.commandsWithJSON {
      let name = command.joined(separator: " ")
      await run(name, ["--no-such-option"], .usage)
      if !["formats", "explain", "request"].contains(name) {
        await run(name, [none, none], .noInput, .usage)
      }
    }
    await run("validate", [vault.path, "--no-input"], .refused, .negative)
    await run("list", [vault.path, "--no-input"], .refused)
    await run("list", [vault.identity], .badData)
    await run("convert", [inputs[0], "--to", "cxf", "-o", newPath()], .cannotCreate)
  }
}
