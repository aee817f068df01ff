import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// `cxf undo` and `cxf history`.
@Suite struct UndoTests {
  private func filled() async throws -> ImportFixture {
    let fixture = try await ImportFixture()
    _ = await fixture.imports(try fixture.table("a.csv", "A,https://a.example,u,p,"))
    _ = await fixture.imports(
      try fixture.table("b.csv", "A,https://a.example/x,u,p,more", "B,https://b.example,u,p,"))
    return fixture
  }

  @Test func theNewestIsTakenBackAndSaid() async throws {
    let fixture = try await filled()
    let run = await fixture.run(["undo", fixture.path])
    #expect(run.code == .success, "\(run.error)")
    #expect(run.output.contains("removed   B (u)\n"))
    #expect(run.output.contains("restored  A (u)\n"))
    #expect(run.output.contains("the import of \(fixture.vault.folder.path)/b.csv"))
    #expect(run.output.contains("is undone: 1 item removed; 1 item restored\n"))
    #expect(await fixture.passwords() == ["A: p"])
    let second = await fixture.run(["undo", fixture.path, "--json"])
    #expect(second.json.string("undone") == (await fixture.history().first?.string("id")))
    #expect(second.json.object("items").number("created") == 1)
    #expect(second.json.array("records").map { $0.string("change") } == ["removed"])
    #expect(second.json.array("records").map { $0.string("item") } == ["A"])
    let third = await fixture.run(["undo", fixture.path, "--json"])
    #expect(third.code == .negative && third.failure == "nothing-to-undo")
    #expect(await fixture.history().allSatisfy { $0["undone"] as? Bool == true })
    #expect(await fixture.isSound())
  }

  @Test func anImportIsNamedByTheBeginningOfItsId() async throws {
    let fixture = try await ImportFixture()
    for name in ["A", "B", "C", "D"] {
      _ = await fixture.imports(try fixture.table("\(name).csv", "\(name),https://\(name).example,u,p,"))
    }
    let ids = await fixture.history().compactMap { $0.string("id") }
    #expect(ids.count == 4)
    // The shortest beginning that no other id has.
    let beginning = try #require(
      (1...16).map { String(ids[1].prefix($0)) }.first { start in ids.count { $0.hasPrefix(start) } == 1 })
    let run = await fixture.run(["undo", fixture.path, beginning.uppercased()])
    #expect(run.code == .success, "\(run.error)")
    #expect(await fixture.passwords() == ["A: p", "C: p", "D: p"])
    let twice = await fixture.run(["undo", fixture.path, ids[1], "--json"])
    #expect(twice.code == .negative && twice.failure == "nothing-to-undo")
    #expect(twice.failureMessage.contains(ids[1]))
    for unknown in ["zz", "", ids[0] + "0"] {
      let run = await fixture.run(["undo", fixture.path, unknown, "--json"])
      #expect(run.code == .negative && run.failure == "no-such-import", "\(unknown)")
      #expect(run.failureHint.contains("cxf history"))
    }
    // The newest that is not undone, past those that are.
    #expect(await fixture.run(["undo", fixture.path, ids[3]]).code == .success)
    #expect(await fixture.run(["undo", fixture.path]).code == .success)
    #expect(await fixture.passwords() == ["A: p"])
  }

  @Test func anAmbiguousBeginningNamesThemAll() async throws {
    let fixture = try await ImportFixture()
    // Of 17 ids two begin with the same digit.
    let input = try fixture.table("a.csv", "A,https://a.example,u,p,")
    for _ in 0..<17 { _ = await fixture.imports(input) }
    let ids = await fixture.history().compactMap { $0.string("id") }
    let digits = Dictionary(grouping: ids) { String($0.prefix(1)) }
    let (digit, several) = try #require(digits.first { $0.value.count > 1 })
    let run = await fixture.run(["undo", fixture.path, digit, "--json"])
    #expect(run.code == .negative && run.failure == "ambiguous-import")
    for id in several { #expect(run.failureHint.contains(id)) }
  }

  @Test func aLaterImportOfTheSameRecordsStandsInTheWay() async throws {
    let fixture = try await filled()
    let ids = await fixture.history().compactMap { $0.string("id") }
    let run = await fixture.run(["undo", fixture.path, ids[0], "--json"])
    #expect(run.code == .negative && run.failure == "blocked-undo")
    #expect(run.failureMessage.contains(ids[1]))
    #expect(run.failureHint.contains("newest first"))
    #expect(await fixture.run(["undo", fixture.path, ids[1]]).code == .success)
    #expect(await fixture.run(["undo", fixture.path, ids[0]]).code == .success)
    #expect(await fixture.contents().json.array("items").isEmpty)
  }

  @Test func nothingToUndoIsANo() async throws {
    let fixture = try await ImportFixture()
    let run = await fixture.run(["undo", fixture.path])
    #expect(run.code == .negative && run.error.contains("no import"))
    #expect(await fixture.run(["undo", "\(fixture.vault.folder.path)/none"]).code == .noInput)
    let history = await fixture.run(["history", fixture.path])
    #expect(history.code == .success && history.output.isEmpty)
    #expect(history.error.contains("nothing was imported"))
    #expect(await fixture.run(["history", fixture.path, "--json"]).json.array("imports").isEmpty)
  }

  @Test func anImportThatChangedNothingIsUndoneToo() async throws {
    let fixture = try await ImportFixture()
    let input = try fixture.table("a.csv", "A,https://a.example,u,p,")
    _ = await fixture.imports(input)
    _ = await fixture.imports(input)
    let run = await fixture.run(["undo", fixture.path])
    #expect(run.code == .success && run.output.contains("it had changed nothing"))
    #expect(await fixture.passwords() == ["A: p"])
  }

  // MARK: History

  @Test func historyHasWhatWasDone() async throws {
    let fixture = try await filled()
    _ = await fixture.run(["undo", fixture.path])
    let imports = await fixture.history()
    #expect(imports.count == 2)
    for entry in imports {
      for name in ["id", "at", "source", "items", "undone"] { #expect(entry.keys.contains(name)) }
      #expect(entry.number("at") == 1_800_000_000 && entry.string("format") == "chrome-csv")
      let items = entry.object("items")
      let parts = ["created", "merged", "identical", "skipped", "failed"].compactMap { items.number($0) }
      #expect(items.number("in") == parts.reduce(0, +))
    }
    #expect(imports.map { $0["undone"] as? Bool } == [false, true])
    let text = await fixture.run(["history", fixture.path]).output
    #expect(text.contains("1 created, 1 merged") && text.contains("undone"))
    #expect(text.contains("2027-01-15 08:00"))
  }

  @Test func whatIsForgottenCannotBeUndone() async throws {
    let fixture = try await filled()
    let ids = await fixture.history().compactMap { $0.string("id") }
    let one = await fixture.run(["history", fixture.path, "--forget", ids[1], "--json"])
    #expect(one.code == .success)
    #expect(one.json.array("imports").map { $0["forgotten"] as? Bool } == [false, true])
    // Without an id the newest is meant, and nothing before it.
    let newest = await fixture.run(["undo", fixture.path, "--json"])
    #expect(newest.code == .negative && newest.failure == "nothing-to-undo")
    #expect(newest.failureMessage.contains(ids[1]))
    let earlier = await fixture.run(["undo", fixture.path, ids[0], "--json"])
    #expect(earlier.code == .negative && earlier.failure == "blocked-undo")
    #expect(await fixture.run(["history", fixture.path, "--forget", "zz"]).code == .negative)
    let all = await fixture.run(["history", fixture.path, "--forget", "all"])
    #expect(all.code == .success && all.output.contains("cannot be undone"))
    #expect(await fixture.run(["undo", fixture.path]).code == .negative)
    #expect(await fixture.passwords() == ["A: p", "B: p"])
    #expect(await fixture.isSound())
  }
}
