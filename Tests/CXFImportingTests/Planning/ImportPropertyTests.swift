import CXFFormats
import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// The laws of importing, over many small vaults in which items meet.
@Suite struct ImportPropertyTests {
  private static let seeds = Array(UInt64(1)...8)
  private static let options = ImportOptions(now: Timestamp(1_800_000_000))

  private func source(_ header: Header, _ name: String = "world.json") throws -> ImportSource {
    try ImportSource(CXFEncoder().encode(header), name: name)
  }

  @Test(arguments: seeds, ConflictPolicy.allCases)
  func twiceIsOnce(seed: UInt64, policy: ConflictPolicy) async throws {
    var world = SmallWorld(seed: seed)
    let source = try source(world.header(items: 24))
    let store = MemoryVaultStore()
    var options = Self.options
    options.policy = policy
    let first = try await VaultImporter(store).import(source, options)
    let before = try await Contents(store)
    let second = try await VaultImporter(store).import(source, options)
    let after = try await Contents(store)
    #expect(after == before)
    #expect(second.items.created == 0 && second.items.merged == 0, "\(second.items) after \(first.items)")
  }

  @Test(arguments: seeds)
  func twiceIsOnceWithoutIdentifiersOfTheSource(seed: UInt64) async throws {
    var world = SmallWorld(seed: seed)
    var header = world.header(items: 24)
    header.accounts[0].extensions = [ToolkitExtension.syntheticIDs.make { _ in }]
    // Files without identifiers have no references.
    for index in header.accounts[0].items.indices {
      header.accounts[0].items[index].credentials.removeAll { $0.isReference }
    }
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(source(header), Self.options)
    let before = try await Contents(store)
    let second = try await VaultImporter(store).import(source(header), Self.options)
    #expect(try await Contents(store) == before)
    let changed = second.actions.filter { $0.kind != .identical }.map {
      "\($0.kind) \($0.index) \($0.reason) \($0.changes.map(\.what))"
    }
    #expect(changed == [])
  }

  @Test(arguments: seeds)
  func theOrderOfDisjointSourcesDoesNotMatter(seed: UInt64) async throws {
    var one = SmallWorld(seed: seed, name: "one")
    var two = SmallWorld(seed: seed + 1000, name: "two")
    let a = try source(one.header(items: 12, account: "a"))
    let b = try source(two.header(items: 12, account: "b"))
    let ab = MemoryVaultStore()
    let ba = MemoryVaultStore()
    for source in [a, b] { _ = try await VaultImporter(ab).import(source, Self.options) }
    for source in [b, a] { _ = try await VaultImporter(ba).import(source, Self.options) }
    #expect(try await Contents(ab).withoutIdentifiers == Contents(ba).withoutIdentifiers)
  }

  @Test(arguments: seeds, ConflictPolicy.allCases)
  func noValueVanishes(seed: UInt64, policy: ConflictPolicy) async throws {
    var world = SmallWorld(seed: seed)
    let first = world.header(items: 16)
    let sources = [first, world.header(items: 16, provider: "two.example"), world.later(than: first)]
    let store = MemoryVaultStore()
    var options = Self.options
    options.policy = policy
    for header in sources {
      let before = try await Contents(store).texts
      let result = try await VaultImporter(store).import(source(header), options)
      let after = try await Contents(store).texts
      #expect(before.subtracting(after).isEmpty, "values of the vault vanished")
      let values = result.values
      #expect(values.total == values.carried + values.converted + values.repaired + values.lost)
      #expect(values.lost == 0)
      let items = result.items
      #expect(items.total == items.created + items.merged + items.identical + items.skipped + items.failed)
      for item in header.accounts[0].items {
        let missing = texts(of: item).subtracting(after)
        let told = Set(result.findings.filter { $0.item == item.displayTitle }.compactMap(\.field))
        #expect(missing.isEmpty || !told.isEmpty, "\(missing.map(\.string)) of \(item.id) vanished")
      }
    }
  }

  @Test(arguments: seeds)
  func aDryRunSaysWhatIsThenDone(seed: UInt64) async throws {
    var world = SmallWorld(seed: seed)
    let first = world.header(items: 12)
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(source(first), Self.options)
    let next = try source(world.later(than: first))
    let before = try await Contents(store)
    let (plan, dry) = try await VaultImporter(store).plan(next, Self.options)
    #expect(try await Contents(store) == before)
    let other = MemoryVaultStore()
    _ = try await VaultImporter(other).import(source(first), Self.options)
    let done = try await VaultImporter(store).import(next, Self.options)
    #expect(done.actions == dry.actions)
    #expect(done.items == dry.items)
    #expect(done.values == dry.values)
    #expect(done.findings == dry.findings)
    #expect(dry.id == nil && done.id != nil)
    var read = try ImportPlan(json: plan.json)
    read.vault.id = try await other.read { try await $0.vaultID() }
    let applied = try await VaultImporter(other).apply(read, next, Self.options)
    #expect(applied.items == dry.items)
    #expect(try await Contents(other).withoutIdentifiers == Contents(store).withoutIdentifiers)
  }

  @Test(arguments: seeds)
  func undoingGivesEveryRecordItsBytesBack(seed: UInt64) async throws {
    var world = SmallWorld(seed: seed)
    var stranger = SmallWorld(seed: seed + 500, name: "stranger")
    let first = world.header(items: 12)
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    _ = try await importer.import(source(first), Self.options)
    let before = try await Contents(store)
    var options = Self.options
    options.policy = world.policy()
    let merged = try await importer.import(source(world.later(than: first)), options)
    let id = try #require(merged.id)
    let entry = try await importer.undo(id, at: Timestamp(1_900_000_000))
    #expect(entry.id == id)
    #expect(try await Contents(store) == before)
    // Once more, with something unrelated in between.
    let again = try #require(try await importer.import(source(world.later(than: first)), options).id)
    let unrelated = try await importer.import(
      source(stranger.header(items: 6, provider: "two.example", account: "x")), Self.options)
    _ = try await importer.undo(again, at: Timestamp(1_900_000_001))
    let rest = try await Contents(store)
    for (id, item) in before.items { #expect(rest.items[id] == item) }
    #expect(rest.items.count == before.items.count + unrelated.items.created)
  }

  @Test func identifiersAloneNeverWidenTheScope() async throws {
    let key = Array("0123456789abcdef0123456789abcdef".utf8)
    func header(_ key: [UInt8], _ password: String?, _ urls: [Text]) -> Header {
      var credentials: [Credential] = [
        .passkey(
          Passkey(
            credentialID: OpaqueBytes(Array("credential".utf8)), rpID: "bank.example", username: "ann",
            userHandle: OpaqueBytes([1, 2, 3]), key: OpaqueBytes(key)))
      ]
      if let password {
        credentials.append(
          .basicAuth(
            BasicAuth(
              username: EditableField(fieldType: .string, value: "ann"),
              password: EditableField(fieldType: .concealedString, value: Text(password)))))
      }
      return Header(
        exporterRPID: "one.example", timestamp: Timestamp(0),
        accounts: [
          Account(
            id: Identifier([1]),
            items: [
              Item(
                id: Identifier([2]), title: "Bank", scope: CredentialScope(urls: urls),
                credentials: credentials)
            ])
        ])
    }
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    _ = try await importer.import(source(header(key, "secret", ["https://bank.example"])), Self.options)
    // The same identifiers throughout, other secrets, an address of somebody else.
    let hostile = header(Array(key.reversed()), nil, ["https://evil.example", "https://sub.bank.example"])
    let result = try await importer.import(source(hostile), Self.options)
    for item in try await Contents(store).items.values {
      let hasPassword = item.item.credentials.contains { if case .basicAuth = $0 { true } else { false } }
      guard hasPassword else { continue }
      #expect(item.item.scope?.urls.contains("https://evil.example") == false)
      #expect(item.item.scope?.urls.contains("https://bank.example") == true)
    }
    #expect(result.values.lost == 0)
  }
}

extension SmallWorld {
  mutating func policy() -> ConflictPolicy { ConflictPolicy.allCases[Int(seedNumber % 4)] }
}

/// All records of a vault.
struct Contents: Equatable {
  var items: [Identifier: VaultItem] = [:]
  var collections: Set<VaultCollection> = []
  var accounts: Set<VaultAccount> = []

  init(_ store: some VaultStore) async throws {
    self = try await store.read { snapshot in
      var contents = Contents()
      contents.collections = Set(try await snapshot.collections())
      contents.accounts = Set(try await snapshot.accounts())
      var cursor: VaultCursor?
      repeat {
        let page = try await snapshot.items(after: cursor)
        for item in page.elements { contents.items[item.id] = item }
        cursor = page.next
      } while cursor != nil
      return contents
    }
  }

  private init() {}

  /// All non-empty texts of the items.
  var texts: Set<Text> {
    items.values.reduce(into: []) { $0.formUnion(CXFImportingTests.texts(of: $1.item)) }
  }

  /// The items with what they hold alone, and the paths of their collections.
  var withoutIdentifiers: [String] {
    let byID = Dictionary(collections.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    func path(_ id: Identifier?) -> String {
      guard let id, let collection = byID[id] else { return "" }
      // Names compare by canonical equivalence, and the first spelling stays.
      return path(collection.parent) + "/"
        + collection.collection.title.string.unicodeScalars.map {
          $0 == "\u{E9}" ? "e\u{301}" : String($0)
        }.joined()
    }
    return items.values.map { stored in
      var item = stored.item
      item.id = Identifier()
      for index in item.credentials.indices where item.credentials[index].isReference {
        item.credentials[index] = .note(Note(content: EditableField(fieldType: .string, value: "reference")))
      }
      return String(decoding: CXFEncoder().encode(item), as: UTF8.self)
        + stored.collections.map { path($0) }.sorted().joined()
    }.sorted()
  }
}

extension Credential {
  var isReference: Bool { if case .itemReference = self { true } else { false } }
}

/// All values of an item as texts.
func texts(of item: Item) -> Set<Text> {
  // Of two dates one gives way, which is said.
  var item = item
  item.createdAt = nil
  item.modifiedAt = nil
  // Links follow the items that they lead to.
  item.credentials.removeAll { $0.isReference }
  return Set(SourceRecord(item).root.untaken.map(\.text))
}
