import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// Importing, matching, conflicts, plans, undoing and looking at vaults say no secret.
@Suite struct CanaryImportTests {
  /// The same accounts with other secrets: each is a conflict.
  private static var conflicting: [UInt8] {
    Array(
      "name,url,username,password,note\nA,https://a.example/,u,kanary-hidden-0042,kanary-unknown-member\n"
        .utf8)
  }

  @Test(arguments: ["csv", "bitwarden", "document", "broken"])
  func noCommandOfVaultsSaysASecret(_ kind: String) async throws {
    let vault = try await VaultFixture(filled: false)
    let folder = vault.folder
    let bytes =
      switch kind {
      case "csv": CanaryTests.csv
      case "bitwarden": CanaryTests.bitwarden
      case "document": CanaryTests.document
      default: Array(CanaryTests.document.dropLast(40))
      }
    let file = try folder.write("input", bytes)
    let other = try folder.write("other.csv", Self.conflicting)
    let plan = "\(folder.path)/plan.json"
    let into = ["--into", vault.path]
    let lines: [[String]] = [
      ["import", file] + into + ["--dry-run"], ["import", file] + into + ["--dry-run", "--json"],
      ["import", file] + into + ["--plan-out", plan], ["apply", plan, "--source", file] + into,
      ["undo", vault.path], ["import", file] + into + ["--json"], ["import", file] + into,
      ["import", other] + into + ["--dry-run"], ["import", other] + into + ["--json"],
      ["undo", vault.path, "--json"], ["import", other] + into + ["--on-conflict", "incoming"],
      ["dedupe", vault.path, "--dry-run", "--json"], ["dedupe", vault.path],
      ["import", other] + into + ["--plan-out", plan, "--force"],
      ["apply", plan, "--source", file] + into, ["apply", file] + into, ["import", file, "--into", file],
      ["list", vault.path], ["list", vault.path, "--json"], ["list", vault.path, "title:A"],
      ["show", vault.path, "A"], ["show", vault.path, "B", "--json"], ["show", vault.path, "T"],
      ["show", vault.path, "T", "--json"], ["history", vault.path], ["history", vault.path, "--json"],
      ["vault", "check", vault.path], ["convert", vault.path, "--to", "chrome-csv", "--dry-run", "--json"],
      ["inspect", vault.path], ["validate", vault.path], ["vault", "slots", vault.path],
    ]
    var imported = 0
    for words in lines {
      let run = await vault.run(words + ["--no-input"])
      CanaryTests.check(run.outputBytes + Array(run.error.utf8), words)
      if words.first == "import", [.success, .negative].contains(run.code) { imported += 1 }
    }
    #expect(imported >= 4)
    CanaryTests.check(folder.bytes("plan.json") ?? [], ["the plan"])
    #expect(folder.bytes("plan.json") != nil)
    if kind == "csv" {
      // There is something to hide.
      let revealed = await vault.run(["list", vault.path, "--json", "--reveal"])
      #expect(revealed.output.contains("kanary-hidden-0042"))
    }
  }

  @Test func conflictsAreAskedAboutWithoutSayingThem() async throws {
    let vault = try await VaultFixture(filled: false)
    let file = try vault.folder.write("a.csv", CanaryTests.csv)
    let other = try vault.folder.write("b.csv", Self.conflicting)
    _ = await vault.run(["import", file, "--into", vault.path])
    let run = await CommandRun(
      ["import", other, "--into", vault.path, "--interactive"] + vault.opens, answers: ["1", "1", "1"])
    CanaryTests.check(
      run.outputBytes + Array((run.error + run.prompts.joined()).utf8), ["import --interactive"])
    #expect(!run.prompts.isEmpty)
  }
}
