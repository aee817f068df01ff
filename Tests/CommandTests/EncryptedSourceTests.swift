import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Testing

/// Inputs that open with a password of their own, also a folder.
@Suite struct EncryptedSourceTests {
  private static let vectors = "\(Samples.root)/Tests/CXFFormatsTests/Vectors"
  static let sources = ["opvault/Sable.opvault", "opvault/Sable.zip", "bitwarden/pbkdf2.json"]

  private func secret(_ fixture: ImportFixture, _ password: String) throws -> [String] {
    ["--source-passphrase-file", try fixture.file("source-password", password)]
  }

  @Test(arguments: sources)
  func areImportedAndKnownAgain(_ source: String) async throws {
    let fixture = try await ImportFixture()
    let words = ["import", "\(Self.vectors)/\(source)", "--into", fixture.path, "--json"]
    let first = await fixture.run(words + (try secret(fixture, "sable otter 41\n")))
    #expect(first.code == .success)
    let created = first.json.object("items").number("created")
    #expect(created == (source.hasPrefix("opvault") ? 5 : 1))
    let second = await fixture.run(words + (try secret(fixture, "sable otter 41")))
    #expect(second.json.object("items").number("identical") == created)
  }

  @Test(arguments: sources)
  func aPlanOfThemIsApplied(_ source: String) async throws {
    let fixture = try await ImportFixture()
    let input = "\(Self.vectors)/\(source)"
    let words = try secret(fixture, "sable otter 41")
    let plan = "\(fixture.vault.folder.path)/plan.json"
    let planned = await fixture.run(["import", input, "--into", fixture.path, "--plan-out", plan] + words)
    #expect(planned.code == .success, "\(planned.error)")
    let applied = await fixture.run(
      ["apply", plan, "--into", fixture.path, "--source", input, "--json"] + words)
    #expect(applied.code == .success, "\(applied.error)\(applied.output)")
    #expect(await fixture.history().count == 1)
  }

  @Test(arguments: sources)
  func theCodeTellsNoPasswordFromAWrongOne(_ source: String) async throws {
    let fixture = try await ImportFixture()
    let words = ["convert", "\(Self.vectors)/\(source)", "--to", "cxf", "-o", "-", "--no-input"]
    let without = await CommandRun(words)
    #expect(without.code == .refused && without.error.contains("opens with its password"))
    let wrong = await CommandRun(words + (try secret(fixture, "sable otter 42")))
    #expect(wrong.code == .refused && wrong.error.contains("does not open"))
    #expect(without.outputBytes.isEmpty && wrong.outputBytes.isEmpty)
  }
}
