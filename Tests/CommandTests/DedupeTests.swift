import CXFCommandLine
import CXFCommands
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// `cxf dedupe` on a vault with planted duplicates, contradictions and near misses.
@Suite struct DedupeTests {
  private static func login(
    _ id: UInt8, _ title: Text, _ username: Text, _ password: Text, _ url: Text, _ created: UInt64,
    _ more: [Credential] = []
  ) -> Item {
    Item(
      id: Identifier([id]), createdAt: Timestamp(created), title: title,
      scope: CredentialScope(urls: [url]),
      credentials: [
        .basicAuth(
          BasicAuth(
            username: EditableField(fieldType: .string, value: username),
            password: EditableField(fieldType: .concealedString, value: password)))
      ] + more)
  }

  private static let items: [Item] = [
    login(2, "Shop again", "lia", "s1", "https://www.shop.example/in", 20),
    login(1, "Shop", "lia", "s1", "https://shop.example", 10),
    // Equal in all but the id.
    login(3, "Mail", "bob", "m", "https://mail.example", 10),
    login(4, "Mail", "bob", "m", "https://mail.example", 10),
    // Another password: a contradiction.
    login(5, "Bank", "eve", "b1", "https://bank.example", 10),
    login(6, "Bank", "eve", "b2", "https://bank.example", 20),
    // Near misses: another case of the user name, another port, another spelling of the same letter.
    login(7, "Port", "u", "p", "https://nas.example:8443", 10),
    login(8, "Port", "u", "p", "https://nas.example:9443", 20),
    login(9, "Caf\u{E9}", "u", "caf\u{E9}", "https://cafe.example", 10),
    login(10, "Cafe\u{301}", "u", "cafe\u{301}", "https://cafe.example", 20),
    // Refers to the item that becomes part of another one.
    login(
      11, "Referrer", "r", "r", "https://r.example", 10,
      [.itemReference(ItemReference(reference: LinkedItem(item: Identifier([2]))))]),
  ]

  private func fixture() async throws -> ImportFixture {
    let fixture = try await ImportFixture()
    try await fixture.vault.store().write { transaction in
      try await transaction.put([
        VaultCollection(
          collection: ItemCollection(
            id: Identifier([0xF0]), title: "Folder", items: [LinkedItem(item: Identifier([2]))]))
      ])
      let stored = Self.items.map {
        VaultItem(item: $0, collections: $0.id == Identifier([4]) ? [Identifier([0xF0])] : [])
      }
      try await transaction.put(stored, keys: stored.map { _ in MatchKeys() }, scheme: 1)
    }
    return fixture
  }

  private func id(_ byte: UInt8) -> String { Identifier([byte]).base64URL }

  @Test func itSaysWhatBecamePartOfWhat() async throws {
    let fixture = try await fixture()
    let before = await fixture.contents()
    let dry = await fixture.run(["dedupe", fixture.path, "--dry-run", "--json"])
    #expect(await fixture.contents().outputBytes == before.outputBytes)
    #expect(dry.json["import"] is NSNull)
    let run = await fixture.run(["dedupe", fixture.path, "--json"])
    #expect(run.code == .success, "\(run.output)")
    run.expectSums()
    #expect(run.items == dry.items)
    #expect(run.items["in"] == 11 && run.items["merged"] == 2 && run.items["created"] == 0)
    #expect(run.items["conflicts"] == 2)
    let parts = run.json.array("actions").filter { ["merge", "identical"].contains($0.string("action")) }
    #expect(
      Set(parts.map { "\($0.string("id") ?? "") \($0.string("into") ?? "")" }) == [
        "\(id(2)) \(id(1))", "\(id(4)) \(id(3))",
      ])
    #expect(parts.contains { $0.string("item") == "Shop again" && $0.string("intoItem") == "Shop" })
    let kept = run.json.array("actions").filter {
      $0.string("action") == "skip" && $0["conflict"] as? Bool == true
    }
    #expect(
      Set(kept.map { "\($0.string("id") ?? "") \($0.string("into") ?? "")" }) == [
        "\(id(6)) \(id(5))", "\(id(10)) \(id(9))",
      ])
    let after = await fixture.contents().json
    #expect(after.array("items").count == 9)
    let shop = try #require(after.array("items").first { $0.string("id") == id(1) })
    #expect(
      shop.object("scope")["urls"] as? [String] == ["https://shop.example", "https://www.shop.example/in"])
    // Links lead to what is there.
    let references = after.array("items").flatMap { $0.array("credentials") }.compactMap {
      $0["reference"] as? [String: Any]
    }
    #expect(references.map { $0.string("item") } == [id(1)])
    #expect(
      Set(after.array("collections").flatMap { $0.array("items") }.compactMap { $0.string("item") }) == [
        id(1), id(3),
      ])
    #expect(await fixture.isSound())
    let again = await fixture.run(["dedupe", fixture.path, "--json"])
    #expect(again.items["merged"] == 0 && again.items["identical"] == 0)
    let undone = await fixture.run(["undo", fixture.path])
    #expect(undone.code == .success)
    let text = await fixture.run(["undo", fixture.path])
    #expect(
      text.output.contains("returned  Shop again (lia)\n") && text.output.contains("restored  Shop (lia)\n"))
    #expect(text.output.contains("the merging of duplicates"))
    #expect(await fixture.contents().outputBytes == before.outputBytes)
    #expect(await fixture.isSound())
  }

  @Test func theTextListsThem() async throws {
    let fixture = try await fixture()
    let run = await fixture.run(["dedupe", fixture.path])
    #expect(run.output.contains("merge      Shop again (lia) → Shop\n"))
    #expect(run.output.contains("skip !     Bank (eve), beside Bank\n"))
    #expect(!run.output.contains("--interactive"), "dedupe asks nothing")
    #expect(run.values?.count == 5)
  }

  @Test(arguments: [("incoming", "Bank: b2"), ("existing", "Bank: b1"), ("newer", "Bank: b2")])
  func aPolicySettlesContradictions(_ policy: String, _ expected: String) async throws {
    let fixture = try await fixture()
    let run = await fixture.run(["dedupe", fixture.path, "--on-conflict", policy, "--json"])
    #expect(run.code == .success, "\(run.output)")
    run.expectSums()
    #expect(await fixture.passwords().filter { $0.hasPrefix("Bank") } == [expected])
    let text = await fixture.contents().output
    #expect(text.contains("\"b1\"") && text.contains("\"b2\""))
  }

  @Test func anImportBeforeItIsUndoneOnlyAfterIt() async throws {
    let fixture = try await ImportFixture()
    let input = try fixture.table("a.csv", "A,https://a.example,u,p,")
    _ = await fixture.imports(input)
    let plan = try await fixture.planned(input)
    try fixture.edit(plan, "\"action\": \"identical\"", "\"action\": \"create\"")
    #expect(await fixture.applied(plan).items["created"] == 1)
    let twins = await fixture.contents().outputBytes
    let run = await fixture.run(["dedupe", fixture.path, "--json"])
    #expect((run.items["merged"] ?? 0) + (run.items["identical"] ?? 0) == 1)
    #expect(await fixture.passwords() == ["A: p"])
    let ids = await fixture.history().compactMap { $0.string("id") }
    let blocked = await fixture.run(["undo", fixture.path, ids[1], "--json"])
    #expect(blocked.code == .negative && blocked.failureMessage.contains(ids[2]))
    #expect(await fixture.run(["undo", fixture.path]).code == .success)
    #expect(await fixture.contents().outputBytes == twins)
    #expect(await fixture.run(["undo", fixture.path, ids[1]]).code == .success)
    #expect(await fixture.passwords() == ["A: p"])
  }

  @Test func anEmptyVaultHasNoDuplicates() async throws {
    let fixture = try await ImportFixture()
    let run = await fixture.run(["dedupe", fixture.path, "--json"])
    run.expectSums()
    #expect(run.code == .success && run.items["in"] == 0)
    #expect(await fixture.run(["dedupe", "\(fixture.vault.folder.path)/none"]).code == .noInput)
  }
}
