import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// The exporter's half, and opening what it makes.
@Suite struct ExportCommandTests {
  // MARK: Exporting

  @Test func aVaultGoesFromOneFileToAnother() async throws {
    let vault = try await VaultFixture()
    let fixture = try SealedFixture()
    let exported = await vault.run([
      "export", vault.path, "--to", fixture.request, "-o", fixture.path("r.json"),
    ])
    #expect(exported.code == .success, "\(exported.error)")
    #expect(fixture.folder.mode("r.json") == 0o600)
    for canary in VaultFixture.canaries {
      #expect(!fixture.text("r.json").contains(canary) && !exported.output.contains(canary))
    }
    let values = try #require(exported.values)
    #expect(values[0] > 0 && values[0] == values[1])
    let opened = await CommandRun(["open", fixture.path("r.json"), "-o", "-"] + fixture.opens)
    #expect(opened.code == .success, "\(opened.error)")
    // Both ends count the same values, and the document is that of the vault.
    #expect(
      opened.values.map { $0[0] } == values[0]
        || opened.error.contains("in \(values[0]) = carried \(values[0])"))
    let direct = await vault.run(["convert", vault.path, "--to", "cxf"])
    let (one, other) = (opened.json.array("accounts"), direct.json.array("accounts"))
    #expect(!one.isEmpty && NSArray(array: one).isEqual(to: other))
    for canary in VaultFixture.canaries { #expect(opened.output.contains(canary)) }
  }

  @Test func streamsGoThroughDashes() async throws {
    let fixture = try SealedFixture()
    let source = Array(SealedFixture.document.utf8)
    let exported = await CommandRun(["export", "-", "--to", fixture.request, "-o", "-"], input: source)
    #expect(exported.code == .success, "\(exported.error)")
    let opened = await CommandRun(["open", "-"] + fixture.opens, input: exported.outputBytes)
    #expect(opened.code == .success && opened.output.contains("canary-password-7"), "\(opened.error)")
    // The request from standard input.
    let asked = await CommandRun(
      ["export", try fixture.document(), "--to", "-", "-o", "-"], input: fixture.made.request.bytes)
    #expect(asked.code == .success && asked.output.contains("payload"), "\(asked.error)")
    let twice = await CommandRun(["export", "-", "--to", "-", "-o", "-"], input: fixture.made.request.bytes)
    twice.expectUsage()
  }

  @Test func lossGivesOneUnlessAllowed() async throws {
    let fixture = try SealedFixture(types: ["note"])
    let source = try fixture.document()
    let words = ["export", source, "--to", fixture.request, "--force", "-o", fixture.path("r.json")]
    let run = await CommandRun(words + ["--report", fixture.path("report.json"), "--json"])
    #expect(run.code == .negative, "\(run.error)")
    let document = run.json
    #expect(document.number("version") == 1 && document.object("target").string("format") == "cxp-response")
    #expect(document.object("source").string("format") == "cxf")
    let (items, values) = (document.object("items"), document.object("values"))
    #expect(
      items.number("in") == 3 && items.number("out") == 1 && items.number("skipped") == 2
        && items.number("failed") == 0)
    let parts = ["carried", "converted", "repaired", "lost"].compactMap { values.number($0) }
    #expect(parts.count == 4 && values.number("in") == parts.reduce(0, +))
    let lost = document.array("findings").filter { $0.string("action") == "lost" }
    #expect(lost.count == values.number("lost"))
    #expect(lost.allSatisfy { $0.string("code") == "cxp-type-not-requested" })
    #expect(Set(lost.compactMap { $0.string("item") }) == ["Login", "Key"])
    for secret in SealedFixture.secrets {
      #expect(!run.output.contains(secret) && !run.error.contains(secret))
    }
    #expect(
      fixture.folder.bytes("report.json") == run.outputBytes && fixture.folder.mode("report.json") == 0o600)
    #expect(fixture.folder.bytes("r.json") != nil, "what could go is there")
    #expect(await CommandRun(words + ["--allow-loss"]).code == .success)
  }

  @Test func existingFilesStay() async throws {
    let fixture = try SealedFixture()
    let source = try fixture.document()
    _ = try fixture.folder.write("there", [1])
    let run = await CommandRun(["export", source, "--to", fixture.request, "-o", fixture.path("there")])
    run.expectFailure(.cannotCreate)
    #expect(fixture.folder.bytes("there") == [1])
    let report = await CommandRun(
      [
        "export", source, "--to", fixture.request, "-o", fixture.path("new"), "--report",
        fixture.path("there"),
      ])
    report.expectFailure(.cannotCreate)
    #expect(fixture.folder.bytes("new") == nil)
    // An input is never an output.
    for name in ["source.json", "request.json"] {
      let over = await CommandRun([
        "export", source, "--to", fixture.request, "-o", fixture.path(name), "--force",
      ])
      over.expectFailure(.cannotCreate)
    }
    let same = await CommandRun(
      [
        "export", source, "--to", fixture.request, "-o", fixture.path("one"), "--report", fixture.path("one"),
        "--force",
      ])
    same.expectUsage()
    let spelled = await CommandRun(
      [
        "export", source, "--to", fixture.request, "-o", fixture.path("one"), "--report",
        fixture.path("./one"), "--force",
      ])
    #expect(spelled.code != .success && spelled.code != .negative)
    let forced = await CommandRun([
      "export", source, "--to", fixture.request, "-o", fixture.path("there"), "--force",
    ])
    #expect(forced.code == .success && fixture.folder.mode("there") == 0o600)
  }

  @Test func mistakesHaveTheirStatus() async throws {
    let fixture = try SealedFixture()
    let source = try fixture.document()
    func run(_ words: String...) async -> CommandRun { await CommandRun(["export"] + words) }
    (await run()).expectUsage()
    (await run(source)).expectUsage()
    (await run(source, "--to", fixture.request, "--recipient", "age1x", "-o", "-")).expectUsage()
    (await run(source, "--to", fixture.request, "--armor", "-o", "-")).expectUsage()
    (await run(source, "--to", fixture.request, "--json")).expectUsage()
    (await run(source, "--to", fixture.request, "--select", "type:", "-o", "-")).expectUsage()
    (await run(source, "--to", fixture.path("none"), "-o", "-")).expectFailure(.noInput)
    (await run(fixture.path("none"), "--to", fixture.request, "-o", "-")).expectFailure(.noInput)
    (await run(source, "--to", source, "-o", "-")).expectFailure(.badData)
    (await run(fixture.phrase, "--to", fixture.request, "-o", "-")).expectFailure(.badData)
    (await run(source, "--to", fixture.request, "-o", fixture.path("no/folder"))).expectFailure(.cannotCreate)
    // The input's own fault comes before what is in the way of the output.
    (await run(fixture.phrase, "--to", fixture.request, "-o", source)).expectFailure(.badData)
  }

  @Test(
    arguments: [
      (["type:passkey"], ["Key"]), (["Login"], ["Login"]), (["-type:note"], ["Login", "Key"]),
      (["domain:site.example"], ["Login"]), (["title:Pap"], ["Paper"]), (["type:note", "Login"], []),
      (["type:note Paper"], ["Paper"]),
    ])
  func selectionsGoAlone(_ queries: [String], _ titles: [String]) async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(
      try fixture.document(), queries.flatMap { ["--select", $0] })
    let run = await CommandRun(["inspect", response, "--json"] + fixture.opens)
    #expect(
      run.json.array("items").compactMap { $0.string("title") }.sorted() == titles.sorted(), "\(run.error)")
    #expect(!fixture.isUsed, "looking uses nothing up")
  }

  /// A folder that is left out stands in front of what an account's own extension says.
  @Test func aSelectionAndAListOfExtensionsGoTogether() async throws {
    let fixture = try SealedFixture(extensions: ["x.example/kept"])
    let collections = (1...30).map {
      #"{"id":"C\#($0 % 10)A","title":"Folder \#($0)","items":[{"item":"Eg"}]}"#
    }
    let document = SealedFixture.document.replacingOccurrences(
      of: #""collections":[]"#,
      with:
        #""collections":[\#(collections.joined(separator: ",")),{"id":"Dw","title":"Mine","items":[{"item":"EQ"}],"extensions":[{"name":"x.example/gone","note":"mine-gone"}]}]"#
    ).replacingOccurrences(
      of: "}]}]}\n", with: "}]}]}"
    ).replacingOccurrences(
      of: #""key":"BA"}]}]}]}"#,
      with:
        #""key":"BA"}]}],"extensions":[{"name":"x.example/gone","note":"value-gone"},{"name":"x.example/kept","note":"value-kept"}]}]}"#
    )
    let source = try fixture.folder.write("big.json", Array(document.utf8))
    let run = await CommandRun([
      "export", source, "--to", fixture.request, "-o", fixture.path("r.json"), "--select", "Login", "--json",
    ])
    #expect(run.code == .negative, "\(run.error)")
    let lost = run.json.array("findings").filter { $0.string("action") == "lost" }
    #expect(lost.count == 2 && lost.allSatisfy { $0.string("code") == "cxp-extension-not-known" }, "\(lost)")
    let opened = await CommandRun(["open", fixture.path("r.json"), "-o", "-"] + fixture.opens)
    #expect(opened.output.contains("value-kept") && opened.output.contains("Mine"))
    for gone in ["value-gone", "mine-gone", "Folder", "Paper"] { #expect(!opened.output.contains(gone)) }
  }

  // MARK: Fingerprints

  @Test func theFingerprintIsShownAndAskedForOnATerminal() async throws {
    let fixture = try SealedFixture()
    let source = try fixture.document()
    let words = ["export", source, "--to", fixture.request, "-o", fixture.path("r.json"), "--force"]
    let yes = await CommandRun(words, answers: ["yes"])
    #expect(yes.code == .success && yes.prompts.count == 1, "\(yes.error)")
    #expect(yes.error.contains(fixture.fingerprints[0]) && yes.error.contains("importer.example"))
    let quiet = await CommandRun(words + ["--quiet"], answers: ["yes"])
    #expect(quiet.code == .success && quiet.prompts.first?.contains(fixture.fingerprints[0]) == true)
    let response = fixture.folder.bytes("r.json")
    let no = await CommandRun(words, answers: ["no"])
    no.expectFailure(.refused)
    #expect(fixture.folder.bytes("r.json") == response, "what was there stays")
    let nobody = await CommandRun(words)
    #expect(nobody.code == .success && nobody.error.contains(fixture.fingerprints[0]))
    let forbidden = await CommandRun(words + ["--no-input"], answers: ["no"])
    #expect(forbidden.code == .success && forbidden.prompts.isEmpty)
  }

  @Test func aGivenFingerprintIsCheckedWithoutAsking() async throws {
    let fixture = try SealedFixture()
    let source = try fixture.document()
    let words = ["export", source, "--to", fixture.request, "-o", fixture.path("r.json"), "--json"]
    let right = await CommandRun(words + ["--fingerprint", fixture.fingerprints[0]], answers: ["no"])
    #expect(right.code == .success && right.prompts.isEmpty)
    for wrong in [
      fixture.fingerprints[1], String(fixture.fingerprints[0].dropLast()), "", "-AAAA", "--AAAA",
      fixture.fingerprints[0].lowercased(),
    ] {
      let run = await CommandRun(words + ["--force", "--fingerprint", wrong])
      #expect(run.code == .refused && run.failure == "fingerprint-mismatch")
    }
  }

  @Test func theImporterSeesTheFingerprintOfTheResponse() async throws {
    let fixture = try SealedFixture()
    let exported = await CommandRun([
      "export", try fixture.document(), "--to", fixture.request, "-o", fixture.path("r.json"),
    ])
    let shown = try #require(
      exported.error.split(separator: "\n").last { $0.contains("fingerprint of the response") }?
        .split(separator: " ").last.map(String.init))
    #expect(shown.utf8.count == 43)
    let open = ["open", fixture.path("r.json"), "-o", "-"] + fixture.opens
    let wrong = await CommandRun(open + ["--fingerprint", fixture.fingerprints[0]])
    wrong.expectFailure(.refused)
    let no = await CommandRun(open, answers: ["no"])
    no.expectFailure(.refused)
    #expect(!fixture.isUsed)
    let right = await CommandRun(open + ["--fingerprint", shown], answers: ["no"])
    #expect(right.code == .success && right.prompts.isEmpty && right.error.contains(shown))
  }

  @Test func whatHasNoFingerprintIsNotTakenForWhatHasIt() async throws {
    let fixture = try SealedFixture()
    let source = try fixture.document()
    let vault = try await VaultFixture(filled: false)
    let before = vault.folder.bytes("v.cxfvault")
    let run = await vault.run([
      "import", source, "--into", vault.path, "--fingerprint", fixture.fingerprints[0],
    ])
    run.expectFailure(.refused)
    #expect(vault.folder.bytes("v.cxfvault") == before)
    let converted = await CommandRun([
      "convert", source, "--to", "cxf", "--fingerprint", fixture.fingerprints[0],
    ])
    converted.expectFailure(.refused)
  }

  @Test func aResponseIsPassedOnWithTheFingerprintOfTheNextImporter() async throws {
    let (first, second) = (try SealedFixture(), try SealedFixture())
    let response = try await first.exported(try first.document())
    let run = await CommandRun(
      [
        "export", response, "--to", second.request, "-o", second.path("r.json"), "--fingerprint",
        second.fingerprints[0],
      ]
        + ["--key", first.key, "--passphrase-file", first.phrase])
    #expect(run.code == .success, "\(run.error)")
    #expect(first.isUsed)
    let opened = await CommandRun(["open", second.path("r.json"), "-o", "-"] + second.opens)
    #expect(opened.output.contains("canary-password-7"))
  }

  // MARK: Opening

  @Test func plaintextNeedsConsentAndTheInputComesFirst() async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    let key = fixture.keyBytes
    (await CommandRun(["open", response, "-o", fixture.path("x")] + fixture.opens)).expectFailure(
      .cannotCreate)
    (await CommandRun(["open", response] + fixture.opens, outputIsTerminal: true)).expectFailure(
      .cannotCreate)
    (await CommandRun(["open", fixture.path("none"), "-o", fixture.path("x")] + fixture.opens)).expectFailure(
      .noInput)
    (await CommandRun(["open", fixture.request, "-o", fixture.path("x")] + fixture.opens)).expectFailure(
      .badData)
    #expect(fixture.keyBytes == key && fixture.folder.bytes("x") == nil)
    let run = await CommandRun(["open", response, "-o", fixture.path("x"), "--plaintext"] + fixture.opens)
    #expect(run.code == .success && fixture.folder.mode("x") == 0o600 && fixture.isUsed)
    #expect(fixture.text("x").contains("canary-password-7") && !run.output.contains("canary"))
  }

  @Test func aFailedAttemptUsesNothingUp() async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    _ = try fixture.folder.write("there", [1])
    let key = fixture.keyBytes
    for words in [
      ["-o", fixture.path("there"), "--plaintext"], ["-o", fixture.path("no/folder"), "--plaintext"],
      ["-o", fixture.key, "--plaintext", "--force"], ["-o", response, "--plaintext", "--force"],
      ["-o", "/dev/full", "--plaintext"],
      ["-o", fixture.path("x"), "--plaintext", "--report", fixture.path("there")],
      ["-o", fixture.path("x"), "--report", fixture.path("x"), "--plaintext", "--force"],
    ] {
      let run = await CommandRun(["open", response] + fixture.opens + words)
      #expect(run.code != .success && run.code != .negative, "\(words)")
      #expect(fixture.keyBytes == key, "\(words)")
    }
    #expect(fixture.folder.bytes("there") == [1] && fixture.folder.bytes("x") == nil)
    #expect(await CommandRun(["open", response, "-o", "-"] + fixture.opens).code == .success)
  }

  @Test func lossKeepsTheKeys() async throws {
    let vault = try await VaultFixture()
    try await vault.attach(Array("canary-attachment-7".utf8))
    let fixture = try SealedFixture()
    let exported = await vault.run([
      "export", vault.path, "--to", fixture.request, "-o", fixture.path("r.json"),
    ])
    #expect(exported.code == .success, "\(exported.error)")
    // A document alone has no place for bytes.
    let open = ["open", fixture.path("r.json")] + fixture.opens
    let run = await CommandRun(open + ["-o", fixture.path("x"), "--plaintext", "--json"])
    #expect(run.code == .negative && !fixture.isUsed)
    #expect(run.json.array("findings").contains { $0.string("code") == "attachment-bytes-lost" })
    let bundle = await CommandRun(open + ["-o", fixture.path("b.tar"), "--to", "cxf-bundle", "--plaintext"])
    #expect(bundle.code == .success && fixture.isUsed, "\(bundle.error)")
    let other = await CommandRun(open + ["-o", fixture.path("c.tar"), "--to", "cxf-bundle", "--plaintext"])
    other.expectFailure(.refused)
  }

  @Test func allowedLossUsesTheKeysUp() async throws {
    let vault = try await VaultFixture()
    try await vault.attach([1, 2, 3])
    let fixture = try SealedFixture()
    _ = await vault.run(["export", vault.path, "--to", fixture.request, "-o", fixture.path("r.json")])
    let run = await CommandRun(["open", fixture.path("r.json"), "-o", "-", "--allow-loss"] + fixture.opens)
    #expect(run.code == .success && fixture.isUsed)
  }

  @Test func theKeyFileMustBeAFileThatCanBeReplaced() async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    let run = await CommandRun(
      ["open", response, "-o", "-", "--key", "-", "--passphrase-file", fixture.phrase],
      input: fixture.keyBytes ?? [])
    run.expectUsage()
    #expect(run.output.isEmpty)
  }

  @Test func convertAndInspectTakeResponses() async throws {
    let fixture = try SealedFixture()
    let response = try await fixture.exported(try fixture.document())
    let inspected = await CommandRun(["inspect", response] + fixture.opens)
    #expect(inspected.code == .success && inspected.output.contains("Login") && !fixture.isUsed)
    for secret in SealedFixture.secrets { #expect(!inspected.output.contains(secret)) }
    let dry = await CommandRun(["convert", response, "--to", "bitwarden-json", "--dry-run"] + fixture.opens)
    #expect([.success, .negative].contains(dry.code) && !fixture.isUsed)
    let converted = await CommandRun(["convert", response, "--to", "cxf"] + fixture.opens)
    #expect(converted.code == .success && fixture.isUsed, "\(converted.error)")
    let identified = await CommandRun(["identify", response])
    #expect(identified.code == .success && identified.output.contains("cxp-response"))
  }
}
