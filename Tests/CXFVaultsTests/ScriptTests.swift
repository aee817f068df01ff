import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// The independent reader, where Python has the packages that it needs.
enum VaultScript {
  /// `$CXF_VAULT_PYTHON`, or the system's Python.
  private static let python = ProcessInfo.processInfo.environment["CXF_VAULT_PYTHON"] ?? "/usr/bin/python3"
  private static let script = VaultVector.folder.appendingPathComponent("vault.py").path

  static let isUsable = (try? run(["check"])) != nil

  struct Failure: Error {
    let text: String
  }

  static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script] + arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let result = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: String(decoding: complaint, as: UTF8.self))
    }
    return result
  }
}

@Suite(.enabled(if: VaultScript.isUsable, "Python lacks cryptography, pyhpke or argon2-cffi"))
struct ScriptTests {
  struct Report: Decodable {
    struct Entry: Decodable { let journal: Int }
    let generation: Int
    let records: [String]
    let blobs: [String: String]
    let history: [Entry]
    let journal: Int
    let matchKeys: [String: Int]
    let provenance: Int
  }

  @Test func makesTheCommittedValues() throws {
    let committed = try Data(contentsOf: VaultVector.folder.appendingPathComponent("vault.json"))
    #expect(try VaultScript.run(["make"]) == committed)
  }

  @Test func anotherReaderReadsOurVault() async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let report = try JSONDecoder().decode(
      Report.self,
      from: try VaultScript.run(["read", sample.path, "--identity", hexText(sample.identityBytes)]))
    #expect(report.generation == 3)
    #expect(report.records.count == 4)
    #expect(report.blobs.values.map { $0 } == [hexText(sample.blobHash)])
    #expect(report.history.map(\.journal) == [1])
    #expect(report.journal == 1)
    #expect(report.matchKeys.count == 2)
    #expect(report.provenance == 1)
    #expect(report.records.contains { $0.contains("e\u{301}\\r\\n") })
  }

  @Test func anotherReaderOpensWithAPassphrase() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("p.cxfvault")
    // Composed here, decomposed there.
    let key = VaultKey.passphrase(SecretBytes(copying: "caf\u{E9}".utf8))
    try VaultFile.create(path: path, slots: [.passphrase(key, .minimum)])
    _ = try VaultScript.run(["read", path, "--passphrase", "cafe\u{301}"])
  }
}
