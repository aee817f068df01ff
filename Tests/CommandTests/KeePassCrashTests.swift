import CXFCommandLine
import CXFTestSupport
import Foundation
import Testing

/// Whatever call of an import is the last one: the KeePass database is what it was or what it should become.
@Suite(
  .enabled(if: CrashTrace.isUsable, "strace is not installed, or not allowed to trace"), .serialized,
  .ends(withinMinutes: 10))
struct KeePassCrashTests {
  private static let canary = "canary-of-nora"

  /// Calls that change something in the folder, and which of them is the last one.
  private static let points = [
    ("pwrite64", 1), ("pwrite64", 2), ("fchmod", 1), ("fsync", 1), ("link", 1), ("rename", 1), ("rename", 2),
    ("fsync", 2), ("unlink", 1), ("unlink", 2),
  ]

  @Test func eachCallMayBeTheLast() async throws {
    let origin = try TemporaryFolder()
    let passphrase = try origin.write("passphrase", Array("harbour".utf8))
    let vault = origin.path("v.kdbx")
    let opening = ["--passphrase-file", passphrase, "--no-input"]
    func list(_ path: String) async -> String { await CommandRun(["list", path] + opening).output }
    func table(_ title: String) throws -> String {
      try origin.write(
        "\(title).csv",
        Array(
          "name,url,username,password,note\n\(title),https://\(title).example/,nora,\(Self.canary),\n".utf8))
    }
    let created = await CommandRun([
      "vault", "create", vault, "--output-passphrase-file", passphrase, "--kdf-memory", "19",
    ])
    try #require(created.code == .success)
    try #require(
      await CommandRun(["import", try table("first"), "--into", vault] + opening).code == .success)
    let input = try table("second")
    let bytes = try #require(origin.bytes("v.kdbx"))
    let old = await list(vault)
    var killed = 0
    for (name, number) in Self.points {
      let place = try TemporaryFolder()
      let log = try TemporaryFolder()
      let path = try place.write("v.kdbx", bytes)
      let words = CrashTrace.killing(
        [CrashProcess.program, "import", input, "--into", path] + opening, at: name, number: number,
        path: nil,
        log: log.path("log"))
      let status = try await CrashProcess.run(words, in: log.path, output: log.path("out"))
      if status == -SIGKILL { killed += 1 }
      let now = await list(path)
      if place.bytes("v.kdbx") == bytes {
        #expect(now == old, "\(name) \(number)")
      } else {
        #expect(now.contains("second.example") && now.contains("first.example"), "\(name) \(number)")
        #expect(place.bytes("v.kdbx.old") == bytes, "\(name) \(number)")
      }
      // What is left over is sealed as well, and nothing is in the way of the next change.
      for file in place.names {
        let content = place.bytes(file) ?? []
        #expect(content.isEmpty || !String(decoding: content, as: UTF8.self).contains(Self.canary))
      }
      let again = await CommandRun(["import", input, "--into", path] + opening)
      #expect(again.code == .success, "\(name) \(number): \(again.error)")
      #expect(await list(path).contains("2 items"))
    }
    #expect(killed >= 7)
  }
}
