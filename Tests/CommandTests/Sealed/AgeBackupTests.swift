import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Backups sealed with age, by our reader and by age's own program.
@Suite struct AgeBackupTests {
  /// A key of age: its public text, and the file with the private one.
  private struct Key {
    let recipient: String
    let path: String

    init(_ folder: TemporaryFolder, _ name: String) throws {
      let key = try X25519PrivateKey.generate()
      recipient = AgeRecipient.text(key.publicKey)
      path = try folder.write(name, AgeIdentity.text(key).withUnsafeBytes { Array($0) })
    }
  }

  private static let program = ["/usr/bin/age", "/usr/local/bin/age"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private func vault() async throws -> VaultFixture {
    let vault = try await VaultFixture()
    try await vault.attach(Array("canary-attachment-7".utf8))
    return vault
  }

  private func expectWhole(_ bundle: [UInt8]) throws {
    let files = try TarFiles(bundle).files
    #expect(files.map(\.name).first == "cxf.json" && files.count == 2)
    let text = String(decoding: files[0].bytes, as: UTF8.self)
    for canary in VaultFixture.canaries { #expect(text.contains(canary)) }
    #expect(files[1].bytes == Array("canary-attachment-7".utf8))
  }

  @Test(arguments: [false, true])
  func aBackupForKeysOpensWithEachOfThem(_ isArmored: Bool) async throws {
    let vault = try await vault()
    let keys = try (0..<3).map { try Key(vault.folder, "age\($0)") }
    let backup = vault.folder.path("backup.age")
    let run = await vault.run(
      ["export", vault.path, "-o", backup, "--json"]
        + keys.prefix(2).flatMap { ["--recipient", $0.recipient] }
        + (isArmored ? ["--armor"] : []))
    #expect(run.code == .success && run.json.object("target").string("format") == "age", "\(run.error)")
    #expect(vault.folder.mode("backup.age") == 0o600)
    let bytes = try #require(vault.folder.bytes("backup.age"))
    #expect(bytes.starts(with: (isArmored ? "-----BEGIN AGE" : "age-encryption.org/v1").utf8))
    for key in keys.prefix(2) {
      let opened = await CommandRun(["open", backup, "--to", "cxf-bundle", "-o", "-", "--identity", key.path])
      #expect(opened.code == .success, "\(opened.error)")
      try expectWhole(opened.outputBytes)
    }
    let wrong = await CommandRun(["open", backup, "-o", "-", "--identity", keys[2].path])
    wrong.expectFailure(.refused, secrets: VaultFixture.canaries)
    let none = await CommandRun(["open", backup, "-o", "-"])
    none.expectFailure(.refused, secrets: VaultFixture.canaries)
    guard let program = Self.program else { return }
    let out = vault.folder.path("plain.tar")
    let status = try await CrashProcess.run(
      [program, "-d", "-i", keys[1].path, "-o", out, backup], in: vault.folder.path)
    #expect(status == 0)
    try expectWhole(try #require(vault.folder.bytes("plain.tar")))
  }

  @Test(.enabled(if: program != nil, "age is not installed"))
  func whatAgeSealedIsAnInput() async throws {
    let vault = try await vault()
    let program = try #require(Self.program)
    let key = try Key(vault.folder, "age")
    for (name, source) in [("a.age", "plain.json"), ("b.age", "bundle.tar")] {
      let target = source == "plain.json" ? "cxf" : "cxf-bundle"
      let made = await vault.run(
        [
          "convert", vault.path, "--to", target, "-o", vault.folder.path(source), "--plaintext",
          "--allow-loss",
        ])
      #expect(made.code == .success)
      let sealed = vault.folder.path(name)
      let status = try await CrashProcess.run(
        [program, "-a", "-r", key.recipient, "-o", sealed, vault.folder.path(source)], in: vault.folder.path)
      #expect(status == 0)
      let inspected = await CommandRun(["inspect", sealed, "--json", "--identity", key.path])
      #expect(
        inspected.json.string("format") == target && inspected.json.array("items").count == 4,
        "\(inspected.error)")
      let converted = await CommandRun(["convert", sealed, "--to", target, "--identity", key.path])
      #expect(
        converted.code == .success && converted.output.contains("canary-password-1"), "\(converted.error)")
      let piped = await CommandRun(
        ["convert", "-", "--to", target, "--identity", key.path],
        input: try #require(vault.folder.bytes(name)))
      #expect(piped.outputBytes == converted.outputBytes)
    }
    let empty = try await VaultFixture(filled: false)
    let imported = await CommandRun(
      ["import", vault.folder.path("b.age"), "--into", empty.path, "--identity", key.path, "--json"]
        + empty.opens)
    #expect(imported.code == .success && imported.items["created"] == 4, "\(imported.error)")
    let back = await empty.run(["convert", empty.path, "--to", "cxf-bundle"])
    try expectWhole(back.outputBytes)
  }

  @Test func aBackupForAPassphraseOpensWithIt() async throws {
    let vault = try await vault()
    let phrase = try vault.folder.write("backup-phrase", Array("canary-backup-phrase\n".utf8))
    let backup = vault.folder.path("backup.age")
    let run = await vault.run(
      ["export", vault.path, "-o", backup, "--output-passphrase-file", phrase, "--armor"])
    #expect(run.code == .success, "\(run.error)")
    let opened = await CommandRun(
      ["open", backup, "--to", "cxf-bundle", "-o", "-"], answers: ["canary-backup-phrase"])
    #expect(opened.code == .success && opened.prompts.count == 1, "\(opened.error)")
    try expectWhole(opened.outputBytes)
    let wrong = try vault.folder.write("wrong", Array("canary-wrong".utf8))
    let refused = await CommandRun(["open", backup, "-o", "-", "--passphrase-file", wrong])
    refused.expectFailure(
      .refused, secrets: VaultFixture.canaries + ["canary-wrong", "canary-backup-phrase"])
  }

  @Test func aDamagedBackupIsDamagedAndNothingIsWritten() async throws {
    let vault = try await vault()
    let key = try Key(vault.folder, "age")
    let made = await vault.run(["export", vault.path, "-o", "-", "--recipient", key.recipient])
    #expect(made.code == .success)
    let good = made.outputBytes
    let names = vault.folder.names + ["bad"]
    // In the header, in the key, in the content, and at the end; cut off; longer.
    var cases = [10, 60, 120, good.count / 2, good.count - 1].map { place in
      var bytes = good
      bytes[place] ^= 1
      return bytes
    }
    cases += [
      Array(good.dropLast()), Array(good.prefix(good.count / 2)), Array(good.prefix(100)), good + [0],
    ]
    for (index, bytes) in cases.enumerated() {
      let path = try vault.folder.write("bad", bytes)
      let run = await CommandRun(
        [
          "open", path, "-o", vault.folder.path("x"), "--to", "cxf-bundle", "--plaintext", "--identity",
          key.path,
        ])
      #expect([ExitCode.badData, .refused].contains(run.code), "\(index): \(run.error)")
      run.expectFailure(run.code, secrets: VaultFixture.canaries)
      // In the content there is nothing that a key could be wrong for.
      if index >= 3 && index != 7 { #expect(run.code == .badData, "\(index): \(run.error)") }
      #expect(vault.folder.names == names.sorted())
    }
  }

  @Test func ageInsideAgeIsRefused() async throws {
    let vault = try await vault()
    let key = try Key(vault.folder, "age")
    let inner = await vault.run(["export", vault.path, "-o", "-", "--recipient", key.recipient])
    for armored in [false, true] {
      let sealer = try AgeEncryptor(recipients: [try AgeRecipient.parse(key.recipient)])
      var bytes = try sealer.begin()
      bytes += try sealer.append(armored ? Self.armored(inner.outputBytes) : inner.outputBytes)
      bytes += try sealer.finish()
      let path = try vault.folder.write("nested.age", bytes)
      for words in [["open", path, "-o", "-"], ["inspect", path], ["convert", path, "--to", "cxf"]] {
        let run = await CommandRun(words + ["--identity", key.path])
        run.expectFailure(.badData, secrets: VaultFixture.canaries)
      }
    }
  }

  private static func armored(_ bytes: [UInt8]) -> [UInt8] {
    var armor = AgeArmorEncoder()
    var text = armor.begin()
    text += armor.append(bytes)
    return text + armor.finish()
  }

  @Test func aSelectionGoesIntoABackup() async throws {
    let vault = try await vault()
    let run = await vault.run(
      [
        "export", vault.path, "-o", vault.folder.path("b.age"), "--recipient", vault.recipient, "--select",
        "Bank",
      ])
    #expect(run.code == .success, "\(run.error)")
    let opened = await CommandRun(
      ["open", vault.folder.path("b.age"), "--to", "cxf-bundle", "-o", "-", "--identity", vault.identity])
    let files = try TarFiles(opened.outputBytes).files
    let text = String(decoding: files[0].bytes, as: UTF8.self)
    #expect(files.count == 1 && text.contains("canary-password-1") && text.contains("Clients"))
    #expect(!text.contains("CANARYSECRET") && !text.contains("File 1"))
  }

  @Test func mistakesHaveTheirStatus() async throws {
    let vault = try await vault()
    let key = try Key(vault.folder, "age")
    func run(_ words: String...) async -> CommandRun { await vault.run(["export", vault.path] + words) }
    let secretKey = String(decoding: try #require(vault.folder.bytes("age")), as: UTF8.self)
    let secret = await run("--recipient", secretKey, "-o", "-")
    secret.expectUsage()
    #expect(!secret.error.contains(secretKey) && secret.output.isEmpty)
    (await run("--recipient", "age1nonsense", "-o", "-")).expectUsage()
    (await run("--recipient", key.recipient, "--output-passphrase-file", key.path, "-o", "-")).expectUsage()
    (await run("-o", "-")).expectUsage()
    let empty = try vault.folder.write("empty", [])
    (await run("--output-passphrase-file", empty, "-o", "-")).expectFailure(.refused)
    _ = try vault.folder.write("there", [1])
    (await run("--recipient", key.recipient, "-o", vault.folder.path("there"))).expectFailure(.cannotCreate)
    let terminal = await CommandRun(
      ["export", vault.path, "--recipient", key.recipient] + vault.opens, outputIsTerminal: true)
    terminal.expectFailure(.cannotCreate)
    let armored = await CommandRun(
      ["export", vault.path, "--recipient", key.recipient, "--armor"] + vault.opens, outputIsTerminal: true)
    #expect(armored.code == .success)
  }
}
