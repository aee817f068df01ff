import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// The importer's first half.
@Suite struct RequestCommandTests {
  private func phrase(_ folder: TemporaryFolder, _ text: String = "canary-new-phrase") throws -> [String] {
    ["--passphrase-file", try folder.write("phrase", Array(text.utf8))]
  }

  @Test func itWritesARequestAndItsKeys() async throws {
    let folder = try TemporaryFolder()
    let words = [
      "request", "--importer", "vault.example", "-o", folder.path("r.json"), "--key", folder.path("k"),
    ]
    let run = await CommandRun(words + (try phrase(folder)))
    #expect(run.code == .success && run.output.isEmpty, "\(run.error)")
    #expect(folder.mode("r.json") == 0o600 && folder.mode("k") == 0o600)
    let request = try ExportRequest(try #require(folder.bytes("r.json")))
    #expect(request.importer == "vault.example" && request.credentialTypes == nil)
    let key = try #require(folder.bytes("k"))
    let opened = try OpenedKeyFile(key, now: Timestamp(1_800_000_000)) {
      SecretBytes(copying: "canary-new-phrase".utf8)
    }
    #expect(opened.request.bytes == request.bytes)
    #expect(opened.expires == Timestamp(1_800_000_000 + 7 * 86_400))
    // Both fingerprints, on standard error.
    for key in opened.keys { #expect(run.error.contains(Base64URL.encode(key.publicKey.thumbprint))) }
    #expect(
      run.error.contains("X25519") && run.error.contains("P-256") && run.error.contains("vault.example"))
    #expect(!run.error.contains("canary"))
    // Neither is replaced without being asked to.
    let again = await CommandRun(words + (try phrase(folder)))
    again.expectFailure(.cannotCreate)
    #expect(folder.bytes("k") == key && folder.bytes("r.json") == request.bytes)
    let forced = await CommandRun(words + (try phrase(folder)) + ["--force"])
    #expect(forced.code == .success && folder.bytes("k") != key && folder.bytes("r.json") != request.bytes)
  }

  @Test func standardOutputTakesTheRequestAndJSONSaysWhatItIs() async throws {
    let folder = try TemporaryFolder()
    let words = [
      "request", "--importer", "vault.example", "--days", "1", "--type", "passkey", "--type", "totp",
    ]
    let piped = await CommandRun(words + ["--key", folder.path("k")] + (try phrase(folder)))
    #expect(piped.code == .success)
    let request = try ExportRequest(piped.outputBytes)
    #expect(request.credentialTypes == ["passkey", "totp"])
    let run = await CommandRun(
      words + ["--key", folder.path("k2"), "-o", folder.path("r"), "--json"] + (try phrase(folder)))
    let document = run.json.object("request")
    #expect(run.json.number("version") == 1 && document.string("importer") == "vault.example")
    #expect(document.number("expires") == 1_800_000_000 + 86_400)
    let prints = document.array("fingerprints").compactMap { $0.string("fingerprint") }
    let written = try ExportRequest(try #require(folder.bytes("r")))
    let thumbprints = try written.hpke.prefix(2).map {
      Base64URL.encode(try HPKEPublicKey(jwk: JSONWebKey(json: $0.key ?? [])).thumbprint)
    }
    #expect(prints == thumbprints)
    let both = await CommandRun(words + ["--key", folder.path("k3"), "--json"] + (try phrase(folder)))
    both.expectUsage()
  }

  @Test func theKeysAreOnTheDiskBeforeTheRequestIsOut() async throws {
    // Nowhere to put the keys: then nothing of the request may be out.
    let folder = try TemporaryFolder()
    let run = await CommandRun(
      ["request", "--importer", "vault.example", "--key", folder.path("missing/k")] + (try phrase(folder)))
    run.expectFailure(.cannotCreate)
    #expect(run.output.isEmpty)
    let full = await CommandRun(
      ["request", "--importer", "vault.example", "--key", "/dev/full"] + (try phrase(folder)))
    #expect(full.code != .success && full.output.isEmpty, "keys that could not be kept")
    #expect(folder.names == ["phrase"])
  }

  @Test func mistakesAreUsageErrors() async throws {
    let folder = try TemporaryFolder()
    let secret = try phrase(folder)
    let good = ["--importer", "vault.example", "--key", folder.path("k"), "-o", folder.path("r")]
    func fails(_ words: [String]) async {
      let run = await CommandRun(["request"] + words + secret)
      #expect(run.code == .usage, "\(words) \(run.error)")
    }
    await fails([])
    await fails(["--importer", "vault.example"])
    await fails(["--key", folder.path("k")])
    for name in [
      "", "Vault.example", "vault example", "https://vault.example", "a..b", ".a", "a.", "-",
      "b\u{FC}cher.example",
    ] {
      if name == "-" { continue }
      await fails(["--importer", name, "--key", folder.path("k"), "-o", folder.path("r")])
    }
    for days in ["0", "3651", "-1", "x"] { await fails(good + ["--days", days]) }
    await fails(["--importer", "vault.example", "--key", folder.path("k"), "-o", folder.path("k")])
    await fails([
      "--importer", "vault.example", "--key", folder.path("k"), "-o", folder.path("./k"), "--force",
    ])
    await fails(["--importer", "vault.example", "--key", "-", "-o", folder.path("r")])
    #expect(folder.names == ["phrase"])
  }

  @Test func thePassphraseIsAskedForTwice() async throws {
    let folder = try TemporaryFolder()
    let words = ["request", "--importer", "vault.example", "-o", folder.path("r"), "--key", folder.path("k")]
    let run = await CommandRun(words, answers: ["canary-typed", "canary-typed"])
    #expect(run.code == .success && run.prompts.count == 2, "\(run.error)")
    #expect(!run.error.contains("canary"))
    let key = try #require(folder.bytes("k"))
    let opened = try OpenedKeyFile(key, now: Timestamp(0)) { SecretBytes(copying: "canary-typed".utf8) }
    #expect(opened.keys.count == 2)
    let nobody = await CommandRun(
      ["request", "--importer", "vault.example", "-o", folder.path("r2"), "--key", folder.path("k2")])
    nobody.expectFailure(.refused)
    let forbidden = await CommandRun(
      [
        "request", "--importer", "vault.example", "-o", folder.path("r2"), "--key", folder.path("k2"),
        "--no-input",
      ],
      answers: ["canary-typed", "canary-typed"])
    forbidden.expectFailure(.refused)
    #expect(folder.names == ["k", "r"])
  }
}

extension CommandRun {
  /// Expects a usage error.
  func expectUsage(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(code == .usage, "\(error)", sourceLocation: sourceLocation)
  }
}
