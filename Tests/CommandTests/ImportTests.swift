import CXFCommandLine
import CXFCommands
import CXFFormats
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// `cxf import`, as its user sees it.
@Suite struct ImportTests {
  // MARK: The account

  @Test(arguments: ["chrome.csv", "bitwarden.json", "bitwarden-organisation.json", "example-cxf.json"])
  func theAccountAddsUpAndTwiceIsOnce(_ sample: String) async throws {
    let fixture = try await ImportFixture()
    let first = await fixture.imports(Samples.path(sample))
    first.expectSums()
    #expect(first.json.number("version") == 1 && first.json.string("import")?.utf8.count == 16)
    #expect(first.json.array("actions").count == (first.items["in"] ?? 0) - (first.items["failed"] ?? 0))
    for action in first.json.array("actions") {
      for name in ["action", "grade", "item", "into", "changes"] {
        #expect(action.keys.contains(name), "\(action)")
      }
    }
    let before = await fixture.contents()
    let second = await fixture.imports(Samples.path(sample))
    second.expectSums()
    #expect(second.items["created"] == 0 && second.items["merged"] == 0)
    #expect(await fixture.contents().outputBytes == before.outputBytes)
    #expect(await fixture.history().count == 2, "also what changed nothing is in the history")
    #expect(await fixture.isSound())
    let text = await fixture.imported(Samples.path(sample))
    let values = first.json.object("values")
    #expect(text.values?.first == values.number("in") && text.values?.count == 5)
  }

  @Test(arguments: ["chrome.csv", "bitwarden.json", "example-cxf.json"])
  func aDryRunSaysWhatIsThenDone(_ sample: String) async throws {
    let fixture = try await ImportFixture()
    _ = await fixture.imports(try fixture.table("a.csv", "A,https://a.example,u,p,"))
    let before = await fixture.contents()
    let dry = await fixture.imports(Samples.path(sample), "--dry-run")
    #expect(dry.json["import"] is NSNull)
    #expect(await fixture.contents().outputBytes == before.outputBytes)
    #expect(await fixture.history().count == 1)
    let done = await fixture.imports(Samples.path(sample))
    var expected = dry.json
    var found = done.json
    expected["import"] = nil
    found["import"] = nil
    #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: expected))
    let undone = await fixture.run(["undo", fixture.path])
    #expect(undone.code == .success)
    #expect(await fixture.contents().outputBytes == before.outputBytes)
  }

  @Test func theTextSaysWhereAndWhatToDoNext() async throws {
    let fixture = try await ImportFixture()
    _ = await fixture.imports(try fixture.table("a.csv", "Shop,https://shop.example,lia,s1,"))
    let next = try fixture.table(
      "b.csv", "Shop login,https://www.shop.example/in,lia,s1,hello", "Shop,https://shop.example,lia,s2,",
      "New,https://new.example,me,x,")
    let dry = await fixture.imported(next, "--dry-run")
    #expect(dry.output.contains("nothing was changed"))
    #expect(dry.output.contains("--interactive asks"))
    let run = await fixture.imported(next)
    let id = try #require(await fixture.history().last?.string("id"))
    #expect(run.output.contains("merge      Shop login (lia) → Shop\n"))
    #expect(run.output.contains("the same user name and password at shop.example: address added"))
    #expect(run.output.contains("create !   Shop (lia), beside Shop\n"))
    #expect(run.output.contains("create     New (me)\n"))
    #expect(run.output.contains("b.csv:3:1: warning: the same user name at shop.example; both are kept"))
    #expect(run.output.contains("cxf undo \(fixture.path) \(id)\n"))
    #expect(run.error.isEmpty)
    #expect(run.values?.first == 13)
  }

  @Test func whatFailsOrIsLostGivesOne() async throws {
    let fixture = try await ImportFixture()
    let input = try fixture.table(
      "a.csv", "A,https://a.example,u,p,", "B,https://b.example,u,p2,n,more,cells")
    let run = await fixture.run(["import", input, "--into", fixture.path, "--json"])
    #expect(run.code == .negative)
    run.expectSums()
    #expect(run.items["failed"] == 1 && run.items["created"] == 1)
    let finding = try #require(run.json.array("findings").first { $0.string("code") == "too-many-cells" })
    #expect(finding.object("position").number("row") == 2 && finding.object("position").number("line") == 3)
    #expect(!run.output.contains("p2"))
    #expect(await fixture.passwords() == ["A: p"])
  }

  @Test func noSecretIsPrinted() async throws {
    let fixture = try await ImportFixture()
    let secrets = ["kanary-pass-1", "kanary-pass-2", "kanary-note"]
    _ = await fixture.imports(try fixture.table("a.csv", "A,https://a.example,u,kanary-pass-1,kanary-note"))
    let input = try fixture.table(
      "b.csv", "A,https://a.example,u,kanary-pass-2,", "B,https://a.example/x,u,kanary-pass-1,kanary-note 2")
    _ = try await fixture.planned(input)
    var texts = [fixture.text(ImportFixture.planName)]
    for more in [
      ["--dry-run"], ["--dry-run", "--json"], ["--interactive", "--dry-run"], ["--on-conflict", "incoming"],
    ] {
      let run = await fixture.run(["import", input, "--into", fixture.path] + more, answers: ["b", "b"])
      #expect(run.code == .success, "\(run.error)")
      texts += [run.output, run.error]
    }
    for words in [["undo"], ["dedupe"], ["history"], ["list"]] {
      let run = await fixture.run(words + [fixture.path])
      texts += [run.output, run.error]
    }
    for text in texts { for secret in secrets { #expect(!text.contains(secret)) } }
  }

  // MARK: Policies

  @Test(arguments: [
    ("keep-both", ["A: new", "A: old"]), ("incoming", ["A: new"]), ("existing", ["A: old"]),
    // Tables have no dates, and an unknown time loses against none.
    ("newer", ["A: old"]),
  ])
  func aPolicySettlesConflictsAndGivesZero(_ policy: String, _ expected: [String]) async throws {
    let fixture = try await ImportFixture()
    _ = await fixture.imports(try fixture.table("a.csv", "A,https://a.example,u,old,"))
    let run = await fixture.imports(
      try fixture.table("b.csv", "A,https://a.example,u,new,"), "--on-conflict", policy)
    run.expectSums()
    #expect(run.items["conflicts"] == 1)
    #expect(await fixture.passwords() == expected)
    // What gave way is in the history of its item.
    let text = await fixture.contents().output
    #expect(text.contains("\"old\"") && text.contains("\"new\""))
    #expect(await fixture.isSound())
  }

  @Test(arguments: [(1, "A: first"), (3, "A: second")])
  func newerLooksAtTheDates(_ modified: Int, _ expected: String) async throws {
    let fixture = try await ImportFixture()
    func document(_ account: String, _ password: String, _ time: Int) -> String {
      Self.document(
        #"{"id":"\#(account)","username":"","email":"","collections":[],"items":[{"id":"\#(account)","modifiedAt":\#(time),"title":"A","scope":{"urls":["https://a.example"],"androidApps":[]},"credentials":[\#(Self.login("u", password))]}]}"#
      )
    }
    _ = await fixture.imports(try fixture.file("a.json", document("QQ", "first", 2)))
    let run = await fixture.imports(
      try fixture.file("b.json", document("Qg", "second", modified)), "--on-conflict", "newer")
    #expect(run.items["conflicts"] == 1)
    #expect(await fixture.passwords() == [expected])
  }

  // MARK: Files and secrets

  @Test func eachMistakeHasItsStatusAndSaysWhatToDo() async throws {
    let fixture = try await ImportFixture()
    let folder = fixture.vault.folder.path
    let input = try fixture.table("a.csv", "A,https://a.example,u,p,")
    func fails(_ code: ExitCode, _ hint: String, _ words: String...) async {
      let run = await CommandRun(["import"] + words + fixture.vault.opens)
      #expect(run.code == code, "\(words) \(run.error)")
      #expect(run.error.contains(hint), "\(run.error)")
    }
    await fails(.noInput, "no such file", "\(folder)/none.csv", "--into", fixture.path)
    await fails(
      .noInput, "cxf vault create \(folder)/none.cxfvault", input, "--into", "\(folder)/none.cxfvault")
    await fails(.badData, "cxf identify", input, "--into", input)
    await fails(.badData, "cxf import \(input) --into \(fixture.path)", fixture.path, "--into", input)
    await fails(.usage, "cxf dedupe \(fixture.path)", fixture.path, "--into", fixture.path)
    await fails(.noInput, "cxf vault create \(folder)/x.kdbx", input, "--into", "\(folder)/x.kdbx")
    await fails(.usage, "--into <vault>", input)
    await fails(.usage, "--into <vault>", input, fixture.path)
    await fails(.usage, "allowed are: keep-both", input, "--into", fixture.path, "--on-conflict", "mine")
    await fails(.badData, "cxf formats", fixture.vault.identity, "--into", fixture.path)
    await fails(.cannotCreate, "also an input", input, "--into", fixture.path, "--plan-out", input)
    await fails(
      .cannotCreate, "also an input", input, "--into", fixture.path, "--plan-out", fixture.path, "--force")
    await fails(
      .cannotCreate, "no folder", input, "--into", fixture.path, "--plan-out", "\(folder)/none/plan.json")
    let stranger = try await ImportFixture()
    let wrong = await CommandRun(["import", input, "--into", fixture.path] + stranger.vault.opens)
    #expect(wrong.code == .refused)
    let silent = await CommandRun(["import", input, "--into", fixture.path, "--no-input", "--json"])
    #expect(silent.code == .refused && silent.failure == "passphrase-needed")
    #expect(silent.failureHint.contains("--passphrase-file"))
    let closed = await CommandRun(["import", "\(folder)/none.csv", "--into", fixture.path, "--no-input"])
    #expect(closed.code == .noInput, "the input is looked at before a secret is asked for")
    #expect(await fixture.history().isEmpty)
  }

  @Test func aLinkToTheVaultIsTheVault() async throws {
    let fixture = try await ImportFixture()
    let link = "\(fixture.vault.folder.path)/link.cxfvault"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    let run = await fixture.imported(link)
    #expect(run.code == .usage && run.error.contains("into itself"))
  }

  @Test func standardInputIsAnInput() async throws {
    let fixture = try await ImportFixture()
    let rows = Array("name,url,username,password,note\nA,https://a.example,u,p,\n".utf8)
    let run = await fixture.run(["import", "-", "--into", fixture.path, "--json"], input: rows)
    #expect(run.code == .success && run.items["created"] == 1)
    #expect(await fixture.history().first?.string("source") == "standard input")
  }

  @Test func quietPrintsNothingAndProgressOnlyATerminal() async throws {
    let fixture = try await ImportFixture()
    let run = await fixture.imported(Samples.path("chrome.csv"), "--quiet")
    #expect(run.code == .success && run.output.isEmpty && run.error.isEmpty)
    let loud = await fixture.imported(Samples.path("bitwarden.json"))
    #expect(loud.error.isEmpty)
  }

  @Test func anEmptyFileIsNoneAndAnEmptyTableIs() async throws {
    let fixture = try await ImportFixture()
    #expect(await fixture.imported(try fixture.file("empty.csv", "")).code == .badData)
    let run = await fixture.imports(try fixture.table("table.csv"))
    run.expectSums()
    #expect(run.items["in"] == 0)
    #expect(await fixture.history().count == 1)
    let text = await fixture.imported(try fixture.table("table.csv"))
    #expect(text.values == [0, 0, 0, 0, 0])
    let document = await fixture.imports(try fixture.file("empty.json", Self.document("")))
    document.expectSums()
    #expect(document.items["in"] == 0)
  }

  @Test func aVaultIsAnInputWithASecretOfItsOwn() async throws {
    let fixture = try await ImportFixture()
    let folder = fixture.vault.folder
    let cheap = ["--kdf-memory", "19"]
    let one = try folder.write("one", Array("first".utf8))
    let two = try folder.write("two", Array("second\n".utf8))
    let source = "\(folder.path)/source.cxfvault"
    let target = "\(folder.path)/target.cxfvault"
    for (path, file) in [(source, one), (target, two)] {
      #expect(
        await CommandRun(["vault", "create", path, "--passphrase-file", file] + cheap).code == .success)
    }
    let input = try fixture.table("a.csv", "A,https://a.example,u,p,n")
    #expect(await CommandRun("import", input, "--into", source, "--passphrase-file", one).code == .success)
    let words = ["import", source, "--into", target, "--json", "--passphrase-file", two]
    #expect(await CommandRun(words + ["--no-input"]).failureMessage.contains(source))
    #expect(await CommandRun(words + ["--source-passphrase-file", two]).code == .refused)
    let run = await CommandRun(words + ["--source-passphrase-file", one])
    #expect(run.code == .success, "\(run.output)")
    run.expectSums()
    #expect(run.items["created"] == 1 && run.json.array("findings").isEmpty)
    let again = await CommandRun(words + ["--source-passphrase-file", one])
    #expect(again.items["identical"] == 1)
    // Both secrets at the terminal: that of the input first, since it is read first.
    let asked = await CommandRun(
      ["import", source, "--into", target, "--dry-run"], answers: ["first", "second"])
    #expect(asked.code == .success, "\(asked.error)")
    #expect(
      asked.prompts.count == 2 && asked.prompts[0].contains("source") && asked.prompts[1].contains("target"))
  }

  @Test func itsOwnExportAddsNothing() async throws {
    let fixture = try await ImportFixture()
    for sample in ["bitwarden.json", "chrome.csv", "example-cxf.json"] {
      _ = await fixture.imports(Samples.path(sample))
    }
    let before = await fixture.contents()
    let export = "\(fixture.vault.folder.path)/export.json"
    let converted = await fixture.run([
      "convert", fixture.path, "--to", "cxf", "-o", export, "--plaintext", "--include-trash",
    ])
    #expect(converted.code == .success, "\(converted.error)")
    let run = await fixture.imports(export)
    run.expectSums()
    #expect(run.items["identical"] == run.items["in"])
    #expect(await fixture.contents().outputBytes == before.outputBytes)
  }

  // MARK: Content

  static func document(_ accounts: String) -> String {
    #"{"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"A","timestamp":1,"accounts":[\#(accounts)]}"#
  }

  static func login(_ username: String, _ password: String) -> String {
    #"{"type":"basic-auth","username":{"fieldType":"string","value":"\#(username)"},"password":{"fieldType":"concealed-string","value":"\#(password)"}}"#
  }

  @Test func severalAccountsBecomeOneVaultWithTheirLinks() async throws {
    let fixture = try await ImportFixture()
    func item(_ title: String, _ password: String, _ more: String = "") -> String {
      #"{"id":"YQ","title":"\#(title)","credentials":[\#(Self.login("u-" + title, password))\#(more)]}"#
    }
    // The same identifier in both accounts; a reference and a link that lead from one account to the other.
    let across = #",{"type":"item-reference","reference":{"item":"YQ","account":"Qg"}}"#
    let text = Self.document(
      #"{"id":"QQ","username":"one","email":"one@a.example","collections":[{"id":"Yw","title":"Both","items":[{"item":"YQ"},{"item":"YQ","account":"Qg"}]}],"items":[\#(item("One", "p1", across))]},"#
        + #"{"id":"Qg","username":"two","email":"two@a.example","collections":[],"items":[\#(item("Two", "p2"))]}"#
    )
    let input = try fixture.file("two.json", text)
    let run = await fixture.imports(input)
    run.expectSums()
    #expect(run.items["created"] == 2)
    let contents = await fixture.contents().json
    let ids = Dictionary(
      contents.array("items").map { ($0.string("title") ?? "", $0.string("id") ?? "") },
      uniquingKeysWith: { $1 })
    #expect(Set(ids.values).count == 2)
    let references = contents.array("items").flatMap { $0.array("credentials") }.filter {
      $0.string("type") == "item-reference"
    }
    #expect(references.map { $0.object("reference").string("item") } == [ids["Two"]])
    #expect(references.allSatisfy { $0.object("reference")["account"] == nil })
    let links = contents.array("collections").flatMap { $0.array("items") }.compactMap { $0.string("item") }
    #expect(Set(links) == Set(ids.values))
    let before = await fixture.contents().outputBytes
    let again = await fixture.imports(input)
    #expect(again.items["identical"] == 2)
    #expect(await fixture.contents().outputBytes == before)
    #expect(await fixture.isSound())
    #expect(await fixture.run(["undo", fixture.path]).code == .success)
    #expect(await fixture.run(["undo", fixture.path]).code == .success)
    #expect(await fixture.contents().json.array("items").isEmpty)
  }

  /// A passkey as Bitwarden writes it, with a counter of signatures.
  private func passkeys(counter: Int) -> String {
    #"""
    {"encrypted":false,"folders":[],"items":[{"id":"3f2b6c1e-8a4d-4f70-9b1c-0d5e6f7a8b9c","type":1,"name":"Key","favorite":false,
    "login":{"uris":[{"match":null,"uri":"https://a.example"}],"username":"u","password":"p","totp":null,
    "fido2Credentials":[{"credentialId":"b7e1c0de-1111-4222-8333-444455556666","keyType":"public-key","keyAlgorithm":"ECDSA",
    "keyCurve":"P-256","keyValue":"MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgevZzL1gdAFr88hb2OF_2NxApJCzGCEDdfSp6VQO30hyhRANCAAQRWz-jn65BtOMvdyHKcvjBeBSDZH2r1RTwjmYSi9R_zpBnuQ4EiMnCqfMPWiZqB4QdbAd0E7oH50VpuZ1P087G",
    "rpId":"a.example","userHandle":"dXNlcg","userName":"u","counter":"\#(counter)","rpName":"A","userDisplayName":"U","discoverable":"true",
    "creationDate":"2024-01-01T00:00:00.000Z"}]}}]}
    """#
  }

  @Test func aPasskeyKeepsItsCounterAndIsOne() async throws {
    let fixture = try await ImportFixture()
    let first = await fixture.imports(try fixture.file("a.json", passkeys(counter: 5)))
    first.expectSums()
    let second = await fixture.imports(try fixture.file("b.json", passkeys(counter: 9)))
    second.expectSums()
    #expect(second.items["created"] == 0 && second.items["conflicts"] == 0)
    let items = await fixture.contents().json.array("items")
    #expect(items.count == 1)
    let found = items.flatMap { $0.array("credentials") }.filter { $0.string("type") == "passkey" }
    #expect(found.count == 1)
    // A counter that runs backwards locks somebody out.
    #expect(await fixture.contents().output.contains("\"9\""))
    let again = await fixture.imports(try fixture.file("a.json", passkeys(counter: 5)))
    #expect(again.items["created"] == 0 && again.items["conflicts"] == 0)
    #expect(await fixture.contents().output.contains("\"9\""))
  }

  @Test func trashAndArchiveStayWhatTheyAre() async throws {
    let fixture = try await ImportFixture()
    func item(_ id: Int, _ name: String, _ state: String) -> String {
      #"{"id":"3f2b6c1e-8a4d-4f70-9b1c-0d5e6f7a8b0\#(id)","type":1,"name":"\#(name)"\#(state),"login":{"uris":[{"match":null,"uri":"https://a.example"}],"username":"u","password":"p","totp":null}}"#
    }
    let entries = [
      item(1, "Live", ""), item(2, "Gone", #","deletedDate":"2024-01-01T00:00:00.000Z""#),
      item(3, "Old", #","archivedDate":"2024-01-01T00:00:00.000Z""#),
    ]
    let input = try fixture.file(
      "a.json", #"{"encrypted":false,"folders":[],"items":[\#(entries.joined(separator: ","))]}"#)
    let run = await fixture.imports(input)
    run.expectSums()
    // The deleted one is no duplicate of one that lives; the archived one is, and so the item is no archived one.
    #expect(run.items["created"] == 2 && run.items["merged"] == 1)
    let found = await fixture.contents().json.array("items")
    #expect(Set(found.compactMap { $0.string("title") }) == ["Live", "Gone"])
    let converted = await fixture.run(["convert", fixture.path, "--to", "chrome-csv"])
    #expect(!converted.output.contains("Gone"))
  }

  // MARK: Cases that broke others

  private func importCase(_ fixture: ImportFixture, _ name: String) async -> CommandRun {
    let bytes = (try? SharedFiles.bytes("cases/bugs/\(name)")) ?? []
    let input = (try? fixture.vault.folder.write(name, bytes)) ?? ""
    let run = await fixture.run(["import", input, "--into", fixture.path, "--json"])
    run.expectSums()
    return run
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B095-same-twice.csv")))
  func theCasesComeOutAsTheyMust() async throws {
    let fixture = try await ImportFixture()
    let twice = await importCase(fixture, "B095-same-twice.csv")
    #expect(twice.items["created"] == 2 && twice.items["identical"] == 1)
    let before = await fixture.contents().outputBytes
    #expect(await importCase(fixture, "B095-same-twice.csv").items["identical"] == 3)
    #expect(await fixture.contents().outputBytes == before)
    let paths = await importCase(fixture, "B097-paths-www.csv")
    #expect(paths.items["created"] == 3 && paths.items["merged"] == 2 && paths.items["conflicts"] == 1)
    _ = await importCase(fixture, "B056-target.json")
    #expect(await importCase(fixture, "B056-incoming.json").items["created"] == 3)
    let folders = await fixture.contents().outputBytes
    #expect(await importCase(fixture, "B056-incoming.json").items["identical"] == 3)
    #expect(await fixture.contents().outputBytes == folders)
    #expect(await importCase(fixture, "B093-left.json").items["created"] == 2)
    let right = await importCase(fixture, "B093-right.json")
    #expect(right.items["created"] == 0 && right.items["conflicts"] == 0)
    let bad = await importCase(fixture, "B102-one-bad-row.csv")
    #expect(bad.code == .negative && bad.items["in"] == 4 && bad.items["failed"] == 2)
    #expect(!bad.output.contains("p2") && !bad.output.contains("p4"))
    #expect(await fixture.isSound())
  }

  // MARK: Interruption

  /// A terminal at which the work is interrupted while a question is open.
  private final class Interrupting: InteractiveTerminal {
    func ask(_ prompt: String, echo: Bool) throws(PromptError) -> [UInt8] {
      withUnsafeCurrentTask { $0?.cancel() }
      return Array("i".utf8)
    }
  }

  @Test func interruptedWorkChangesNothing() async throws {
    let fixture = try await ImportFixture()
    _ = await fixture.imports(try fixture.table("a.csv", "A,https://a.example,u,old,"))
    let before = await fixture.contents().outputBytes
    let input = try fixture.table("b.csv", "A,https://a.example,u,new,")
    let error = MemoryWriter()
    let environment = CommandEnvironment(
      program: "cxf", error: error, terminal: Interrupting(), now: { 1_800_000_000 })
    let words = ["import", input, "--into", fixture.path, "--interactive"] + fixture.vault.opens
    let code = await Task { await CXFCommand.run(words, environment) }.value
    #expect(code == .interrupted)
    #expect(error.text.hasSuffix("cxf: error: interrupted\n"))
    #expect(await fixture.contents().outputBytes == before)
    #expect(await fixture.history().count == 1)
    #expect(await fixture.isSound())
  }
}
