import CredentialExchange
import Synchronization
import Testing

/// What an engineer of vault software needs is public: these tests see no more than they would.
@Suite struct VaultSoftwareTests {
  private static func document(_ password: String, url: Text = "https://mail.example") -> [UInt8] {
    let item = Item(
      id: Identifier([1]), title: "Mail", scope: CredentialScope(urls: [url]),
      credentials: [
        .basicAuth(
          BasicAuth(
            username: EditableField(fieldType: .string, value: "lia"),
            password: EditableField(fieldType: .concealedString, value: Text(password))))
      ])
    let account = Account(
      id: Identifier([2]), username: "lia",
      collections: [ItemCollection(id: Identifier([3]), title: "Home", items: [LinkedItem(item: item.id)])],
      items: [item])
    return CXFEncoder().encode(
      Header(exporterRPID: "other.example", timestamp: Timestamp(0), accounts: [account]))
  }

  private func passwords(_ vault: some VaultStore) async throws -> [Text] {
    try await vault.read { snapshot in
      var found: [Text] = []
      try await snapshot.forEachItem { page in
        for case .basicAuth(let login) in page.flatMap(\.item.credentials) {
          if let password = login.password?.value { found.append(password) }
        }
      }
      return found
    }
  }

  @Test func theExampleImportsAndIsTakenBack() async throws {
    let vault = ProductVault()
    let empty = await vault.records
    let lines = Lines()
    let first = try await importExport(
      Self.document("one"), named: "a.json", into: vault, at: 1, show: { lines.add($0) })
    #expect(lines.all.contains("1 new, 0 merged, 0 known"))
    #expect(lines.all.contains { $0.hasPrefix("matching: 1 of 1") })
    let filled = await vault.records
    let second = try await importExport(
      Self.document("one"), named: "a.json", into: vault, at: 2, show: { lines.add($0) })
    #expect(lines.all.last == "0 new, 0 merged, 1 known")
    #expect(await vault.records == filled)
    let importer = VaultImporter(vault)
    #expect(try await importer.newestImport()?.id == second)
    for id in [second, first] {
      #expect(try await importer.undo(id, at: Timestamp(3)).undoneAt == Timestamp(3))
    }
    #expect(await vault.records == empty)
    await #expect(throws: ImportError.nothingToUndo(nil)) { try await importer.undo(nil, at: Timestamp(4)) }
  }

  @Test func aPersonSettlesConflicts() async throws {
    let vault = ProductVault()
    let importer = VaultImporter(vault)
    let options = ImportOptions(now: Timestamp(1))
    _ = try await importer.import(ImportSource(Self.document("one"), name: "a.json"), options)
    // The same person at the same site, from a table, which says nothing about where it comes from.
    let rows = "name,url,username,password\nMail,https://mail.example,lia,two\n"
    let source = try ImportSource(Array(rows.utf8), name: "b.csv")
    let (plan, result) = try await importer.plan(source, options) { question in
      #expect(question.existing.title == "Mail" && question.incoming.title == "Mail")
      #expect(question.grade == .sameAccount && !question.isAmbiguous)
      return .policy(.incoming)
    }
    #expect(result.items.conflicts == 1 && result.id == nil)
    #expect(try await passwords(vault) == ["one"])
    // A plan is a value: it can be kept as JSON, read, and changed.
    var kept = try ImportPlan(json: plan.json)
    #expect(kept.actions.map(\.kind) == [.merge])
    kept.actions[0].policy = .existing
    _ = try await importer.apply(kept, source, options)
    #expect(try await passwords(vault) == ["one"])
    await #expect(throws: (any Error).self) { try await importer.apply(plan, source, options) }
  }

  @Test func cancellingLeavesTheVaultAsItWas() async throws {
    let vault = ProductVault()
    let empty = await vault.records
    let task = Task {
      try await importExport(Self.document("one"), named: "a.json", into: vault, at: 1) { line in
        if line.hasPrefix("matching") { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await vault.records == empty)
    #expect(try await VaultImporter(vault).newestImport() == nil)
  }

  @Test func duplicatesOfTheVaultAreMerged() async throws {
    let vault = ProductVault()
    let header = try CXFDecoder().decode(Self.document("one")).header
    let item = try #require(header.accounts.first?.items.first)
    var twin = item
    twin.id = Identifier([9])
    let items = [VaultItem(item: item), VaultItem(item: twin)]
    try await vault.write { try await $0.put(items, keys: [MatchKeys(), MatchKeys()], scheme: 0) }
    let before = await vault.records
    let importer = VaultImporter(vault)
    let result = try await importer.dedupe(ImportOptions(now: Timestamp(1)))
    #expect(result.actions.map(\.item) == [twin.id])
    #expect(result.actions.map(\.into) == [.vault(item.id)])
    #expect(try await passwords(vault) == ["one"])
    _ = try await importer.undo(result.id, at: Timestamp(2))
    #expect(await vault.records == before)
  }

  /// Lines that were shown, from whatever thread.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
