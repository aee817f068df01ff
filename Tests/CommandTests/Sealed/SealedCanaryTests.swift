import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// Everything that the commands of an exchange write anywhere, searched for anything that is a secret.
@Suite(.enabled(if: CrashTrace.isUsable, "strace is not installed, or not allowed to trace"))
struct SealedCanaryTests {
  /// Of each write this much is looked at. All plaintext has a mark in less.
  private static let visibleCount = 1024

  /// A vault in which every text and an attachment that memory does not keep are full of marks.
  private func vault() async throws -> VaultFixture {
    let vault = try await VaultFixture(filled: false)
    var generator = DocumentGenerator(seed: 6)
    generator.hasUnknownMembers = false
    let document = try CanaryDocument(CXFEncoder().encode(generator.header(items: 8...8)))
    // Who exports is said in clear.
    let text = String(decoding: document.bytes, as: UTF8.self).replacingOccurrences(
      of: #""exporterRpId":"[^"]*""#, with: #""exporterRpId":"exporter.example""#, options: .regularExpression
    )
    let source = try vault.folder.write("source.json", Array(text.utf8))
    let imported = await vault.run(["import", source, "--into", vault.path])
    #expect([.success, .negative].contains(imported.code), "\(imported.error)")
    try FileManager.default.removeItem(atPath: source)
    let piece = Array("\(CanarySearch.mark) attachment ".utf8)
    try await vault.attach(
      Array(repeating: piece, count: (9 << 20) / piece.count).flatMap { $0 }, name: "a.txt")
    return vault
  }

  /// Runs words, and returns what they did that leaves traces.
  private func traced(_ words: [String], in folder: String) async throws -> [CrashCall] {
    let log = try TemporaryFolder()
    let output = log.path("out")
    let calls = ["openat", "execve", "connect", "sendto", "sendmsg"] + CrashTrace.changing
    let status = try await CrashProcess.run(
      [
        CrashTrace.program, "-f", "-y", "-xx", "-s", "\(Self.visibleCount)", "-e", "signal=none", "-e",
        "trace=\(calls.joined(separator: ","))", "-o", log.path("log"),
      ] + words, in: folder, output: output)
    #expect([0, 1].contains(status), "\(words) \(String(decoding: log.bytes("out") ?? [], as: UTF8.self))")
    // Messages say titles and names; what is hidden in them is tested elsewhere.
    return CrashTrace.calls(log.bytes("log") ?? []).filter { $0.paths.first != output }
  }

  /// Expects no secret in a file, in the words of a program, or on a way out.
  private func expectNothing(_ calls: [CrashCall], _ what: String, more secrets: [[UInt8]] = []) {
    let written = calls.filter { !$0.data.isEmpty }
    #expect(!written.isEmpty, "\(what) writes nothing")
    // A pipe is where plaintext may go.
    let files = written.filter { !Self.isPipe($0) }
    for call in files {
      let found = CanarySearch.find(in: call.data)
      #expect(found == nil, "\(what) writes a secret \(found ?? "") to \(call.paths)")
      for secret in secrets {
        #expect(Data(call.data).range(of: Data(secret)) == nil, "\(what) writes a key to \(call.paths)")
      }
    }
    for call in calls where call.name == "execve" {
      #expect(CanarySearch.find(in: call.paths.joined(separator: " ").utf8) == nil, "\(what) names a secret")
    }
    #expect(
      !calls.contains { ["connect", "sendto", "sendmsg"].contains($0.name) }, "\(what) sends something")
  }

  private static func isPipe(_ call: CrashCall) -> Bool { call.paths.first?.hasPrefix("pipe:") ?? false }

  private func shell(_ script: String) -> [String] { ["/bin/bash", "-c", "set -o pipefail; \(script)"] }

  @Test func noStepWritesASecret() async throws {
    let vault = try await vault()
    let other = try await VaultFixture(filled: false)
    let folder = vault.folder
    let phrase = try folder.write("phrase", Array("\(CanarySearch.mark) phrase".utf8))
    let cxf = CrashProcess.program
    func path(_ name: String) -> String { folder.path(name) }
    let from = "\(vault.path) --identity \(vault.identity) --no-input"
    let open = "--key \(path("k")) --passphrase-file \(phrase) --no-input"

    let request = try await traced(
      [
        cxf, "request", "--importer", "vault.example", "-o", path("r.json"), "--key", path("k"),
        "--passphrase-file", phrase,
      ],
      in: folder.path)
    let bytes = try #require(folder.bytes("k"))
    let keys = try OpenedKeyFile(bytes, now: Timestamp(1_800_000_000)) {
      SecretBytes(copying: "\(CanarySearch.mark) phrase".utf8)
    }.keys
    let secrets = try keys.flatMap { key in
      let secret = try key.secret().withUnsafeBytes { Array($0) }
      return [secret, Array(Base64URL.encode(secret).utf8)]
    }
    #expect(secrets.count == 4)
    expectNothing(request, "request", more: secrets)
    func expect(_ calls: [CrashCall], _ what: String) { expectNothing(calls, what, more: secrets) }

    expect(
      try await traced(shell("\(cxf) export \(from) --to r.json -o response.json"), in: folder.path), "export"
    )
    #expect((folder.bytes("response.json") ?? []).count > 12 << 20)
    let piped = try await traced(
      shell("cat response.json | \(cxf) open - \(open) --to cxf-bundle -o - --allow-loss | wc -c > size"),
      in: folder.path)
    expect(piped, "open")
    #expect(
      piped.contains { Self.isPipe($0) && CanarySearch.find(in: $0.data) != nil },
      "the search finds")
    #expect(
      Int(String(decoding: folder.bytes("size") ?? [], as: UTF8.self).filter(\.isNumber)) ?? 0 > 9 << 20)

    // A bundle through a pipe, which must be kept somewhere to be read again.
    let request2 = try await traced(
      [
        cxf, "request", "--importer", "vault.example", "-o", path("r.json"), "--key", path("k"),
        "--passphrase-file",
        phrase, "--force",
      ], in: folder.path)
    expect(request2, "request")
    expect(
      try await traced(
        shell("\(cxf) convert \(from) --to cxf-bundle | \(cxf) export - --to r.json -o second.json"),
        in: folder.path),
      "export of a bundle")
    let imported = try await traced(
      shell("\(cxf) import second.json \(open) --into \(other.path) --identity \(other.identity)"),
      in: folder.path)
    expect(imported, "import")
    #expect(String(decoding: folder.bytes("k") ?? [], as: UTF8.self).contains("\"used\":"))

    // The same with backups.
    expect(
      try await traced(
        shell(
          "\(cxf) export \(from) --recipient \(vault.recipient) --armor -o - | \(cxf) import - --identity \(vault.identity) --into \(other.path) --identity \(other.identity) --no-input"
        ),
        in: folder.path), "a backup through a pipe")
    let names = folder.names
    for name in names where !["phrase", "key.txt"].contains(name) {
      #expect(CanarySearch.find(in: (folder.bytes(name) ?? []).prefix(1 << 20)) == nil, "\(name)")
    }
  }
}
