import CXFCommandLine
import CXFCommands
import CXFVaults
import CredentialExchangeFormat
import Testing

@Suite struct ListTests {
  @Test func theDocumentHasItemsByIdAndCollectionsWithLinks() async throws {
    let vault = try await VaultFixture()
    let run = await vault.run(["list", vault.path, "--json"])
    #expect(run.code == .success, "\(run.error)")
    #expect(run.json.number("version") == 1)
    #expect(run.json.array("items").compactMap { $0.string("id") } == ["EAE", "EAI", "IA"])
    let work = try #require(run.json.array("collections").first)
    #expect(run.json.array("collections").count == 1)
    #expect(work.string("title") == "Work")
    #expect(work.array("items").compactMap { $0.string("item") } == ["EAE"])
    let clients = try #require(work.array("subCollections").first)
    #expect(clients.array("items").compactMap { $0.string("item") } == ["EAE", "IA", "CQ"])
    #expect(clients.array("items").last?.string("account") == "CA")
  }

  @Test func secretsAreNullUnlessRevealed() async throws {
    let vault = try await VaultFixture()
    let hidden = await vault.run(["list", vault.path, "--json"])
    let bank = try #require(hidden.json.array("items").last)
    let login = try #require(bank.array("credentials").first)
    #expect(login.object("username").string("value") == "alice")
    #expect(login.object("password").keys.contains("value"))
    #expect(login.object("password").string("value") == nil)
    #expect(bank.object("scope")["urls"] as? [String] == ["https://www.bank.example/login"])
    #expect(bank["tags"] as? [String] == ["money"])
    #expect(bank.number("creationAt") == 1_700_000_000)
    for canary in VaultFixture.canaries { #expect(!hidden.output.contains(canary)) }
    let shown = await vault.run(["list", vault.path, "--json", "--reveal"])
    for canary in VaultFixture.canaries { #expect(shown.output.contains(canary)) }
    #expect(await vault.run(["list", vault.path, "--reveal"]).code == .usage)
  }

  @Test(arguments: [
    (["title:bank"], ["IA"]), (["type:totp"], ["EAE"]), (["mail", "-type:totp"], ["EAI"]),
    (["collection:\"Work/Clients\" -bank"], ["EAE"]), (["domain:bank.example"], ["IA"]),
    (["domain:mail.example"], ["EAI"]), (["-mail"], ["IA"]), (["nothing"], []),
    (["--", "-bank"], ["EAE", "EAI"]),
  ])
  func aQueryChooses(_ query: [String], _ expected: [String]) async throws {
    let vault = try await VaultFixture()
    let run = await CommandRun(["list", vault.path, "--json"] + vault.opens + query)
    #expect(run.code == .success, "\(run.error)")
    #expect(run.json.array("items").compactMap { $0.string("id") } == expected)
  }

  @Test func aBadQueryIsToldBeforeAnythingIsOpened() async {
    let run = await CommandRun("list", "/nonexistent", "tpye:x")
    #expect(run.code == .usage)
    #expect(run.error.contains("column 1"))
  }

  @Test func theTableHasNoSecrets() async throws {
    let vault = try await VaultFixture()
    let run = await vault.run(["list", vault.path])
    #expect(run.code == .success)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[1].contains("Bank") && lines[1].contains("alice") && lines[1].contains("www.bank.example"))
    #expect(lines[1].contains("basic-auth, note, custom-fields") && lines[1].contains("Work/Clients"))
    for canary in VaultFixture.canaries { #expect(!run.output.contains(canary)) }
  }

  @Test func showPrintsOneItem() async throws {
    let vault = try await VaultFixture()
    let hidden = await vault.run(["show", vault.path, "Bank"])
    #expect(hidden.code == .success, "\(hidden.error)")
    #expect(hidden.output.contains("alice") && hidden.output.contains("••••••••"))
    #expect(hidden.output.contains("2023-11-14T22:13:20Z") && hidden.output.contains("Work/Clients"))
    for canary in VaultFixture.canaries { #expect(!hidden.output.contains(canary)) }
    let shown = await vault.run(["show", vault.path, "Bank", "--reveal"])
    for canary in VaultFixture.canaries.dropLast() { #expect(shown.output.contains(canary)) }
    let json = await vault.run(["show", vault.path, "Bank", "--json"]).json
    #expect(json.array("items").map { $0.string("title") } == ["Bank"])
    let work = try #require(json.array("collections").first)
    #expect(work.array("subCollections").first?.array("items").count == 1)
  }

  @Test(arguments: [("EAE", "EAE"), ("EAI", "EAI"), ("I", "IA"), ("Bank", "IA")])
  func showFindsByIdBeginningAndTitle(_ word: String, _ id: String) async throws {
    let vault = try await VaultFixture()
    let run = await vault.run(["show", vault.path, word, "--json"])
    #expect(run.json.array("items").first?.string("id") == id)
  }

  @Test func whatIsUnclearIsToldWithCandidates() async throws {
    let vault = try await VaultFixture()
    let both = await vault.run(["show", vault.path, "Mail"])
    #expect(both.code == .negative)
    #expect(both.error.contains("EAE") && both.error.contains("EAI") && both.error.contains("bob"))
    #expect(await vault.run(["show", vault.path, "EA"]).code == .negative)
    let none = await vault.run(["show", vault.path, "bank", "--json"])
    #expect(none.code == .negative)
    #expect(none.json.object("error").string("code") == "no-such-item")
  }
}
