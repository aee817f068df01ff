import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// `cxf convert --to keepass-xml` and `--to kdbx`.
@Suite struct KeePassWritingTests {
  private let folder: TemporaryFolder
  private let chrome = Samples.path("chrome.csv")

  init() throws { folder = try TemporaryFolder() }

  private func secret(_ text: String, _ name: String = "secret") throws -> String {
    try folder.write(name, Array(text.utf8))
  }

  /// The items of a file as CXF, without the times and names of the document around them.
  private func items(_ words: [String]) async throws -> String {
    let run = await CommandRun(["convert", "--to", "cxf", "--no-input", "--allow-loss"] + words)
    #expect(run.code == .success, "\(run.error)")
    let start = try #require(run.output.range(of: "\"items\""))
    return String(run.output[start.lowerBound...])
  }

  @Test func theXMLNeedsConsentAndIsAFunctionOfTheInput() async throws {
    let output = folder.path("a.xml")
    #expect(await CommandRun("convert", chrome, "--to", "keepass-xml", "-o", output).code == .cannotCreate)
    let first = await CommandRun("convert", chrome, "--to", "keepass-xml")
    let second = await CommandRun("convert", chrome, "--to", "keepass-xml")
    #expect(first.code == .success)
    #expect(first.outputBytes == second.outputBytes)
    #expect(first.output.contains("<KeePassFile>"))
  }

  @Test func theDatabaseOpensWithItsPassphraseAlone() async throws {
    let output = folder.path("a.kdbx")
    let words = ["convert", chrome, "--to", "kdbx", "-o", output, "--no-input"]
    #expect(await CommandRun(words).code == .refused)
    #expect(folder.bytes("a.kdbx") == nil)
    let made = await CommandRun(words + ["--output-passphrase-file", try secret("a passphrase\n")])
    #expect(made.code == .success, "\(made.error)")
    let asXML = await CommandRun(
      "convert", chrome, "--to", "keepass-xml", "-o", folder.path("a.xml"), "--plaintext")
    #expect(asXML.code == .success)
    let opened = try await items([output, "--source-passphrase-file", try secret("a passphrase")])
    #expect(try await items([folder.path("a.xml")]) == opened)
    let wrong = await CommandRun(
      "inspect", output, "--no-input", "--source-passphrase-file", try secret("another", "wrong"))
    #expect(wrong.code == .refused)
  }

  @Test func aPromptAsksTwice() async throws {
    let run = await CommandRun(
      ["convert", chrome, "--to", "kdbx", "-o", folder.path("a.kdbx")], answers: ["typed", "typed"])
    #expect(run.code == .success, "\(run.error)")
    #expect(run.prompts.count == 2)
  }

  @Test func aKeyFileAloneIsEnoughWhenThereIsNoPassphrase() async throws {
    let key = try folder.write("key", Array(repeating: 7, count: 32))
    let output = folder.path("a.kdbx")
    let words = ["convert", chrome, "--to", "kdbx", "-o", output, "--no-input", "--no-passphrase"]
    #expect(await CommandRun(words).code == .usage)
    let made = await CommandRun(words + ["--key-file", key])
    #expect(made.code == .success, "\(made.error)")
    #expect(try await items([output, "--key-file", key, "--no-passphrase"]).contains("\"credentials\""))
    #expect(await CommandRun("inspect", output, "--no-input", "--no-passphrase").code == .refused)
    let empty = await CommandRun(
      words + ["--output-key-file", try folder.write("empty", []), "--force"])
    #expect(empty.code == .refused)
  }

  @Test func ciphertextGoesToNoTerminal() async throws {
    let run = await CommandRun(
      ["convert", chrome, "--to", "kdbx", "--no-input", "--output-passphrase-file", try secret("p")],
      outputIsTerminal: true)
    #expect(run.code == .cannotCreate)
  }

  @Test func aDryRunAsksForNothing() async {
    #expect(
      await CommandRun("convert", chrome, "--to", "kdbx", "--dry-run", "--no-input").code == .success)
  }

  @Test func attachedFilesComeAlong() async throws {
    let sample = Samples.path("harbour.kdbx")
    let source = ["--source-passphrase-file", try secret("harbour")]
    let output = folder.path("a.xml")
    let made = await CommandRun(
      ["convert", sample, "--to", "keepass-xml", "-o", output, "--plaintext", "--no-input"] + source)
    #expect(made.code == .success || made.code == .negative, "\(made.error)")
    let before = await CommandRun(
      ["convert", sample, "--to", "cxf-bundle", "--no-input", "--allow-loss"] + source)
    let after = await CommandRun("convert", output, "--to", "cxf-bundle", "--no-input", "--allow-loss")
    #expect(after.code == .success, "\(after.error)")
    #expect(after.output.contains("documents/") == before.output.contains("documents/"))
  }
}
