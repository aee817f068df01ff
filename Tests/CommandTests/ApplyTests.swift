import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// When `cxf apply` refuses, and how it finds the source.
@Suite struct ApplyTests {
  private func planned() async throws -> (ImportFixture, input: String, plan: String) {
    let fixture = try await ImportFixture()
    let input = try fixture.table("a.csv", "A,https://a.example,u,p,")
    return (fixture, input, try await fixture.planned(input))
  }

  @Test func aSourceThatChangedByOneByteIsRefused() async throws {
    let (fixture, input, plan) = try await planned()
    try fixture.edit(input, ",p,", ",q,")
    let run = await fixture.applied(plan)
    #expect(run.code == .negative && run.failure == "other-source")
    #expect(run.failureHint.contains("--plan-out"))
    // Also where the change makes it unreadable.
    _ = try fixture.file("a.csv", "\u{0}")
    #expect(await fixture.applied(plan).failure == "other-source")
    #expect(await fixture.history().isEmpty)
    _ = try fixture.table("a.csv", "A,https://a.example,u,p,")
    #expect(await fixture.applied(plan).code == .success)
  }

  @Test func aVaultThatChangedIsRefused() async throws {
    let (fixture, _, plan) = try await planned()
    _ = await fixture.imports(try fixture.table("b.csv", "B,https://b.example,u,p,"))
    let run = await fixture.applied(plan)
    #expect(run.code == .negative && run.failure == "changed-vault")
    #expect(await fixture.passwords() == ["B: p"])
  }

  @Test func aPlanIsAppliedOnce() async throws {
    let (fixture, _, plan) = try await planned()
    #expect(await fixture.applied(plan).code == .success)
    #expect(await fixture.applied(plan).failure == "changed-vault")
    #expect(await fixture.passwords() == ["A: p"])
  }

  @Test func aPlanOfAnotherVaultIsRefused() async throws {
    let (fixture, _, plan) = try await planned()
    let other = try await ImportFixture()
    let run = await other.applied(plan)
    #expect(run.code == .negative && run.failure == "other-vault")
    #expect(await other.history().isEmpty)
    #expect(await fixture.applied(plan).code == .success)
  }

  @Test func aPlanWithAnotherSuffixListIsRefused() async throws {
    let (fixture, _, plan) = try await planned()
    try fixture.edit(plan, "\"publicSuffixList\": \"", "\"publicSuffixList\": \"0")
    let run = await fixture.applied(plan)
    #expect(run.code == .negative && run.failure == "other-suffix-list")
  }

  @Test func theSourceMayHaveMoved() async throws {
    let (fixture, input, plan) = try await planned()
    let bytes = fixture.vault.folder.bytes("a.csv") ?? []
    try FileManager.default.removeItem(atPath: input)
    let missing = await fixture.applied(plan)
    #expect(missing.code == .noInput && missing.failureHint.contains("--source"))
    let named = await fixture.applied(plan, "--source", "\(fixture.vault.folder.path)/nowhere.csv")
    #expect(named.code == .noInput && named.failureMessage.contains("nowhere.csv"))
    let moved = try fixture.vault.folder.write("moved.csv", bytes)
    let run = await fixture.applied(plan, "--source", moved)
    #expect(run.code == .success && run.items["created"] == 1)
  }

  @Test func aSourceThatWasPipedIsPipedAgain() async throws {
    let fixture = try await ImportFixture()
    let rows = Array("name,url,username,password,note\nA,https://a.example,u,p,\n".utf8)
    let plan = "\(fixture.vault.folder.path)/plan.json"
    let planned = await fixture.run(["import", "-", "--into", fixture.path, "--plan-out", plan], input: rows)
    #expect(planned.code == .success)
    #expect(await fixture.applied(plan).code == .noInput)
    let run = await fixture.run(["apply", plan, "--into", fixture.path, "--source", "-"], input: rows)
    #expect(run.code == .success, "\(run.error)")
    #expect(await fixture.passwords() == ["A: p"])
  }

  @Test func aVaultAsSourceIsKnownByItsContent() async throws {
    let source = try await ImportFixture()
    _ = await source.imports(try source.table("a.csv", "A,https://a.example,u,p,"))
    let fixture = try await ImportFixture()
    let opens = ["--identity", source.vault.identity]
    let plan = "\(fixture.vault.folder.path)/plan.json"
    let words = ["import", source.path, "--into", fixture.path, "--plan-out", plan] + opens
    #expect(await fixture.run(words).code == .success)
    _ = await source.imports(try source.table("b.csv", "A,https://a.example,u,q,"))
    let changed = await fixture.run(["apply", plan, "--into", fixture.path, "--json"] + opens)
    #expect(changed.code == .negative && changed.failure == "other-source", "\(changed.output)")
    #expect(await source.run(["undo", source.path]).code == .success)
    let run = await fixture.run(["apply", plan, "--into", fixture.path, "--json"] + opens)
    #expect(run.code == .success, "\(run.output)")
    #expect(await fixture.passwords() == ["A: p"])
  }

  @Test func missingFilesAreNamed() async throws {
    let (fixture, _, plan) = try await planned()
    let folder = fixture.vault.folder.path
    #expect(await fixture.applied("\(folder)/none.json").code == .noInput)
    let run = await fixture.run(["apply", plan, "--into", "\(folder)/none.cxfvault"])
    #expect(run.code == .noInput && run.error.contains("cxf vault create"))
    #expect(await fixture.run(["apply", plan]).code == .usage)
    #expect(await fixture.run(["apply", fixture.path, "--into", fixture.path]).code == .badData)
    let closed = await CommandRun(["apply", plan, "--into", fixture.path, "--no-input"])
    #expect(closed.code == .refused)
  }
}
