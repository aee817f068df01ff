import CXFImporting
import CXFVaults
import CredentialExchangeFormat
import Testing

/// Files that want a secret of somebody else, or its place.
@Suite struct HostileImportTests {
  private let options = ImportOptions(now: Timestamp(1_800_000_000))

  private func login(_ username: String?, _ password: String?) -> Credential {
    .basicAuth(
      BasicAuth(
        username: username.map { EditableField(fieldType: .string, value: Text($0)) },
        password: password.map { EditableField(fieldType: .concealedString, value: Text($0)) }))
  }

  private func passkey(_ key: UInt8) -> Credential {
    .passkey(
      Passkey(
        credentialID: OpaqueBytes([1, 2, 3]), rpID: "bank.example", userHandle: OpaqueBytes([4]),
        key: OpaqueBytes(Array(repeating: key, count: 32))))
  }

  private func source(
    _ items: [Item], provider: String = "one.example", account: [UInt8] = [7]
  ) throws -> ImportSource {
    try ImportSource(
      CXFEncoder().encode(
        Header(
          exporterRPID: Text(provider), timestamp: Timestamp(1),
          accounts: [Account(id: Identifier(account), items: items)])), name: "file.json")
  }

  private func item(
    id: [UInt8] = [2], _ urls: [Text], _ credentials: [Credential], modified: UInt64? = nil,
    title: Text = "Bank"
  ) -> Item {
    Item(
      id: Identifier(id), modifiedAt: modified.map { Timestamp($0) }, title: title,
      scope: urls.isEmpty ? nil : CredentialScope(urls: urls), credentials: credentials)
  }

  /// No item offers the password at an address that its own file did not name.
  private func expectUnexposed(_ store: MemoryVaultStore, _ password: String = "REAL") async throws {
    var found = false
    for stored in try await Contents(store).items.values {
      let has = stored.item.credentials.contains {
        if case .basicAuth(let login) = $0 { login.password?.value == Text(password) } else { false }
      }
      guard has else { continue }
      found = true
      #expect(stored.item.scope?.urls.contains { $0.string.contains("evil") } != true)
    }
    #expect(found)
  }

  @Test(arguments: ConflictPolicy.allCases)
  func aHostileFileThatCameFirstGetsNoPassword(policy: ConflictPolicy) async throws {
    var options = options
    options.policy = policy
    let real = try source([item(["https://bank.example/"], [login("me", "REAL"), passkey(1)])])
    let hostile = [
      // The identifiers of a passkey are no secret.
      [item(id: [9], ["https://evil.example/"], [passkey(2)])],
      // Neither are those of exporter, account and item.
      [item(["https://evil.example/"], [])],
      // An address of each, and a password that is not the real one.
      [item(id: [9], ["https://bank.example/", "https://evil.example/"], [login("me", "junk")])],
    ]
    for items in hostile {
      let store = MemoryVaultStore()
      _ = try await VaultImporter(store).import(source(items), options)
      let result = try await VaultImporter(store).import(real, options)
      #expect(result.values.lost == 0)
      try await expectUnexposed(store)
      let before = try await Contents(store)
      _ = try await VaultImporter(store).import(real, options)
      #expect(try await Contents(store) == before)
    }
  }

  @Test(arguments: ConflictPolicy.allCases)
  func anOlderExportOfTheSameSourceReplacesNothing(policy: ConflictPolicy) async throws {
    var options = options
    options.policy = policy
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(
      source([item(["https://bank.example/"], [login("me", "NEW")], modified: 2000)]), options)
    let result = try await VaultImporter(store).import(
      source([item(["https://bank.example/"], [login("me", "OLD")], modified: 1000)]), options)
    let items = try await Contents(store).items.values.map(\.item)
    let first = try #require(items.first { $0.id == Identifier([2]) })
    let holdsNew = first.credentials == [login("me", "NEW")]
    #expect(holdsNew == (policy != .incoming))
    #expect(result.items.conflicts == 1 || policy == .incoming)
    #expect(items.count == (policy == .keepBoth ? 2 : 1))
  }

  @Test func aLaterExportTellsThatItReplacedAPassword() async throws {
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(
      source([item(["https://bank.example/"], [login("me", "OLD")], modified: 1000)]), options)
    let result = try await VaultImporter(store).import(
      source([item(["https://bank.example/"], [login("me", "NEW")], modified: 2000)]), options)
    #expect(result.items.merged == 1)
    #expect(result.findings.contains { $0.code.name == "import-later-export" && $0.severity == .warning })
    #expect(try await Contents(store).texts.isSuperset(of: ["OLD", "NEW"]))
  }

  @Test func aLaterExportOfNothingTakesNothingAway() async throws {
    let store = MemoryVaultStore()
    let whole = item(["https://bank.example/"], [login("me", "REAL"), passkey(1)])
    _ = try await VaultImporter(store).import(source([whole]), options)
    _ = try await VaultImporter(store).import(source([item([], [login(nil, nil)], title: "")]), options)
    let kept = try #require(try await Contents(store).items[Identifier([2])]?.item)
    #expect(kept.credentials.contains(login("me", "REAL")) && kept.credentials.contains(passkey(1)))
    #expect(kept.scope?.urls == ["https://bank.example/"] && kept.title == "Bank")
  }

  @Test func identifiersThatSeveralItemsHadAreNoNames() async throws {
    func three(_ items: [(String, String)]) throws -> ImportSource {
      try source(
        items.map {
          item(id: [0x69], [Text("https://\($0.0).example/")], [login("u\($0.0)", $0.1)], title: Text($0.0))
        }
      )
    }
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(three([("a", "1"), ("b", "2"), ("c", "3")]), options)
    _ = try await VaultImporter(store).import(three([("b", "2-new"), ("c", "3")]), options)
    for stored in try await Contents(store).items.values {
      guard stored.item.scope?.urls == ["https://a.example/"] else { continue }
      #expect(stored.item.credentials == [login("ua", "1")] && stored.item.title == "a")
    }
  }

  @Test func aHundredRowsOfOneLoginAreOneItem() async throws {
    let rows = "name,url,username,password\n" + (0..<100).map { "t,https://h.example/\($0),u,p\n" }.joined()
    let store = MemoryVaultStore()
    let result = try await VaultImporter(store).import(
      ImportSource(Array(rows.utf8), name: "rows.csv"), options)
    #expect(result.items.created == 1 && result.items.merged == 99)
    #expect(try await Contents(store).items.values.first?.item.scope?.urls.count == 100)
  }

  @Test(arguments: [false, true])
  func aLinkIntoNothingDrawsInNobodysItem(reversed: Bool) async throws {
    let mine = try source([item(["https://bank.example/"], [login("me", "REAL")])])
    let theirs = try ImportSource(
      CXFEncoder().encode(
        Header(
          exporterRPID: "evil.example", timestamp: Timestamp(1),
          accounts: [
            Account(
              id: Identifier([8]),
              collections: [
                ItemCollection(
                  id: Identifier([0x63]), title: "Shared", items: [LinkedItem(item: Identifier([2]))])
              ])
          ])), name: "theirs.json")
    let store = MemoryVaultStore()
    for source in reversed ? [theirs, mine] : [mine, theirs] {
      _ = try await VaultImporter(store).import(source, options)
      let before = try await Contents(store)
      _ = try await VaultImporter(store).import(source, options)
      #expect(try await Contents(store) == before)
    }
    let contents = try await Contents(store)
    let stored = try #require(contents.items.values.first)
    #expect(stored.collections.isEmpty)
    #expect(contents.collections.first?.collection.items.contains { $0.item == stored.id } == false)
  }

  @Test func whatIsFullSaysSo() async throws {
    let rows = "name,url,username,password\n" + (0..<140).map { "t,https://h.example/\($0),u,p\n" }.joined()
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    let source = try ImportSource(Array(rows.utf8), name: "rows.csv")
    let result = try await importer.import(source, options)
    #expect(result.items.created == 2)
    let second = try #require(result.actions.last { $0.kind == .create })
    #expect(second.grade == .sameCredential && second.reason.contains("takes no more"))
    #expect(result.findings.contains { $0.code.name == "import-full" })
    let before = try await Contents(store)
    _ = try await importer.import(source, options)
    #expect(try await Contents(store) == before)
    _ = try await importer.dedupe(options)
    #expect(try await Contents(store).items.values.map { $0.item.scope?.urls.count } == [140])
  }
}
