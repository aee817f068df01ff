import CXFCommandLine
import CXFTestSupport
import Foundation
import Testing

/// A change that is larger than the memory for it, so that the file is written to before the end.
@Suite(
  .enabled(if: CrashTrace.isUsable, "strace is not installed, or not allowed to trace"),
  .enabled(if: CrashTests.isWhole, "only in the long run"), .ends(withinMinutes: 30))
struct CrashSpillTests {
  /// 64 MiB of pages are kept in memory; this is more.
  private static let itemCount = 90
  private static let noteByteCount = 1_000_000

  @Test func aKilledLargeImportLeavesNothing() async throws {
    let vault = try await VaultFixture(filled: false)
    let small = try vault.folder.write(
      "small.csv", Array("name,url,username,password\nS,https://s.example/,u,p\n".utf8))
    #expect(await vault.run(["import", small, "--into", vault.path]).code == .success)
    var random = SeededGenerator(seed: 4)
    var text = "name,url,username,password,note\n"
    for number in 0..<Self.itemCount {
      text += "N\(number),https://n\(number).example/,u,kanary-\(number),"
      text += Data(random.bytes(Self.noteByteCount / 4 * 3...Self.noteByteCount / 4 * 3))
        .base64EncodedString()
      text += "\n"
    }
    let large = try vault.folder.write("large.csv", Array(text.utf8))
    let before = CrashScene.files(in: vault.folder.path)["v.cxfvault"] ?? []
    let words = [CrashProcess.program, "import", large, "--into", vault.path, "--no-input"] + vault.opens
    // The first pages, those in between, and the last thousands: all before the import is complete.
    let numbers = [1, 2, 100, 3000, 7000]
    for number in numbers {
      _ = try vault.folder.write("v.cxfvault", before)
      let log = try TemporaryFolder()
      let status = try await CrashProcess.run(
        CrashTrace.killing(words, at: "pwrite64", number: number, path: vault.path, log: "\(log.path)/log"),
        in: vault.folder.path)
      #expect(status == -SIGKILL, "write \(number) was never reached")
      #expect((vault.folder.bytes("v.cxfvault-journal") ?? []).count > 0)
      let left = await vault.run(["list", vault.path, "--json", "--reveal"])
      #expect(left.json.array("items").compactMap { $0.string("title") } == ["S"], "after write \(number)")
      let check = await vault.run(["vault", "check", vault.path])
      #expect(check.code == .success, "\(check.output)\(check.error)")
      #expect(await vault.run(["import", small, "--into", vault.path]).code == .success)
      #expect(!vault.folder.names.contains { $0.hasPrefix("v.cxfvault-") || $0.hasSuffix(".lock") })
    }
    print("crash: import of more than memory holds: \(numbers.count) made the last one: \(numbers.count) old")
  }
}
