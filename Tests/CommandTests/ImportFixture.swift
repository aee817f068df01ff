import CXFCommandLine
import CXFTestSupport
import Foundation
import Testing

/// An empty vault and files to import into it.
struct ImportFixture {
  let vault: VaultFixture

  init() async throws { vault = try await VaultFixture(filled: false) }

  var path: String { vault.path }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try vault.folder.write(name, Array(text.utf8))
  }

  /// Writes a table as Chrome exports it.
  func table(_ name: String, _ rows: String...) throws -> String {
    try file(name, "name,url,username,password,note\n" + rows.map { $0 + "\n" }.joined())
  }

  func run(
    _ words: [String], input: [UInt8] = [], answers: [String] = [], variables: [String: String] = [:]
  ) async -> CommandRun {
    await CommandRun(words + vault.opens, input: input, answers: answers, variables: variables)
  }

  /// Runs `cxf import` into the vault.
  func imported(_ input: String, _ more: String..., answers: [String] = []) async -> CommandRun {
    await run(["import", input, "--into", path] + more, answers: answers)
  }

  /// Runs `cxf import --json` into the vault, and expects success.
  func imports(_ input: String, _ more: String...) async -> CommandRun {
    let run = await run(["import", input, "--into", path, "--json"] + more)
    #expect(run.code == .success, "\(run.error)\(run.output)")
    return run
  }

  /// The file that ``planned(_:_:)`` writes.
  static let planName = "planned.json"

  /// Plans an import and returns the path of the plan.
  func planned(_ input: String, _ more: String...) async throws -> String {
    let plan = "\(vault.folder.path)/\(Self.planName)"
    let run = await run(["import", input, "--into", path, "--plan-out", plan, "--force"] + more)
    try #require(run.code == .success, "\(run.error)")
    return plan
  }

  /// The text of a file in the folder.
  func text(_ name: String) -> String { String(decoding: vault.folder.bytes(name) ?? [], as: UTF8.self) }

  /// Runs `cxf apply --json`.
  func applied(_ plan: String, _ more: String...) async -> CommandRun {
    await run(["apply", plan, "--into", path, "--json"] + more)
  }

  /// Changes the text of a file, and expects that there is something to change.
  func edit(_ path: String, _ old: String, _ new: String) throws {
    let name = String(path.split(separator: "/").last ?? "")
    let text = text(name)
    try #require(text.contains(old), "'\(old)' stands in \(text)")
    _ = try file(name, text.replacingOccurrences(of: old, with: new))
  }

  /// All that is in the vault, with secrets.
  func contents() async -> CommandRun { await run(["list", path, "--json", "--reveal"]) }

  /// For each item its title and its passwords of logins, in the order of titles and passwords.
  func passwords() async -> [String] {
    await contents().json.array("items").map { item in
      let passwords = item.array("credentials").compactMap { $0.object("password").string("value") }
      return "\(item.string("title") ?? ""): \(passwords.joined(separator: " "))"
    }.sorted()
  }

  /// Whether `cxf vault check` finds nothing.
  func isSound() async -> Bool { await run(["vault", "check", path]).code == .success }

  /// The ids of the imports, oldest first.
  func history() async -> [[String: Any]] {
    await run(["history", path, "--json"]).json.array("imports")
  }
}

extension CommandRun {
  /// The numbers of `items` by their names.
  var items: [String: Int] { json.object("items").compactMapValues { $0 as? Int } }

  /// Expects that the numbers of an import, an applied plan or a deduplication add up.
  func expectSums() {
    let items = items
    let parts = ["created", "merged", "identical", "skipped", "failed"].compactMap { items[$0] }
    #expect(parts.count == 5 && items["in"] == parts.reduce(0, +), "\(items)")
    #expect(items["conflicts"] != nil)
    let values = json.object("values")
    let fates = ["carried", "converted", "repaired", "lost"].compactMap { values.number($0) }
    #expect(fates.count == 4 && values.number("in") == fates.reduce(0, +), "\(values)")
    let conflicts = json.array("findings").filter {
      ["import-conflict", "import-ambiguous"].contains($0.string("code"))
    }
    #expect(conflicts.count == items["conflicts"], "one finding for each conflict")
  }

  /// The code of the failure on standard output.
  var failure: String? { json.object("error").string("code") }
  var failureMessage: String { json.object("error").string("message") ?? "" }
  var failureHint: String { json.object("error").string("hint") ?? "" }
}
