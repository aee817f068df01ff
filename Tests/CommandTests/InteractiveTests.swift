import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// `cxf import --interactive`.
@Suite struct InteractiveTests {
  /// Two contradictions: the passwords of A and B.
  private func fixture() async throws -> (ImportFixture, input: String) {
    let fixture = try await ImportFixture()
    _ = await fixture.imports(
      try fixture.table("a.csv", "A,https://a.example,u,a1,", "B,https://b.example,u,b1,"))
    let input = try fixture.table(
      "b.csv", "A,https://a.example,u,a2,", "B,https://b.example,u,b2,", "C,https://c.example,u,c1,")
    return (fixture, input)
  }

  @Test(arguments: [
    (["b", "b"], ["A: a1", "A: a2", "B: b1", "B: b2", "C: c1"]),
    (["i", "e"], ["A: a2", "B: b1", "C: c1"]),
    (["e", "i"], ["A: a1", "B: b2", "C: c1"]),
    // Tables have no dates: the one that is there is not older.
    (["n", "n"], ["A: a1", "B: b1", "C: c1"]),
    (["s", "i"], ["A: a1", "B: b2", "C: c1"]),
    // A capital letter answers all that are alike.
    (["I"], ["A: a2", "B: b2", "C: c1"]), (["E"], ["A: a1", "B: b1", "C: c1"]),
    (["B"], ["A: a1", "A: a2", "B: b1", "B: b2", "C: c1"]), (["S"], ["A: a1", "B: b1", "C: c1"]),
    // Anything else is asked again.
    (["x", "", "both", "i", "E"], ["A: a2", "B: b1", "C: c1"]),
  ])
  func eachLetterDoesWhatItSays(_ answers: [String], _ expected: [String]) async throws {
    let (fixture, input) = try await fixture()
    let run = await fixture.run(
      ["import", input, "--into", fixture.path, "--interactive", "--json"], answers: answers)
    run.expectSums()
    #expect(run.prompts.count == answers.count)
    #expect(run.items["conflicts"] == 2)
    #expect(await fixture.passwords() == expected)
    let skips = answers.contains { $0 == "s" || $0 == "S" }
    #expect(run.code == (skips ? .negative : .success), "what is left out is lost")
    #expect((run.items["skipped"] ?? 0 > 0) == skips)
    #expect(await fixture.history().count == 2)
    #expect(await fixture.isSound())
  }

  @Test func theQuestionShowsBothSidesAndNoSecret() async throws {
    let (fixture, input) = try await fixture()
    let run = await fixture.imported(input, "--interactive", answers: ["E"])
    #expect(run.error.contains("A: the same user name at a.example"))
    #expect(run.error.contains("in the vault") && run.error.contains("in the file"))
    #expect(run.error.contains("(differs)"))
    // The random parts of what is shown may hold any two digits.
    let shown = (run.error + run.output).replacing(fixture.vault.folder.path, with: "")
      .replacing(/\b[0-9a-f]{16}\b/, with: "")
    for secret in ["a1", "a2", "b1", "b2"] { #expect(!shown.contains(secret)) }
    #expect(!run.output.contains("--interactive asks"))
  }

  @Test func answersCanBecomeAPlan() async throws {
    let (fixture, input) = try await fixture()
    let plan = "\(fixture.vault.folder.path)/plan.json"
    let run = await fixture.imported(input, "--interactive", "--plan-out", plan, answers: ["i", "s"])
    #expect(await fixture.passwords() == ["A: a1", "B: b1"])
    #expect(run.code == .negative)
    let applied = await fixture.applied(plan)
    applied.expectSums()
    #expect(applied.items["merged"] == 1 && applied.items["skipped"] == 1)
    #expect(await fixture.passwords() == ["A: a2", "B: b1", "C: c1"])
  }

  @Test func whereNobodyCanBeAskedNothingIsDone() async throws {
    let (fixture, input) = try await fixture()
    let words = ["import", input, "--into", fixture.path, "--interactive", "--json"]
    let run = await fixture.run(words)
    #expect(run.code == .usage && run.failure == "nobody-to-ask")
    #expect(run.failureHint.contains("--on-conflict"))
    // After the first answer, too.
    #expect(await fixture.run(words, answers: ["i"]).code == .usage)
    let forbidden = await fixture.run(words + ["--no-input"], answers: ["i", "i"])
    #expect(forbidden.code == .usage && forbidden.prompts.isEmpty)
    #expect(forbidden.failureHint.contains("--on-conflict"))
    #expect(await fixture.passwords() == ["A: a1", "B: b1"])
    #expect(await fixture.history().count == 1)
    let calm = try fixture.table("c.csv", "C,https://c.example,u,c1,")
    #expect(
      await fixture.imported(calm, "--interactive").code == .success, "without a conflict nobody is asked")
  }
}
