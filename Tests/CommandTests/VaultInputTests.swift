import CXFCommandLine
import CXFCommands
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// A vault where an export is expected.
@Suite struct VaultInputTests {
  @Test func convertsToTheDocumentThatFilledIt() async throws {
    let vault = try await VaultFixture()
    let run = await vault.run(["convert", vault.path, "--to", "cxf"])
    #expect(run.code == .success, "\(run.error)")
    #expect(run.json.string("exporterRpId") == "exporter.example")
    let account = try #require(run.json.array("accounts").first)
    #expect(run.json.array("accounts").count == 1)
    #expect(account.string("id") == "qg" && account.string("username") == "owner")
    #expect(account.string("fullName") == "The Owner" && account["extensions"] == nil)
    let decoded = try CXFDecoder().decode(run.outputBytes).header
    #expect(Set(decoded.accounts[0].items) == Set(VaultFixture.items.map(\.item)))
    #expect(run.error.contains("lost 0"))
    let line = try #require(run.error.split(separator: "\n").last)
    let values = line.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(values.count == 5 && values[0] == values[1] && values[0] > 20)
  }

  @Test func otherTargetsAccountForEveryValue() async throws {
    let vault = try await VaultFixture()
    let run = await vault.run(["convert", vault.path, "--to", "chrome-csv", "--dry-run", "--json"])
    #expect(run.code == .negative)
    #expect(run.json.object("source").string("format") == "cxfvault")
    let values = run.json.object("values")
    let parts = ["carried", "converted", "repaired", "lost"].compactMap { values.number($0) }
    #expect(values.number("in") == parts.reduce(0, +))
    let positions = run.json.array("findings").map { $0.object("position") }
    #expect(positions.contains { $0.string("pointer") == "/accounts/0/items/2/credentials/2/fields/0/value" })
    #expect(positions.allSatisfy { $0["line"] == nil && $0["byte"] == nil })
    for canary in VaultFixture.canaries { #expect(!run.output.contains(canary)) }
  }

  @Test func theBytesOfAnAttachmentAreNotedAsLost() async throws {
    let vault = try await VaultFixture(filled: false)
    let blob = Identifier([UInt8](repeating: 7, count: 16))
    let item = VaultItem(
      item: Item(
        id: Identifier([1]), title: "With a file",
        credentials: [
          .file(
            FileReference(
              id: Identifier([2]), name: "a.txt", decryptedSize: 3, integrityHash: OpaqueBytes([1, 2])))
        ]),
      attachments: [
        VaultAttachment(
          file: Identifier([2]), blob: blob, count: 3, sha256: try Digest.hash([1, 2, 3], with: .sha256))
      ])
    try await vault.store().write { transaction in
      try await transaction.put([1, 2, 3], 0, isLast: true, blob: blob)
      try await transaction.put([item], keys: [MatchKeys()], scheme: 1)
    }
    let words = ["convert", vault.path, "--to", "cxf", "--dry-run", "--json"]
    let run = await vault.run(words)
    #expect(run.code == .negative)
    #expect(run.json.object("values").number("lost") == 1)
    let lost = run.json.array("findings").filter { $0.string("code") == "attachment-bytes-lost" }
    #expect(lost.map { $0.string("item") } == ["With a file"])
    #expect(await vault.run(words + ["--allow-loss"]).code == .success)
  }

  @Test func identifyAndFormatsNameIt() async throws {
    let vault = try await VaultFixture(filled: false)
    let run = await CommandRun("identify", vault.path, "--json")
    #expect(run.json.array("inputs").first?.string("format") == "cxfvault")
    let row = await CommandRun("formats", "--json").json.array("formats").first {
      $0.string("id") == "cxfvault"
    }
    #expect(row?["reads"] as? Bool == true && row?["writes"] as? Bool == false)
  }

  @Test func inspectAndValidateOpenIt() async throws {
    let vault = try await VaultFixture()
    let inspected = await vault.run(["inspect", vault.path, "--json"])
    #expect(inspected.json.object("counts").number("items") == 3)
    #expect(inspected.json.object("counts").number("collections") == 2)
    let judged = await vault.run(["validate", vault.path, "--json"])
    #expect(judged.json.object("summary").number("items") == 3)
    #expect(judged.code == .success, "\(judged.output)")
  }

  @Test func isReadFromStandardInput() async throws {
    let vault = try await VaultFixture()
    let bytes = vault.folder.bytes("v.cxfvault") ?? []
    let piped = await vault.run(["convert", "-", "--to", "cxf"], input: bytes)
    #expect(piped.code == .success, "\(piped.error)")
    let named = await vault.run(["convert", vault.path, "--to", "cxf"])
    #expect(piped.outputBytes == named.outputBytes)
  }

  @Test func theInputIsLookedAtBeforeSecretAndConsent() async throws {
    let vault = try await VaultFixture(filled: false)
    let output = ["--to", "cxf", "-o", "\(vault.folder.path)/out"]
    let stranger = try await VaultFixture(filled: false)
    #expect(
      await CommandRun(["convert", "\(vault.folder.path)/none"] + output + vault.opens).code == .noInput)
    #expect(await CommandRun(["convert", vault.path] + output + ["--no-input"]).code == .refused)
    #expect(await CommandRun(["convert", vault.path] + output + stranger.opens).code == .refused)
    #expect(await CommandRun(["convert", vault.path] + output + vault.opens).code == .cannotCreate)
  }

  @Test func aDamagedVaultIsBadContentWhenJudgedAndBadDataElsewhere() async throws {
    let vault = try await VaultFixture()
    var bytes = vault.folder.bytes("v.cxfvault") ?? []
    bytes[bytes.count - 100] ^= 1
    bytes[bytes.count / 2] ^= 1
    let broken = try vault.folder.write("broken", bytes)
    #expect(await vault.run(["convert", broken, "--to", "cxf"]).code == .badData)
    let judged = await vault.run(["validate", broken, "--json"])
    #expect(judged.code == .negative)
    #expect(judged.json.array("findings").first?.string("code") == "vault-damaged")
  }

  @Test func standardInputIsHadOnce() async throws {
    let vault = try await VaultFixture(filled: false)
    let bytes = vault.folder.bytes("v.cxfvault") ?? []
    let run = await CommandRun(["convert", "-", "--to", "cxf", "--passphrase-fd", "0"], input: bytes)
    #expect(run.code == .usage)
    let piped = await CommandRun(
      ["convert", vault.path, "--to", "cxf", "--passphrase-fd", "0"], input: Array("x\n".utf8))
    #expect(piped.code == .refused)
  }

  @Test func theOutputIsNeverTheVault() async throws {
    let vault = try await VaultFixture(filled: false)
    let run = await vault.run([
      "convert", vault.path, "--to", "cxf", "-o", vault.path, "--plaintext", "--force",
    ])
    #expect(run.code == .cannotCreate)
  }

  @Test func severalAccountsBecomeOneAndTheOthersAreKept() {
    let first = VaultAccount(
      account: Account(id: Identifier([1]), username: "a"), exporterRPID: "a.example",
      exporterDisplayName: "A")
    let second = VaultAccount(
      account: Account(id: Identifier([2]), username: "b", email: "b@b.example"), exporterRPID: "b.example",
      exporterDisplayName: "B")
    let contents = VaultContents(
      vaultID: Identifier([7]), items: VaultFixture.items, collections: CollectionTree(),
      accounts: [first, second])
    let document = VaultExport.document(contents, timestamp: 5)
    #expect(document.exporterRPID == "cxf-toolkit.alt" && document.accounts.count == 1)
    #expect(document.accounts[0].username == "a" && document.accounts[0].items.count == 3)
    let kept = String(decoding: CXFEncoder().encode(document), as: UTF8.self)
    #expect(kept.contains(#""name":"cxf-toolkit.alt/accounts""#) && kept.contains(#""email":"b@b.example""#))
    #expect(kept.contains(#""exporterRpId":"a.example""#) && kept.contains(#""exporterRpId":"b.example""#))
    let none = VaultExport.document(
      VaultContents(vaultID: Identifier([7]), items: [], collections: CollectionTree(), accounts: []),
      timestamp: 5)
    #expect(none.accounts.map(\.id) == [Identifier([7])])
  }
}
