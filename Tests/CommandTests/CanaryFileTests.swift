import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// What somebody reads who has the files of a vault but no key, after the work and during it: sizes, counts and hashes.
@Suite struct CanaryFileTests {
  /// A document with every type of credential, two accounts, collections and extensions; its name is a secret too.
  private static let source = "\(CanarySearch.mark)-export.json"

  private static func document(items: Int) throws -> CanaryDocument {
    var generator = DocumentGenerator(seed: 5)
    generator.hasUnknownMembers = false
    var header = generator.header(items: items...items)
    for kind in 0..<DocumentGenerator.kindCount where !header.accounts.isEmpty {
      var item = generator.item()
      item.credentials = [generator.credential(kind: kind), generator.credential(kind: kind)]
      header.accounts[0].items.append(item)
    }
    return try CanaryDocument(CXFEncoder().encode(header))
  }

  /// A vault that a passphrase opens too, which is a secret as well.
  private func vault() async throws -> VaultFixture {
    let vault = try await VaultFixture(filled: false)
    let phrase = try vault.folder.write("phrase", Array("\(CanarySearch.mark) phrase".utf8))
    let added = await vault.run([
      "vault", "slots", vault.path, "add", "--output-passphrase-file", phrase, "--kdf-memory", "19",
    ])
    #expect(added.code == .success, "\(added.error)")
    return vault
  }

  private func expectNothing(in folder: TemporaryFolder, _ when: String) {
    for name in folder.names where name.hasPrefix("v.cxfvault") || name.hasPrefix(".") {
      guard let bytes = folder.bytes(name) else { continue }
      let found = CanarySearch.find(in: bytes)
      #expect(found == nil, "\(name) has a secret \(found ?? "") \(when)")
    }
  }

  private func attach(to vault: VaultFixture) async throws {
    let blob = Array(String(repeating: "\(CanarySearch.mark) attachment ", count: 3000).utf8)
    let hash = try Digest.hash(blob, with: .sha256)
    let file = FileReference(
      id: Identifier([1, 1]), name: Text("\(CanarySearch.mark).txt"), decryptedSize: UInt64(blob.count),
      integrityHash: OpaqueBytes(hash))
    let id = Identifier([UInt8](repeating: 0xB1, count: 16))
    let item = VaultItem(
      item: Item(id: Identifier([1]), title: Text("\(CanarySearch.mark) file"), credentials: [.file(file)]),
      attachments: [VaultAttachment(file: file.id, blob: id, count: UInt64(blob.count), sha256: hash)])
    try await vault.store().write { transaction in
      try await transaction.put(blob, 0, isLast: true, blob: id)
      try await transaction.put([item], keys: [MatchKeys()], scheme: 1)
    }
  }

  @Test func nothingIsReadableInAVault() async throws {
    let vault = try await vault()
    let document = try Self.document(items: 12)
    let file = try vault.folder.write(Self.source, document.bytes)
    let imported = await vault.run(["import", file, "--into", vault.path])
    #expect([.success, .negative].contains(imported.code), "\(imported.error)")
    try await attach(to: vault)
    expectNothing(in: vault.folder, "after an import")

    // All of it is there for who has the key; otherwise there would be nothing to find.
    let shown = await vault.run(["convert", vault.path, "--to", "cxf"])
    let missing = document.secrets.filter { !shown.output.contains($0) }
    #expect(document.secrets.count > 400)
    #expect(missing.isEmpty, "\(missing.count) of \(document.secrets.count)")
    let history = await vault.run(["history", vault.path, "--json"])
    #expect(history.output.contains(Self.source))

    let works: [[String]] = [
      ["dedupe", vault.path, "--on-conflict", "newer"], ["undo", vault.path], ["undo", vault.path],
      ["history", vault.path, "--forget", "all"], ["vault", "compact", vault.path],
      ["vault", "rotate", vault.path, "--drop-slots"],
    ]
    for words in works {
      let run = await vault.run(words)
      #expect([.success, .negative].contains(run.code), "\(words) \(run.error)")
      expectNothing(in: vault.folder, "after \(words.first ?? "")")
    }
  }

  @Test(
    .enabled(if: CrashTrace.isUsable, "strace is not installed, or not allowed to trace"),
    .disabled(if: Sanitizer.isOn, "a sanitizer writes files of its own"))
  func nothingIsReadableInAnythingThatIsWritten() async throws {
    let vault = try await vault()
    let file = try vault.folder.write(Self.source, try Self.document(items: 12).bytes)
    let folder = vault.folder.path
    let works: [[String]] = [
      ["import", file, "--into", vault.path, "--json"], ["import", file, "--into", vault.path],
      ["undo", vault.path], ["list", vault.path], ["history", vault.path], ["vault", "compact", vault.path],
      ["vault", "rotate", vault.path, "--passphrase-file", "\(folder)/phrase"],
    ]
    for words in works {
      let log = try TemporaryFolder()
      let status = try await CrashProcess.run(
        CrashTrace.logging(
          [CrashProcess.program] + words + vault.opens + ["--no-input"], to: "\(log.path)/log", "execve",
          "connect",
          "sendto", "sendmsg"),
        in: folder, output: "\(folder)/out")
      #expect([0, 1].contains(status), "\(words)")
      let calls = CrashTrace.calls(log.bytes("log") ?? [])
      #expect(calls.contains { !$0.data.isEmpty })
      // Output says titles and names of files; what is hidden there is tested elsewhere.
      let written = calls.filter { !$0.data.isEmpty && $0.path != "\(folder)/out" }
      let bytes = Dictionary(grouping: written, by: \.path).mapValues { $0.flatMap(\.data) }
      for (path, bytes) in bytes {
        let found = CanarySearch.find(in: bytes)
        #expect(found == nil, "\(words.first ?? "") writes a secret \(found ?? "") to \(path)")
      }
      let created = Set(
        calls.filter { call in
          call.name == "openat" && call.words.contains { $0.contains("O_CREAT") || $0.contains("O_TMPFILE") }
        }.flatMap(\.paths))
      // No other program is started, and nothing is sent anywhere.
      #expect(calls.filter { $0.name == "execve" }.count == 1)
      #expect(!calls.contains { ["connect", "sendto", "sendmsg"].contains($0.name) })
      #expect(created.isSubset(of: [vault.path + "-journal", vault.path + ".lock"]), "\(created)")
    }
  }

  @Test(.enabled(if: CrashProcess.isBuilt, "the program is not built"))
  func nothingIsReadableWhileAnImportRuns() async throws {
    let vault = try await vault()
    let file = try vault.folder.write(Self.source, try Self.document(items: 150).bytes)
    let scratch = try TemporaryFolder()
    let (statuses, continuation) = AsyncStream.makeStream(of: Int32.self)
    let words = [CrashProcess.program, "import", file, "--into", vault.path, "--no-input"] + vault.opens
    let process = try CrashProcess.start(
      words, in: scratch.path, variables: ["TMPDIR": scratch.path, "SQLITE_TMPDIR": scratch.path]
    ) {
      continuation.yield($0)
      continuation.finish()
    }
    let arguments =
      FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/cmdline") ?? Data()
    let variables =
      FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/environ") ?? Data()
    // How often it gets to look is up to the machine; what is written in between is traced by the test above.
    repeat {
      expectNothing(in: vault.folder, "during an import")
      #expect(scratch.names == [])
      await Task.yield()
    } while process.isRunning
    for await status in statuses { #expect([0, 1].contains(status)) }
    expectNothing(in: vault.folder, "after an import")
    // The name of the file is what the user typed.
    let typed = String(decoding: arguments, as: UTF8.self).replacingOccurrences(of: Self.source, with: "")
    #expect(CanarySearch.find(in: typed.utf8) == nil && CanarySearch.find(in: variables) == nil)
  }

  @Test func theSearchFindsEverySpelling() {
    let secret = "x\(CanarySearch.mark)y"
    #expect(CanarySearch.find(in: secret.utf8) != nil)
    #expect(CanarySearch.find(in: secret.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) != nil)
    #expect(CanarySearch.find(in: secret.utf8.map { String(format: "%02X", $0) }.joined().utf8) != nil)
    for shift in 0..<3 {
      let text = Data((String(repeating: "-", count: shift) + secret).utf8).base64EncodedString()
      #expect(CanarySearch.find(in: text.utf8) != nil)
    }
    #expect(CanarySearch.find(in: "nothing".utf8) == nil)
  }
}
