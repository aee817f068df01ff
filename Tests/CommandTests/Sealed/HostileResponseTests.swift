import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// Responses that somebody made to do harm: one line, the right status, nothing written, and the keys stay good.
@Suite struct HostileResponseTests {
  /// What is valid under the same hands opens, so that what is refused is refused for its fault.
  @Test(arguments: 0..<4)
  func theSoundOneOpens(_ offer: Int) async throws {
    let fixture = try SealedFixture()
    var sealed = HandSealed()
    sealed.offer = offer
    let response = try fixture.folder.write("response.json", try sealed.response(to: fixture.made.request))
    let run = await CommandRun(["open", response, "-o", "-"] + fixture.opens)
    #expect(run.code == .success, "\(run.error)")
    #expect(run.output.contains("\"Item 1\"") && run.output.contains("\"Item 2\""))
    #expect(fixture.isUsed)
  }

  @Test(arguments: HostileCase.sound)
  func otherSoundShapesOpen(_ sound: HostileCase) async throws {
    let fixture = try SealedFixture()
    var sealed = HandSealed()
    sound.change(&sealed)
    let response = try fixture.folder.write("response.json", try sealed.response(to: fixture.made.request))
    let run = await CommandRun(["open", response, "-o", "-"] + fixture.opens)
    #expect(run.code == .success, "\(run.error)")
    #expect(run.output.contains("\"Item 1\"") && run.output.contains("\"Item 2\""))
  }

  @Test(arguments: HostileCase.all)
  func eachIsRefusedWithOneLineAndNothingIsWritten(_ hostile: HostileCase) async throws {
    let fixture = try SealedFixture()
    var sealed = HandSealed()
    hostile.change(&sealed)
    let response = try fixture.folder.write("response.json", try sealed.response(to: fixture.made.request))
    let (names, key) = (fixture.folder.names, fixture.keyBytes)
    let words = ["open", response, "-o", fixture.path("out.json"), "--plaintext"] + fixture.opens
    let run = await CommandRun(words)
    run.expectFailure(hostile.exit)
    #expect(run.output.isEmpty)
    if let code = hostile.code {
      let asJSON = await CommandRun(words + ["--json"])
      #expect(asJSON.code == hostile.exit && asJSON.failure == code, "\(asJSON.failureMessage)")
      #expect(!asJSON.failureMessage.contains("\n"))
    }
    #expect(fixture.folder.names == names, "nothing is left behind")
    #expect(fixture.keyBytes == key, "the keys are as good as before")
  }

  @Test func namesOfOneKindAreNamedOnce() {
    #expect(Set(HostileCase.all.map(\.name)).count == HostileCase.all.count)
    print("\(HostileCase.all.count) hostile responses")
  }

  @Test func aVaultIsNotTouchedByAny() async throws {
    let vault = try await VaultFixture()
    let before = vault.folder.bytes("v.cxfvault")
    let fixture = try SealedFixture()
    for hostile in [
      HostileCase.names[0], HostileCase.archives[8], HostileCase.contents[4], HostileCase.encryption[5],
    ] {
      var sealed = HandSealed()
      hostile.change(&sealed)
      let response = try fixture.folder.write("response.json", try sealed.response(to: fixture.made.request))
      let key = fixture.keyBytes
      let run = await vault.run(["import", response, "--into", vault.path] + fixture.opens)
      run.expectFailure(hostile.exit, Comment(rawValue: hostile.name))
      #expect(fixture.keyBytes == key)
    }
    #expect(vault.folder.bytes("v.cxfvault") == before)
  }

  // MARK: Keys

  @Test func aKeyFileOpensOneResponse() async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    let open = ["open", response, "-o", "-"] + fixture.opens
    #expect(await CommandRun(open).code == .success)
    let used = fixture.keyBytes
    #expect(fixture.isUsed && fixture.folder.mode("import.cxfkey") == 0o600)
    // The same response once more, and a new one for the same request.
    (await CommandRun(open)).expectFailure(.refused)
    let again = try await fixture.exported(try fixture.document(), name: "again.json")
    let run = await CommandRun(["open", again, "-o", "-", "--json"] + fixture.opens)
    #expect(run.code == .usage, "data and document both on standard output")
    let other = await CommandRun(
      ["open", again, "-o", fixture.path("x"), "--plaintext", "--json"] + fixture.opens)
    #expect(other.code == .refused && other.failure == "key-file-used")
    #expect(fixture.keyBytes == used && fixture.folder.bytes("x") == nil)
  }

  @Test func anExpiredKeyIsRefused() async throws {
    for (expires, code) in [
      (SealedFixture.now, ExitCode.refused), (Timestamp(SealedFixture.now.secondsSince1970 + 1), .success),
    ] {
      let fixture = try SealedFixture(expires: expires)
      let response = try await fixture.exported(try fixture.document())
      let key = fixture.keyBytes
      let run = await CommandRun(["open", response, "-o", "-"] + fixture.opens)
      #expect(run.code == code)
      if code == .refused {
        run.expectFailure(.refused)
        #expect(fixture.keyBytes == key)
      }
    }
  }

  @Test func aResponseForSomebodyElseIsRefused() async throws {
    let (fixture, other) = (try SealedFixture(), try SealedFixture())
    let response = try await other.exported(try other.document())
    let key = fixture.keyBytes
    let run = await CommandRun(
      ["open", response, "-o", fixture.path("x"), "--plaintext", "--json"] + fixture.opens)
    #expect(run.code == .refused && run.failure == "cxp-other-recipient")
    #expect(fixture.keyBytes == key && fixture.folder.bytes("x") == nil)
  }

  @Test func aWrongPassphraseIsRefused() async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    let wrong = try fixture.folder.write("wrong", Array("canary-wrong-phrase".utf8))
    let key = fixture.keyBytes
    let run = await CommandRun([
      "open", response, "-o", "-", "--key", fixture.key, "--passphrase-file", wrong,
    ])
    run.expectFailure(.refused, secrets: SealedFixture.secrets + ["canary-wrong-phrase"])
    let none = await CommandRun(["open", response, "-o", "-", "--key", fixture.key])
    none.expectFailure(.refused)
    let noKey = await CommandRun(["open", response, "-o", "-"])
    noKey.expectFailure(.refused)
    #expect(noKey.error.contains("--key"))
    #expect(fixture.keyBytes == key)
  }

  @Test func garbageIsRefused() async throws {
    let fixture = try SealedFixture()
    for (index, bytes) in [
      [UInt8](repeating: 0x7B, count: 10_000_000),
      Array(#"{"version":0,"hpke":{},"payload":""#.utf8) + [UInt8](repeating: 0x41, count: 10_000_000),
      Array(#"{"payload":"AAAA"}"#.utf8), [],
    ].enumerated() {
      let path = try fixture.folder.write("garbage", bytes)
      let run = await CommandRun(["open", path, "-o", "-"] + fixture.opens)
      run.expectFailure(.badData, "\(index): \(run.error)")
      let piped = await CommandRun(["open", "-", "-o", "-"] + fixture.opens, input: bytes)
      piped.expectFailure(.badData, "\(index): \(piped.error)")
    }
    #expect(!fixture.isUsed)
  }
}
