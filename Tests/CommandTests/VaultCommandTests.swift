import CXFCommandLine
import CXFCommands
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct VaultCommandTests {
  /// The cheapest passphrase that is allowed.
  private static let cheap = ["--kdf-memory", "19"]

  private func slots(_ run: CommandRun) -> [String] {
    run.json.array("slots").compactMap { $0.string("kind") }
  }

  private func isOpened(_ path: String, _ words: String...) async -> ExitCode {
    await CommandRun(["list", path, "--no-input"] + words).code
  }

  @Test func aPassphraseIsAskedForTwice() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.cxfvault"
    let run = await CommandRun(
      ["vault", "create", path, "--json"] + Self.cheap, answers: ["open ä", "open ä"])
    #expect(run.code == .success, "\(run.error)")
    #expect(run.prompts.count == 2 && run.prompts[0].contains("a.cxfvault"))
    #expect(run.json.number("version") == 1 && slots(run) == ["passphrase"])
    #expect(folder.mode("a.cxfvault") == 0o600)
    #expect(folder.names == ["a.cxfvault"])
    let asked = await CommandRun(["list", path, "--json"], answers: ["open ä"])
    #expect(asked.code == .success && asked.prompts.count == 1)
    #expect(await CommandRun(["list", path], answers: ["open a"]).code == .refused)
    let differing = "\(folder.path)/b.cxfvault"
    #expect(await CommandRun(["vault", "create", differing], answers: ["a", "b"]).code == .refused)
    #expect(await CommandRun(["vault", "create", differing], answers: ["", ""]).code == .refused)
    #expect(folder.names == ["a.cxfvault"])
  }

  @Test(arguments: ["--passphrase-file", "--output-passphrase-file"], ["x y", "x y\n", "x y\r\n"])
  func aFileGivesThePassphraseUpToItsLastLineEnd(_ option: String, _ content: String) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.cxfvault"
    let file = try folder.write("p", Array(content.utf8))
    #expect(await CommandRun(["vault", "create", path, option, file] + Self.cheap).code == .success)
    #expect(await CommandRun(["list", path], answers: ["x y"]).code == .success)
    let other = try folder.write("q", Array("x y\n\n".utf8))
    #expect(await isOpened(path, "--passphrase-file", other) == .refused)
  }

  @Test func aPassphraseComesFromADescriptorOnce() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.cxfvault"
    let file = try folder.write("p", Array("secret\n".utf8))
    let handle = try #require(FileHandle(forReadingAtPath: file))
    let number = String(handle.fileDescriptor)
    #expect(
      await CommandRun(["vault", "create", path, "--passphrase-fd", number] + Self.cheap).code == .success)
    #expect(await isOpened(path, "--passphrase-file", file) == .success)
    let twice = await CommandRun(
      "vault", "passphrase", path, "--passphrase-fd", number, "--output-passphrase-fd", number)
    #expect(twice.code == .usage)
    let both = await CommandRun("list", path, "--passphrase-fd", number, "--passphrase-file", file)
    #expect(both.code == .usage)
    let broken = try folder.write("broken", [0x61, 0xFF])
    #expect(await isOpened(path, "--passphrase-file", broken) == .refused)
    #expect(await isOpened(path, "--passphrase-file", "\(folder.path)/none") == .noInput)
  }

  @Test func aRecipientNeedsNoPassphraseAndCanHaveOne() async throws {
    let vault = try await VaultFixture(filled: false)
    #expect(await isOpened(vault.path, "--identity", vault.identity) == .success)
    #expect(await isOpened(vault.path) == .refused)
    #expect(await isOpened(vault.path, "--no-passphrase") == .refused)
    let file = try vault.folder.write("p", Array("x".utf8))
    let both = "\(vault.folder.path)/both.cxfvault"
    let run = await CommandRun(
      [
        "vault", "create", both, "--recipient", vault.recipient, "--recipient", vault.recipient.uppercased(),
        "--json",
        "--output-passphrase-file", file,
      ] + Self.cheap)
    #expect(slots(run).sorted() == ["passphrase", "recipient"])
    #expect(run.json.array("slots").compactMap { $0.string("recipient") } == [vault.recipient])
    #expect(await isOpened(both, "--identity", vault.identity) == .success)
    #expect(await isOpened(both, "--passphrase-file", file) == .success)
    // A key that opens nothing does not stand in the way of the passphrase.
    let stranger = try await VaultFixture(filled: false)
    #expect(await isOpened(both, "--identity", stranger.identity, "--passphrase-file", file) == .success)
    #expect(await isOpened(both, "--identity", stranger.identity) == .refused)
  }

  @Test func mistakesAreToldBeforeSecretsAreAskedFor() async throws {
    let vault = try await VaultFixture(filled: false)
    func code(_ words: String...) async -> (ExitCode, Int) {
      let run = await CommandRun(["vault"] + words, answers: ["a", "a"])
      return (run.code, run.prompts.count)
    }
    #expect(await code("create", vault.path) == (.cannotCreate, 0))
    #expect(await !CommandRun("vault", "create", vault.path).error.contains("--force"))
    #expect(await code("create", "\(vault.folder.path)/none/a.cxfvault") == (.cannotCreate, 0))
    #expect(await code("create", "\(vault.folder.path)/x.KDBX", "--no-passphrase") == (.usage, 0))
    #expect(await code("create", "\(vault.folder.path)/x", "--no-passphrase") == (.usage, 0))
    #expect(await code("create", "\(vault.folder.path)/x", "--recipient", "age1nonsense") == (.usage, 0))
    #expect(await code("create", "\(vault.folder.path)/x", "--kdf-memory", "18") == (.usage, 0))
    for command in ["check", "passphrase", "rotate", "compact", "slots"] {
      #expect(await code(command, "\(vault.folder.path)/none") == (.noInput, 0))
      #expect(await code(command, vault.folder.path) == (.noInput, 0))
      #expect(await code(command, vault.identity) == (.badData, 0))
    }
    let secret = AgeIdentity.text(vault.key).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let private1 = await CommandRun("vault", "create", "\(vault.folder.path)/x", "--recipient", secret)
    #expect(private1.code == .usage && !private1.error.contains(secret))
    #expect(vault.folder.names == ["key.txt", "v.cxfvault"])
  }

  @Test func withoutATerminalTheHintNamesTheOptions() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.cxfvault"
    let run = await CommandRun("vault", "create", path, "--json")
    #expect(run.code == .refused)
    #expect(run.json.object("error").string("code") == "passphrase-needed")
    #expect(run.json.object("error").string("hint")?.contains("--passphrase-file") == true)
    #expect(folder.names.isEmpty)
  }

  @Test func checkFindsDamage() async throws {
    let vault = try await VaultFixture()
    let whole = await vault.run(["vault", "check", vault.path, "--json"])
    #expect(whole.code == .success, "\(whole.error)")
    #expect(whole.json.string("result") == "ok")
    #expect(whole.json.object("counts").number("items") == 3)
    var bytes = vault.folder.bytes("v.cxfvault") ?? []
    let half = bytes.count / 2
    for index in half..<(half + 4000) where index < bytes.count { bytes[index] ^= 0x55 }
    let broken = try vault.folder.write("broken", bytes)
    let run = await vault.run(["vault", "check", broken, "--json"])
    #expect(run.code == .badData)
    #expect(run.json.object("error").string("code") == "vault-damaged")
  }

  @Test func thePassphraseChanges() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.cxfvault"
    let old = try folder.write("old", Array("old".utf8))
    let new = try folder.write("new", Array("new".utf8))
    #expect(
      await CommandRun(["vault", "create", path, "--passphrase-file", old] + Self.cheap).code == .success)
    let run = await CommandRun(
      ["vault", "passphrase", path, "--passphrase-file", old, "--output-passphrase-file", new, "--json"]
        + Self.cheap)
    #expect(run.code == .success, "\(run.error)")
    #expect(slots(run) == ["passphrase"])
    #expect(await isOpened(path, "--passphrase-file", old) == .refused)
    #expect(await isOpened(path, "--passphrase-file", new) == .success)
    let asked = await CommandRun(
      ["vault", "passphrase", path] + Self.cheap, answers: ["new", "third", "third"])
    #expect(asked.code == .success && asked.prompts.count == 3)
    #expect(await CommandRun(["list", path], answers: ["third"]).code == .success)
  }

  @Test func slotsComeAndGoAndTheLastStays() async throws {
    let vault = try await VaultFixture()
    let friend = try await VaultFixture(filled: false)
    let listed = await vault.run(["vault", "slots", vault.path, "--json"])
    let first = try #require(listed.json.array("slots").first?.string("id"))
    #expect(first.utf8.count == 32)
    let last = await vault.run(["vault", "slots", vault.path, "remove", first])
    #expect(last.code == .negative)
    #expect(last.error.contains("last"))
    let added = await vault.run([
      "vault", "slots", vault.path, "add", "--recipient", friend.recipient, "--json",
    ])
    #expect(added.code == .success, "\(added.error)")
    #expect(slots(added) == ["recipient", "recipient"])
    #expect(await isOpened(vault.path, "--identity", friend.identity) == .success)
    #expect(await vault.run(["vault", "slots", vault.path, "remove", "ffff-none"]).code == .negative)
    let removed = await CommandRun(
      "vault", "slots", vault.path, "remove", String(first.prefix(12)), "--json", "--identity",
      friend.identity)
    #expect(removed.json.array("slots").compactMap { $0.string("recipient") } == [friend.recipient])
    #expect(await isOpened(vault.path, "--identity", vault.identity) == .refused)
    #expect(await isOpened(vault.path, "--identity", friend.identity) == .success)
    #expect(await vault.run(["vault", "slots", vault.path, "add", "abc"]).code == .usage)
    #expect(await vault.run(["vault", "slots", vault.path, "remove"]).code == .usage)
  }

  @Test func rotationAsksBeforeItDropsASlot() async throws {
    let vault = try await VaultFixture()
    let file = try vault.folder.write("p", Array("x".utf8))
    let added = await vault.run(
      ["vault", "slots", vault.path, "add", "--output-passphrase-file", file, "--json"] + Self.cheap)
    #expect(slots(added).sorted() == ["passphrase", "recipient"], "\(added.error)")
    let silent = await vault.run(["vault", "rotate", vault.path])
    #expect(silent.code == .negative && silent.error.contains("--drop-slots"))
    let no = await CommandRun(["vault", "rotate", vault.path] + vault.opens, answers: ["no"])
    #expect(no.code == .negative && no.prompts.count == 1)
    #expect(await isOpened(vault.path, "--passphrase-file", file) == .success)
    let yes = await CommandRun(["vault", "rotate", vault.path, "--json"] + vault.opens, answers: ["yes"])
    #expect(yes.code == .success, "\(yes.error)")
    #expect(slots(yes) == ["recipient"])
    #expect(yes.json.array("dropped").compactMap { $0.string("kind") } == ["passphrase"])
    #expect(await isOpened(vault.path, "--passphrase-file", file) == .refused)
    #expect(await vault.run(["list", vault.path, "--json"]).json.array("items").count == 3)
    #expect(await vault.run(["vault", "check", vault.path]).code == .success)
  }

  @Test func rotationKeepsThePassphraseThatIsGiven() async throws {
    let vault = try await VaultFixture()
    let file = try vault.folder.write("p", Array("x".utf8))
    _ = await vault.run(["vault", "slots", vault.path, "add", "--output-passphrase-file", file] + Self.cheap)
    let run = await vault.run(["vault", "rotate", vault.path, "--passphrase-file", file, "--json"])
    #expect(run.code == .success, "\(run.error)")
    #expect(slots(run).sorted() == ["passphrase", "recipient"] && run.json.array("dropped").isEmpty)
    #expect(await isOpened(vault.path, "--passphrase-file", file) == .success)
    let other = try vault.folder.write("q", Array("y".utf8))
    let wrong = await vault.run(["vault", "rotate", vault.path, "--passphrase-file", other, "--json"])
    #expect(wrong.code == .negative)
    #expect(await isOpened(vault.path, "--passphrase-file", file) == .success)
    let allowed = await vault.run(["vault", "rotate", vault.path, "--drop-slots", "--json"])
    #expect(allowed.json.array("dropped").count == 1)
  }

  @Test func aVaultThatIsBeingChangedIsBusyAndNamesTheOwner() async throws {
    let vault = try await VaultFixture()
    let store = try await vault.store()
    let run = try await store.write { _ in await vault.run(["vault", "compact", vault.path, "--json"]) }
    #expect(run.code == .inputOutput)
    #expect(run.json.object("error").string("code") == "vault-busy")
    #expect(run.json.object("error").string("message")?.contains("process \(getpid())") == true)
    // Looking at it is possible all the while.
    let listed = try await store.write { _ in await vault.run(["list", vault.path, "--json"]) }
    #expect(listed.code == .success)
  }

  @Test(arguments: [
    (VaultError.damaged("x"), ExitCode.badData, "vault-damaged"),
    (.unknownVersion(2), .badData, "vault-version"),
    (.wrongKey, .refused, "wrong-key"), (.keyDerivationLimit("x"), .badData, "key-derivation-limit"),
    (.busy("x"), .inputOutput, "vault-busy"), (.storage("x"), .inputOutput, "vault-storage"),
    (.cannotCreate("x"), .cannotCreate, "cannot-create"),
  ])
  func eachFailureHasItsStatus(_ error: VaultError, _ status: ExitCode, _ code: String) {
    #expect(error.exitCode == status && error.code == code)
    #expect(FailureReport(error).exitCode == status)
  }

  @Test func theLimitOfKeyDerivationIsANumberAndAHint() async throws {
    #expect(VaultError.keyDerivationLimit("").hint?.contains("--kdf-limit") == true)
    let vault = try await VaultFixture(filled: false)
    #expect(await vault.run(["list", vault.path, "--kdf-limit", "2048"]).code == .success)
    #expect(await vault.run(["list", vault.path, "--kdf-limit", "much"]).code == .usage)
    #expect(await vault.run(["list", vault.path, "--kdf-limit", "0"]).code == .usage)
  }

  @Test func compactKeepsTheContent() async throws {
    let vault = try await VaultFixture()
    let before = await vault.run(["list", vault.path, "--json", "--reveal"])
    #expect(await vault.run(["vault", "compact", vault.path, "--json"]).code == .success)
    #expect(await vault.run(["list", vault.path, "--json", "--reveal"]).outputBytes == before.outputBytes)
  }

  @Test func groupsHaveHelp() async {
    let group = await CommandRun("help", "vault")
    #expect(group.output.contains("USAGE: cxf vault <subcommand>"))
    for name in ["create", "check", "passphrase", "rotate", "compact", "slots"] {
      let run = await CommandRun("vault", name, "--help")
      #expect(run.code == .success && run.output.contains("USAGE: cxf vault \(name)"))
      #expect(await CommandRun("help", "vault", name).output == run.output)
    }
    #expect(await CommandRun("vault", "frob").code == .usage)
  }
}
