import CXFCommandLine
import CXFTestSupport
import Foundation
import Synchronization
import Testing

/// Several programs at one vault at once, and one that is killed.
@Suite(.enabled(if: CrashProcess.isBuilt, "the program is not built"), .ends(withinMinutes: 5))
struct HostileProcessTests {
  private func write(_ vault: VaultFixture, _ name: String, _ numbers: Range<Int>) throws {
    var text = "name,url,username,password,note\n"
    for number in numbers {
      text += "Site \(number),https://s\(number).example/,user\(number),password-\(number),\n"
    }
    _ = try vault.folder.write(name, Array(text.utf8))
  }

  private func importing(_ vault: VaultFixture, _ name: String) -> [String] {
    [CrashProcess.program, "import", "\(vault.folder.path)/\(name)", "--into", vault.path, "--no-input"]
      + vault.opens
  }

  private func titles(_ vault: VaultFixture) async -> [String] {
    await vault.run(["list", vault.path, "--json"]).json.array("items").compactMap { $0.string("title") }
  }

  private func expectSound(_ vault: VaultFixture, imports: [String]) async {
    let check = await vault.run(["vault", "check", vault.path])
    #expect(check.code == .success, "\(check.output)\(check.error)")
    let history = await vault.run(["history", vault.path, "--json"])
    let sources = history.json.array("imports").compactMap { $0.string("source")?.split(separator: "/").last }
    #expect(sources.map { String($0) }.sorted() == imports.sorted())
    #expect(!vault.folder.names.contains("v.cxfvault-journal"))
    #expect(!vault.folder.names.contains("v.cxfvault.lock"))
  }

  @Test(arguments: 0..<3)
  func importsAtOnceComeOneAfterTheOther(_ round: Int) async throws {
    let vault = try await VaultFixture(filled: false)
    // Each file shares a part with the next one.
    let ranges = [0..<30, 20..<50, 40..<70]
    for (number, range) in ranges.enumerated() { try write(vault, "\(number).csv", range) }
    try await withThrowingTaskGroup(of: (Int, Int32).self) { group in
      for number in ranges.indices {
        group.addTask {
          let status = try await CrashProcess.run(
            importing(vault, "\(number).csv"), in: vault.folder.path,
            output: "\(vault.folder.path)/out\(number)")
          return (number, status)
        }
      }
      for try await (number, status) in group where status != 0 {
        // On a slow machine one may be told that it waited for too long; it has changed nothing then.
        let said = String(decoding: vault.folder.bytes("out\(number)") ?? [], as: UTF8.self)
        #expect(status == ExitCode.inputOutput.rawValue && said.contains("is changing the vault"), "\(said)")
        #expect(try await CrashProcess.run(importing(vault, "\(number).csv"), in: vault.folder.path) == 0)
      }
    }
    #expect(await titles(vault).sorted() == (0..<70).map { "Site \($0)" }.sorted())
    await expectSound(vault, imports: ["0.csv", "1.csv", "2.csv"])
    // Taken back in the other order, nothing is left.
    for _ in ranges { #expect(await vault.run(["undo", vault.path]).code == .success) }
    #expect(await titles(vault).isEmpty)
  }

  @Test func whoListsMeanwhileSeesTheOldOrTheNewState() async throws {
    let vault = try await VaultFixture(filled: false)
    try write(vault, "0.csv", 0..<10)
    try write(vault, "1.csv", 10..<700)
    #expect(try await CrashProcess.run(importing(vault, "0.csv"), in: vault.folder.path) == 0)
    let ended = Flag()
    let import1 = Task {
      defer { ended.set() }
      return try await CrashProcess.run(importing(vault, "1.csv"), in: vault.folder.path)
    }
    var counts: [Int] = []
    repeat {
      let status = try await CrashProcess.run(
        [CrashProcess.program, "list", vault.path, "--json"] + vault.opens, in: vault.folder.path,
        output: "\(vault.folder.path)/out")
      #expect(status == 0)
      let json =
        try JSONSerialization.jsonObject(with: Data(vault.folder.bytes("out") ?? [])) as? [String: Any]
      counts.append((json ?? [:]).array("items").count)
    } while !ended.isSet
    #expect(try await import1.value == 0)
    #expect(counts.allSatisfy { $0 == 10 || $0 == 700 }, "\(counts)")
    #expect(counts == counts.sorted())
    #expect(await titles(vault).count == 700)
    await expectSound(vault, imports: ["0.csv", "1.csv"])
  }

  @Test(arguments: 0..<3)
  func afterAKilledWriterTheNextOneWorksAtOnce(_ round: Int) async throws {
    let vault = try await VaultFixture(filled: false)
    try write(vault, "0.csv", 0..<400)
    try write(vault, "1.csv", 0..<20)
    let (statuses, continuation) = AsyncStream.makeStream(of: Int32.self)
    let writer = try CrashProcess.start(importing(vault, "0.csv"), in: vault.folder.path) {
      continuation.yield($0)
      continuation.finish()
    }
    // The lock says who works; the journal, that the file is being changed.
    let sign = round == 0 ? "v.cxfvault.lock" : "v.cxfvault-journal"
    while writer.isRunning, !vault.folder.names.contains(sign) { await Task.yield() }
    kill(writer.processIdentifier, SIGKILL)
    for await status in statuses { #expect(status == -SIGKILL || status == 0) }
    let before = await titles(vault).count
    #expect(before == 0 || before == 400)
    // This one does not wait for anybody.
    let next = await vault.run(["import", "\(vault.folder.path)/1.csv", "--into", vault.path])
    #expect(next.code == .success, "\(next.error)")
    #expect(await titles(vault).count == max(before, 20))
    await expectSound(vault, imports: before == 0 ? ["1.csv"] : ["0.csv", "1.csv"])
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
