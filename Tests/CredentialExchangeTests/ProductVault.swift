import CredentialExchange

/// The store of an imaginary product: everything in dictionaries, with what records were before beside each import. It
/// keeps no match keys, which a store need not, and no attachments.
actor ProductVault: VaultStore {
  private var content = Content()
  private var isChanging = false

  func read<Result: Sendable>(_ body: @Sendable (Snapshot) async throws -> Result) async throws -> Result {
    try await body(Snapshot(content: content))
  }

  func write<Result: Sendable>(_ body: @Sendable (Change) async throws -> Result) async throws -> Result {
    guard !isChanging else { throw VaultError.busy("this program") }
    isChanging = true
    defer { isChanging = false }
    let change = Change(content)
    let result = try await body(change)
    try Task.checkCancellation()
    var changed = await change.content
    if changed != content {
      changed.generation += 1
      content = changed
    }
    return result
  }

  /// What a record was, or that there was none.
  enum Before: Hashable, Sendable {
    case nothing
    case item(VaultItem)
    case collection(VaultCollection)
    case account(VaultAccount)
    case relied
  }

  /// All of it, as a value.
  struct Content: Equatable, Sendable {
    let id = Identifier((0..<16).map { _ in UInt8.random(in: 0...255) })
    let digestKey = (0..<32).map { _ in UInt8.random(in: 0...255) }
    var generation: UInt64 = 0
    var items: [Identifier: VaultItem] = [:]
    var collections: [Identifier: VaultCollection] = [:]
    var accounts: [Identifier: VaultAccount] = [:]
    var history: [ImportEntry] = []
    var journals: [ImportID: [RecordReference: Before]] = [:]
    var provenance: [ImportID: [Identifier: Provenance]] = [:]

    /// Outer collections first.
    var orderedCollections: [VaultCollection] {
      var result: [VaultCollection] = []
      var rest = collections.values.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
      while !rest.isEmpty {
        let ready = rest.filter { entry in !rest.contains { $0.id == entry.parent } }
        result += ready
        rest.removeAll { entry in ready.contains { $0.id == entry.id } }
        if ready.isEmpty { return result + rest }
      }
      return result
    }
  }

  /// A state of the vault.
  struct Snapshot: VaultSnapshot {
    let content: Content

    func vaultID() -> Identifier { content.id }
    func generation() -> UInt64 { content.generation }
    func digestKey() -> [UInt8] { content.digestKey }
    func itemCount() -> Int { content.items.count }
    func items(_ ids: [Identifier]) -> [VaultItem] { ids.compactMap { content.items[$0] } }
    func items(after cursor: VaultCursor?) -> VaultPage<VaultItem> { VaultPage(Array(content.items.values)) }
    func collections() -> [VaultCollection] { content.orderedCollections }
    func accounts() -> [VaultAccount] { Array(content.accounts.values) }
    func matchKeys(scheme: UInt64, after cursor: VaultCursor?) -> VaultPage<ItemMatchKeys> { VaultPage([]) }
    func itemsWithoutKeys(scheme: UInt64) -> [Identifier] { Array(content.items.keys) }
    func provenance(_ ids: [Identifier]) -> [Provenance] {
      ids.compactMap { id in
        content.history.reversed().compactMap { content.provenance[$0.id]?[id] }.first
      }
    }
    func imports() -> [ImportEntry] { content.history }
    func changes(of id: ImportID) -> ImportChanges {
      var changes = ImportChanges()
      for (record, before) in content.journals[id] ?? [:] {
        switch before {
        case .nothing: changes.created.insert(record)
        case .relied: changes.reliedOn.insert(record)
        case .item, .collection, .account: changes.changed.insert(record)
        }
      }
      return changes
    }
    func blobChunk(_ id: Identifier, _ index: Int) throws -> [UInt8] { throw VaultError.noSuchBlob(id) }
  }

  /// A change of the vault.
  actor Change: VaultTransaction {
    private(set) var content: Content
    private var current: ImportID?

    init(_ content: Content) { self.content = content }

    private var snapshot: Snapshot { Snapshot(content: content) }
    func vaultID() -> Identifier { content.id }
    func generation() -> UInt64 { content.generation }
    func digestKey() -> [UInt8] { content.digestKey }
    func itemCount() -> Int { content.items.count }
    func items(_ ids: [Identifier]) -> [VaultItem] { snapshot.items(ids) }
    func items(after cursor: VaultCursor?) -> VaultPage<VaultItem> { snapshot.items(after: cursor) }
    func collections() -> [VaultCollection] { snapshot.collections() }
    func accounts() -> [VaultAccount] { snapshot.accounts() }
    func matchKeys(scheme: UInt64, after cursor: VaultCursor?) -> VaultPage<ItemMatchKeys> { VaultPage([]) }
    func itemsWithoutKeys(scheme: UInt64) -> [Identifier] { snapshot.itemsWithoutKeys(scheme: scheme) }
    func provenance(_ ids: [Identifier]) -> [Provenance] { snapshot.provenance(ids) }
    func imports() -> [ImportEntry] { content.history }
    func changes(of id: ImportID) -> ImportChanges { snapshot.changes(of: id) }
    func blobChunk(_ id: Identifier, _ index: Int) throws -> [UInt8] { throw VaultError.noSuchBlob(id) }

    func begin(_ entry: ImportEntry) {
      content.history.append(entry)
      content.journals[entry.id] = [:]
      current = entry.id
    }

    func update(_ entry: ImportEntry) {
      if let index = content.history.firstIndex(where: { $0.id == entry.id }) {
        content.history[index] = entry
      }
    }

    private func note(_ kind: RecordReference.Kind, _ id: Identifier, _ before: Before) {
      guard let current else { return }
      let record = RecordReference(kind, id)
      let known = content.journals[current]?[record]
      if known == nil || known == .relied { content.journals[current]?[record] = before }
    }

    func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) throws {
      for item in items {
        guard item.attachments.isEmpty else { throw VaultError.invalidChange("no attachments here") }
        let before = content.items.updateValue(item, forKey: item.id)
        note(.item, item.id, before.map { $0 == item ? .relied : .item($0) } ?? .nothing)
      }
    }

    func put(_ keys: [ItemMatchKeys], scheme: UInt64) {}

    func put(_ collections: [VaultCollection]) {
      for entry in collections {
        let before = content.collections.updateValue(entry, forKey: entry.id)
        note(.collection, entry.id, before.map { $0 == entry ? .relied : .collection($0) } ?? .nothing)
      }
    }

    func put(_ accounts: [VaultAccount]) {
      for entry in accounts {
        let before = content.accounts.updateValue(entry, forKey: entry.id)
        note(.account, entry.id, before.map { $0 == entry ? .relied : .account($0) } ?? .nothing)
      }
    }

    func remove(_ items: [Identifier]) {
      for id in items {
        if let before = content.items.removeValue(forKey: id) { note(.item, id, .item(before)) }
      }
    }

    func put(_ provenance: [Provenance]) {
      guard let current else { return }
      for entry in provenance { content.provenance[current, default: [:]][entry.id] = entry }
    }

    func rely(on records: [RecordReference]) {
      for record in records { note(record.kind, record.id, .relied) }
    }

    func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) throws {
      throw VaultError.invalidChange("no attachments here")
    }

    func undo(_ id: ImportID, at: Timestamp) throws {
      guard let index = content.history.firstIndex(where: { $0.id == id }),
        content.history[index].undoneAt == nil, let journal = content.journals.removeValue(forKey: id)
      else { throw VaultError.nothingToUndo(id) }
      for (record, before) in journal {
        switch (before, record.kind) {
        case (.relied, _): break
        case (.item(let item), _): content.items[record.id] = item
        case (.collection(let entry), _): content.collections[record.id] = entry
        case (.account(let entry), _): content.accounts[record.id] = entry
        case (.nothing, .item): content.items[record.id] = nil
        case (.nothing, .collection): content.collections[record.id] = nil
        case (.nothing, .account): content.accounts[record.id] = nil
        }
      }
      content.provenance[id] = nil
      content.history[index].undoneAt = at
    }

    func forget(_ ids: [ImportID]) {
      for id in ids {
        content.journals[id] = nil
        if let index = content.history.firstIndex(where: { $0.id == id }) {
          content.history[index].isForgotten = true
        }
      }
    }
  }

  /// The records alone.
  struct Records: Equatable, Sendable {
    var items: [Identifier: VaultItem]
    var collections: [Identifier: VaultCollection]
    var accounts: [Identifier: VaultAccount]
  }

  var records: Records {
    Records(items: content.items, collections: content.collections, accounts: content.accounts)
  }
}
