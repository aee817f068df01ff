import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// Responses and bundles that go straight into a vault.
@Suite struct ImportResponseTests {
  private static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 7, count: count - 3) + [1, 2, 3]
  }

  /// A vault with two attached files, exported for a request.
  ///
  /// - Parameter count: the length of the first one; a vault keeps a mebibyte in a piece.
  private func exported(
    _ fixture: SealedFixture, count: Int = 1000
  ) async throws -> (vault: VaultFixture, response: String) {
    let vault = try await VaultFixture()
    try await vault.attach(Self.bytes(count), name: "large.bin", file: 1)
    try await vault.attach(Array("canary-attachment-7".utf8), name: "small.txt", file: 2)
    let response = fixture.path("response.json")
    let run = await vault.run(["export", vault.path, "--to", fixture.request, "-o", response])
    #expect(run.code == .success, "\(run.error)")
    return (vault, response)
  }

  /// The hashes of the files of a vault.
  private func files(_ vault: VaultFixture) async throws -> Set<[UInt8]> {
    let run = await vault.run(["convert", vault.path, "--to", "cxf-bundle"])
    #expect(run.code == .success, "\(run.error)")
    let files = try TarFiles(run.outputBytes).files.filter { $0.name != "cxf.json" }
    return try Self.hashes(files.map(\.bytes))
  }

  private static func hashes(_ contents: [[UInt8]]) throws -> Set<[UInt8]> {
    Set(try contents.map { try Digest.hash($0, with: .sha256) })
  }

  private static func expected(_ count: Int = 1000) throws -> Set<[UInt8]> {
    try hashes([bytes(count), Array("canary-attachment-7".utf8)])
  }

  @Test func aResponseGoesStraightIntoAVault() async throws {
    let fixture = try SealedFixture()
    let count = (1 << 20) + 5
    let (_, response) = try await exported(fixture, count: count)
    let target = try await VaultFixture(filled: false)
    let before = target.folder.bytes("v.cxfvault")
    let words = ["import", response, "--into", target.path, "--json"] + fixture.opens
    let key = fixture.keyBytes
    // Looking first uses nothing up.
    let dry = await target.run(words + ["--dry-run"])
    #expect(
      dry.code == .success && target.folder.bytes("v.cxfvault") == before && fixture.keyBytes == key,
      "\(dry.error)")
    let run = await target.run(words)
    #expect(run.code == .success && fixture.isUsed, "\(run.error)")
    run.expectSums()
    #expect(run.items["created"] == 5 && run.items == dry.items)
    #expect(run.json.object("values").number("in") == dry.json.object("values").number("in"))
    for secret in VaultFixture.canaries {
      #expect(!run.output.contains(secret) && !run.error.contains(secret))
    }
    #expect(try await files(target) == Self.expected(count))
    #expect((await target.run(["vault", "check", target.path])).code == .success)
    let again = await target.run(words)
    #expect(again.code == .refused && again.failure == "key-file-used")
    // Undo takes the bytes away again.
    let undone = await target.run(["undo", target.path])
    #expect(undone.code == .success, "\(undone.error)")
    #expect(try await files(target) == [])
    #expect((await target.run(["vault", "check", target.path])).code == .success)
    #expect((await target.run(["list", target.path, "--json"])).json.array("items").isEmpty)
  }

  @Test func theSameAgainChangesNothing() async throws {
    let fixture = try SealedFixture()
    let (vault, _) = try await exported(fixture)
    let bundle = fixture.path("b.tar")
    #expect(
      (await vault.run(["convert", vault.path, "--to", "cxf-bundle", "-o", bundle, "--plaintext"])).code
        == .success)
    let target = try await VaultFixture(filled: false)
    let first = await target.run(["import", bundle, "--into", target.path, "--json"])
    #expect(first.code == .success && first.items["created"] == 5, "\(first.error)")
    let before = try await files(target)
    let list = await target.run(["list", target.path, "--json", "--reveal"])
    let second = await target.run(["import", bundle, "--into", target.path, "--json"])
    #expect(second.code == .success && second.items["identical"] == 5, "\(second.output)")
    second.expectSums()
    #expect(try await files(target) == before && before.count == 2)
    #expect((await target.run(["list", target.path, "--json", "--reveal"])).output == list.output)
    // The same vault by another way adds nothing, either.
    let response = try await fixture.exported(bundle, ["--force"])
    let third = await target.run(["import", response, "--into", target.path, "--json"] + fixture.opens)
    #expect(third.code == .success && third.items["identical"] == 5, "\(third.output)")
    #expect(try await files(target) == before)
    #expect((await target.run(["vault", "check", target.path])).code == .success)
  }

  @Test func theBytesCanComeLater() async throws {
    let fixture = try SealedFixture()
    let (vault, response) = try await exported(fixture)
    let bare = await vault.run(["convert", vault.path, "--to", "cxf", "--allow-loss"])
    let document = try fixture.folder.write("bare.json", bare.outputBytes)
    let target = try await VaultFixture(filled: false)
    let first = await target.run(["import", document, "--into", target.path, "--json"])
    #expect(first.items["created"] == 5, "\(first.error)")
    #expect(try await files(target) == [])
    let second = await target.run(["import", response, "--into", target.path, "--json"] + fixture.opens)
    #expect(second.code == .success, "\(second.error)\(second.output)")
    second.expectSums()
    #expect(second.items["created"] == 0)
    #expect(try await files(target) == Self.expected())
    #expect((await target.run(["vault", "check", target.path])).code == .success)
    _ = await target.run(["undo", target.path])
    #expect(try await files(target) == [])
  }

  @Test func aPlanIsMadeAndAppliedWithTheKeys() async throws {
    let fixture = try SealedFixture()
    let (_, response) = try await exported(fixture)
    let target = try await VaultFixture(filled: false)
    let plan = fixture.path("plan.json")
    let key = fixture.keyBytes
    let planned = await target.run(
      ["import", response, "--into", target.path, "--plan-out", plan] + fixture.opens)
    #expect(planned.code == .success && fixture.keyBytes == key, "\(planned.error)")
    for secret in VaultFixture.canaries + SealedFixture.secrets {
      #expect(!fixture.text("plan.json").contains(secret))
    }
    // Another response of the same vault is another source.
    let other = try SealedFixture()
    let second = try await other.exported(try other.document())
    let wrong = await target.run(
      ["apply", plan, "--into", target.path, "--source", second, "--json"] + other.opens)
    #expect(wrong.code != .success && !other.isUsed, "\(wrong.output)")
    let applied = await target.run(["apply", plan, "--into", target.path, "--json"] + fixture.opens)
    #expect(applied.code == .success && fixture.isUsed, "\(applied.error)\(applied.output)")
    #expect(applied.items["created"] == 5)
    #expect(try await files(target).count == 2)
  }

  @Test func aFailingImportLeavesKeysAndVault() async throws {
    let fixture = try SealedFixture()
    let (vault, response) = try await exported(fixture)
    let target = try await VaultFixture(filled: false)
    let before = target.folder.bytes("v.cxfvault")
    let key = fixture.keyBytes
    func fails(_ code: ExitCode, _ words: [String], answers: [String] = []) async {
      let run = await CommandRun(words, answers: answers)
      run.expectFailure(code, "\(words) \(run.error)", secrets: VaultFixture.canaries + SealedFixture.secrets)
      #expect(fixture.keyBytes == key && target.folder.bytes("v.cxfvault") == before)
    }
    // Keys of another vault; no vault; another key file's phrase; the person says no.
    await fails(.refused, ["import", response, "--into", target.path] + fixture.opens + vault.opens)
    await fails(
      .noInput, ["import", response, "--into", target.folder.path("none")] + fixture.opens + target.opens)
    await fails(.badData, ["import", response, "--into", fixture.request] + fixture.opens + target.opens)
    await fails(
      .refused,
      ["import", response, "--into", target.path, "--key", fixture.key, "--passphrase-file", target.identity]
        + target.opens)
    await fails(
      .refused, ["import", response, "--into", target.path] + fixture.opens + target.opens, answers: ["no"])
    await fails(.refused, ["import", response, "--into", target.path] + target.opens)
    await fails(
      .noInput, ["import", response, "--into", target.path, "--key", fixture.path("none")] + target.opens)
    await fails(
      .badData,
      [
        "import", response, "--into", target.path, "--key", fixture.request, "--passphrase-file",
        fixture.phrase,
      ] + target.opens)
    await fails(
      .refused,
      ["import", response, "--into", target.path, "--fingerprint", "x"] + fixture.opens + target.opens)
  }

  // MARK: Passphrases

  /// A vault that a passphrase opens.
  private func vaultWithPhrase(_ phrase: String) async throws -> (VaultFixture, file: String) {
    let vault = try await VaultFixture(filled: false)
    let file = try vault.folder.write("vault-phrase", Array(phrase.utf8))
    let added = await vault.run([
      "vault", "slots", vault.path, "add", "--output-passphrase-file", file, "--kdf-memory", "19",
    ])
    #expect(added.code == .success, "\(added.error)")
    return (vault, file)
  }

  @Test func vaultAndKeyFileMayShareAPassphraseOrNot() async throws {
    // One for both.
    let (shared, sharedFile) = try await vaultWithPhrase(SealedFixture.passphrase)
    let one = try SealedFixture()
    let first = try await one.exported(try one.document())
    let both = await CommandRun([
      "import", first, "--key", one.key, "--into", shared.path, "--passphrase-file", sharedFile,
    ])
    #expect(both.code == .success && one.isUsed, "\(both.error)")
    // One for each: the key file's is that of the source.
    let (vault, vaultFile) = try await vaultWithPhrase("another phrase")
    let two = try SealedFixture()
    let second = try await two.exported(try two.document())
    let words = ["import", second, "--key", two.key, "--into", vault.path]
    let wrong = await CommandRun(words + ["--passphrase-file", vaultFile])
    wrong.expectFailure(.refused)
    let swapped = await CommandRun(
      words + ["--passphrase-file", two.phrase, "--source-passphrase-file", vaultFile])
    swapped.expectFailure(.refused)
    #expect(!two.isUsed)
    let right = await CommandRun(
      words + ["--passphrase-file", vaultFile, "--source-passphrase-file", two.phrase])
    #expect(right.code == .success && two.isUsed, "\(right.error)")
  }

  @Test func bothAreAskedFor() async throws {
    let (vault, _) = try await vaultWithPhrase("another phrase")
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    let run = await CommandRun(
      ["import", response, "--key", fixture.key, "--into", vault.path],
      answers: [SealedFixture.passphrase, "yes", "another phrase"])
    #expect(run.code == .success && fixture.isUsed, "\(run.error) \(run.prompts)")
    #expect(
      run.prompts.count == 3 && run.prompts[0].contains("key file") && run.prompts[2].contains("v.cxfvault"))
    for prompt in run.prompts { #expect(!prompt.contains("canary")) }
  }

  @Test func theKeyFileOpensByThePassphraseOfEitherRole() async throws {
    for option in ["--passphrase-file", "--source-passphrase-file"] {
      let fixture = try SealedFixture()
      let response = try await fixture.exported(try fixture.document())
      let run = await CommandRun(["open", response, "-o", "-", "--key", fixture.key, option, fixture.phrase])
      #expect(run.code == .success, "\(run.error)")
    }
  }
}

/// A tar file of plain files, read from the front without our reader.
struct TarFiles {
  struct File {
    let name: String
    let bytes: [UInt8]
    let mode: Int
    let time: Int
  }

  private(set) var files: [File] = []

  struct Malformed: Error {}

  init(_ tar: [UInt8]) throws {
    var place = 0
    while place + 512 <= tar.count, tar[place] != 0 {
      func text(_ start: Int, _ count: Int) -> String {
        String(
          decoding: tar[place + start..<place + start + count].prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self
        )
      }
      guard let size = Int(text(124, 12), radix: 8), let mode = Int(text(100, 8), radix: 8),
        let time = Int(text(136, 12), radix: 8), place + 512 + size <= tar.count
      else { throw Malformed() }
      let data = Array(tar[place + 512..<place + 512 + size])
      if tar[place + 156] == UInt8(ascii: "0") {
        files.append(File(name: text(0, 100), bytes: data, mode: mode, time: time))
      }
      place += 512 + (size + 511) / 512 * 512
    }
  }
}
