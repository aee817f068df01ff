import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// Random sequences of commands on one vault file: it stays sound, and undoing gives every state back.
@Suite struct ImportSequenceTests {
  @Test(arguments: UInt64(1)...3)
  func everyStateComesBack(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try await ImportFixture()
    let empty = await fixture.contents().outputBytes
    var states: [(id: String, before: [UInt8])] = []
    for number in 0..<14 {
      let before = await fixture.contents().outputBytes
      let run: CommandRun
      switch random.int(0...7) {
      case 0: run = await fixture.run(["import", try sample(&random), "--into", fixture.path, "--json"])
      case 1...3:
        run = await fixture.imports(try table(&random, fixture, number), "--on-conflict", policy(&random))
      case 4:
        let plan = try await fixture.planned(
          try table(&random, fixture, number), "--on-conflict", policy(&random))
        run = await fixture.applied(plan)
      case 5, 6:
        run = await fixture.run(["dedupe", fixture.path, "--on-conflict", policy(&random), "--json"])
      default:
        guard let state = states.popLast() else { continue }
        let undone = await fixture.run(["undo", fixture.path, "--json"])
        #expect(undone.json.string("undone") == state.id, "\(undone.output)")
        #expect(await fixture.contents().outputBytes == state.before)
        #expect(await fixture.isSound())
        continue
      }
      run.expectSums()
      #expect(run.json.object("values").number("lost") == 0)
      states.append((try #require(run.json.string("import"), "\(run.output)"), before))
      #expect(await fixture.isSound())
    }
    while let state = states.popLast() {
      #expect(await fixture.run(["undo", fixture.path, state.id]).code == .success)
      #expect(await fixture.contents().outputBytes == state.before)
    }
    #expect(await fixture.contents().outputBytes == empty)
    #expect(await fixture.isSound())
  }

  private func policy(_ random: inout SeededGenerator) -> String {
    random.pick(["keep-both", "newer", "incoming", "existing"])
  }

  private func sample(_ random: inout SeededGenerator) throws -> String {
    Samples.path(random.pick(["bitwarden.json", "bitwarden-organisation.json", "chrome.csv"]))
  }

  /// Rows of few sites, people and passwords, so that they meet.
  private func table(_ random: inout SeededGenerator, _ fixture: ImportFixture, _ number: Int) throws
    -> String
  {
    let rows = (0..<6).map { _ in
      "\(random.pick(["Bank", "Mail", ""])),https://\(random.pick(["a", "b", "www.a"])).example\(random.pick(["", "/x"])),"
        + "\(random.pick(["u", "v", ""])),\(random.pick(["p", "q", "r"])),\(random.pick(["", "n", "m"]))\n"
    }
    return try fixture.file("\(number).csv", "name,url,username,password,note\n" + rows.joined())
  }
}
