import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// KeePass databases as vaults, on the command line.
@Suite struct KeePassVaultTests {
  private let folder: TemporaryFolder
  private let passphrase: String

  init() throws {
    folder = try TemporaryFolder()
    passphrase = try folder.write("passphrase", Array("harbour\n".utf8))
  }

  private static let password = "canary-s3cret-of-nora"

  private func run(_ words: String...) async -> CommandRun {
    await CommandRun(words + ["--passphrase-file", passphrase, "--no-input"])
  }

  private func sample(_ name: String) throws -> String {
    try folder.write(name, Samples.bytes("Samples/\(name)"))
  }

  private func table(_ password: String = Self.password) throws -> String {
    try folder.write(
      "in.csv",
      Array("name,url,username,password,note\nNew,https://new.example/,nora,\(password),\n".utf8))
  }

  @Test func anImportIsListedShownAndUndone() async throws {
    let vault = try sample("harbour-3.kdbx")
    let before = await run("list", vault)
    #expect(before.code == .success, "\(before.error)")
    let imported = await run("import", try table(), "--into", vault)
    #expect(imported.code == .success, "\(imported.error)")
    #expect(imported.error.contains("KDBX 3.1 and is one of KDBX 4 now"))
    let list = await run("list", vault, "title:New")
    #expect(list.output.contains("new.example"))
    let shown = await run("show", vault, "New")
    #expect(shown.code == .success)
    let revealed = await run("show", vault, "New", "--reveal", "--json")
    #expect(revealed.output.contains(Self.password))
    let history = await run("history", vault)
    #expect(history.output.contains("1 created"))
    let checked = await run("vault", "check", vault, "--json")
    #expect(checked.code == .success, "\(checked.output)")
    let undone = await run("undo", vault)
    #expect(undone.code == .success, "\(undone.error)")
    #expect(await run("list", vault).output == before.output)
    // No secret where none was asked for, nor in a file left over.
    for part in [imported, list, shown, history, checked, undone] {
      #expect(!(part.output + part.error).contains(Self.password))
    }
    #expect(folder.names == ["harbour-3.kdbx", "harbour-3.kdbx.old", "in.csv", "passphrase"])
    #expect(folder.bytes("harbour-3.kdbx.old") != nil)
  }

  @Test func aDryRunChangesNothingAndAPlanIsFollowed() async throws {
    let vault = try sample("harbour.kdbx")
    let bytes = folder.bytes("harbour.kdbx")
    let plan = folder.path("plan.json")
    #expect(await run("import", try table(), "--into", vault, "--dry-run").code == .success)
    let planned = await run("import", try table(), "--into", vault, "--plan-out", plan)
    #expect(planned.code == .success, "\(planned.error)")
    #expect(folder.bytes("harbour.kdbx") == bytes)
    let applied = await run("apply", plan, "--into", vault)
    #expect(applied.code == .success, "\(applied.error)")
    // The vault is another one now.
    #expect(await run("apply", plan, "--into", vault).code == .negative)
    #expect(await run("dedupe", vault, "--dry-run").code == .success)
  }

  @Test func aDatabaseIsImportedIntoAnotherOneWithKeysOfTheirOwn() async throws {
    let vault = folder.path("new.kdbx")
    let other = try folder.write("other", Array("other".utf8))
    let keyFile = try folder.write("key", Array((0..<32).map { UInt8($0) }))
    let made = await CommandRun([
      "vault", "create", vault, "--output-passphrase-file", other, "--key-file", keyFile, "--kdf-memory",
      "19",
    ])
    #expect(made.code == .success, "\(made.error)")
    let source = try sample("harbour.kdbx")
    func importing(_ words: String...) async -> CommandRun {
      await CommandRun(["import", source, "--into", vault, "--no-input"] + words)
    }
    let swapped = await importing(
      "--key-file", keyFile, "--passphrase-file", passphrase, "--source-passphrase-file", other)
    #expect(swapped.code == .refused, "\(swapped.error)")
    let without = await importing("--passphrase-file", other, "--source-passphrase-file", passphrase)
    #expect(without.code == .refused, "\(without.error)")
    let right = await importing(
      "--key-file", keyFile, "--passphrase-file", other, "--source-passphrase-file", passphrase)
    #expect([.success, .negative].contains(right.code), "\(right.error)")
    let list = await CommandRun(["list", vault, "--passphrase-file", other, "--key-file", keyFile])
    #expect(list.code == .success, "\(list.error)")
    #expect(list.output.contains("ferry.example"))
  }

  @Test func aNewDatabaseIsMadeAndGetsAnotherPassphrase() async throws {
    let vault = folder.path("new.kdbx")
    let other = try folder.write("other", Array("other".utf8))
    let made = await CommandRun([
      "vault", "create", vault, "--output-passphrase-file", passphrase, "--kdf-memory", "19", "--json",
    ])
    #expect(made.code == .success, "\(made.error)")
    #expect(folder.mode("new.kdbx") == 0o600)
    #expect(await run("import", try table(), "--into", vault).code == .success)
    let changed = await run("vault", "passphrase", vault, "--output-passphrase-file", other)
    #expect(changed.error.contains("'\(vault).old' is the file of before"))
    #expect(changed.code == .success, "\(changed.error)")
    let wrong = await run("list", vault)
    #expect(wrong.code == .refused)
    #expect(wrong.error.contains("--key-file"))
    let right = await CommandRun(["list", vault, "--passphrase-file", other])
    #expect(right.output.contains("new.example"))
    #expect(
      await CommandRun(["vault", "create", vault, "--output-passphrase-file", passphrase]).code
        == .cannotCreate)
  }

  @Test func whatDoesNotApplyIsSaid() async throws {
    let vault = try sample("harbour.kdbx")
    for words in [
      ["slots", vault], ["rotate", vault], ["compact", vault], ["slots", vault, "remove", "00"],
    ] {
      let run = await CommandRun(["vault"] + words + ["--passphrase-file", passphrase])
      #expect(run.code == .usage)
      #expect(run.error.contains("is a KeePass database"))
    }
    let age = await CommandRun(["vault", "create", folder.path("a.kdbx"), "--recipient", "age1qqq"])
    #expect(age.code == .usage)
    let none = await CommandRun(["vault", "create", folder.path("a.kdbx"), "--no-passphrase"])
    #expect(none.code == .usage)
  }

  @Test func aKeyFileOpensTheVaultAndAnotherOneTheInput() async throws {
    let key = try folder.write("key", [UInt8](repeating: 7, count: 32))
    let vault = folder.path("new.kdbx")
    let made = await CommandRun([
      "vault", "create", vault, "--no-passphrase", "--key-file", key, "--kdf-memory", "19",
    ])
    #expect(made.code == .success, "\(made.error)")
    let input = try table()
    let imported = await CommandRun(["import", input, "--into", vault, "--no-passphrase", "--key-file", key])
    #expect(imported.code == .success, "\(imported.error)")
    let listed = await CommandRun(["list", vault, "--no-passphrase", "--key-file", key])
    #expect(listed.output.contains("new.example"))
    #expect(await CommandRun(["list", vault, "--no-passphrase"]).code == .refused)
  }

  @Test func aTamperedDatabaseIsRefused() async throws {
    var bytes = Samples.bytes("Samples/harbour.kdbx")
    bytes[bytes.count / 2] ^= 1
    let vault = try folder.write("v.kdbx", bytes)
    let run = await run("import", try table(), "--into", vault)
    #expect(run.code == .badData)
    #expect(folder.bytes("v.kdbx") == bytes)
  }
}
