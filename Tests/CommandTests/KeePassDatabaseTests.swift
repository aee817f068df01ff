import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Databases of KeePass on the command line.
@Suite struct KeePassDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func passphrase(_ text: String) throws -> [String] {
    ["--source-passphrase-file", try folder.write("passphrase", Array(text.utf8))]
  }

  @Test func aPassphraseOpensIt() async throws {
    let sample = Samples.path("harbour.kdbx")
    let run = await CommandRun(
      ["convert", sample, "--to", "cxf", "--dry-run", "--no-input"] + (try passphrase("harbour\n")))
    #expect(run.code == .negative)
    #expect(run.output.contains("values: in "))
    let wrong = await CommandRun(["inspect", sample, "--no-input"] + (try passphrase("port")))
    #expect(wrong.code == .refused)
    #expect(await CommandRun("inspect", sample, "--no-input").code == .refused)
    #expect(await CommandRun("inspect", sample, "--no-input", "--no-passphrase").code == .refused)
  }

  @Test func aKeyFileIsForDatabasesAlone() async throws {
    let key = try folder.write("key", [1, 2, 3])
    #expect(await CommandRun("inspect", Samples.path("chrome.csv"), "--key-file", key).code == .usage)
    let missing = await CommandRun(
      ["inspect", Samples.path("harbour.kdbx"), "--key-file", folder.path("none")]
        + (try passphrase("harbour")))
    #expect(missing.code == .noInput)
    let other = await CommandRun(
      ["inspect", Samples.path("harbour.kdbx"), "--key-file", key] + (try passphrase("harbour")))
    #expect(other.code == .refused)
    let empty = await CommandRun(
      ["inspect", Samples.path("harbour.kdbx"), "--key-file", try folder.write("empty", [])]
        + (try passphrase("harbour")))
    #expect(empty.code == .refused)
    #expect(empty.error.contains("it is empty"))
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B091-key.keyx"), "the cases are not here"))
  func aKeyFileOpensWithAndWithoutAPassphrase() async throws {
    let cases = "\(SharedFiles.folder ?? "")/cases/bugs"
    func inspect(_ name: String, _ words: [String]) async -> CommandRun {
      await CommandRun(
        ["inspect", "\(cases)/B091-\(name).kdbx", "--key-file", "\(cases)/B091-key.keyx"] + words)
    }
    #expect(await inspect("no-password", ["--no-passphrase"]).code == .success)
    #expect(await inspect("empty-password", ["--no-passphrase"]).code == .refused)
    let empty = try passphrase("")
    #expect(await inspect("empty-password", empty).code == .success)
    #expect(await inspect("no-password", empty).code == .success)
    #expect(await inspect("no-password", try passphrase("x")).code == .refused)
  }
}
