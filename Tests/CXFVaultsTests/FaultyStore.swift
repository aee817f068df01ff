import CXFVaults
import CredentialExchangeFormat

/// A mistake that a store could make.
enum Fault: CaseIterable, Sendable {
  case losesAccounts, losesParents, composesTitles, skipsRemoval, keepsOldKeys, confusesSchemes,
    hidesItemsWithoutKeys
  case losesProvenance, skipsUndo, forgetsMoreThanAsked, changesHistory, losesReliance, cutsBlobs,
    doublesItems
  case cutsPages, commitsWhatThrew, keepsGeneration, countsTwice, ignoresFailures
}

/// A store that works but for one fault: to see that the contract finds it.
struct FaultyStore: VaultStore {
  let base = MemoryVaultStore()
  let fault: Fault

  func read<Result: Sendable>(
    _ body: @Sendable (FaultySnapshot<MemoryVaultSnapshot>) async throws -> Result
  ) async throws -> Result {
    try await base.read { try await body(FaultySnapshot(base: $0, fault: fault)) }
  }

  func write<Result: Sendable>(
    _ body: @Sendable (FaultyTransaction) async throws -> Result
  ) async throws -> Result {
    let outcome: Swift.Result<Result, any Error> = try await base.write { transaction in
      do {
        return .success(try await body(FaultyTransaction(base: transaction, fault: fault)))
      } catch {
        if fault == .commitsWhatThrew { return .failure(error) }
        throw error
      }
    }
    return try outcome.get()
  }
}

protocol Faulty: VaultSnapshot {
  associatedtype Base: VaultSnapshot
  var base: Base { get }
  var fault: Fault { get }
}

struct FaultySnapshot<Base: VaultSnapshot>: Faulty {
  let base: Base
  let fault: Fault
}

struct FaultyTransaction: Faulty {
  let base: MemoryVaultTransaction
  let fault: Fault
}

extension Faulty {
  func vaultID() async throws -> Identifier { try await base.vaultID() }

  func generation() async throws -> UInt64 {
    fault == .keepsGeneration ? 1 : try await base.generation() * (fault == .countsTwice ? 2 : 1)
  }

  func digestKey() async throws -> [UInt8] { try await base.digestKey() }
  func itemCount() async throws -> Int { try await base.itemCount() }
  func items(_ ids: [Identifier]) async throws -> [VaultItem] { try await base.items(ids) }

  func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    var page = try await base.items(after: cursor)
    if fault == .doublesItems, let last = page.elements.last { page.elements.append(last) }
    if fault == .cutsPages { page.next = nil }
    return page
  }

  func collections() async throws -> [VaultCollection] {
    try await base.collections().map {
      fault == .losesParents ? VaultCollection(collection: $0.collection) : $0
    }
  }

  func accounts() async throws -> [VaultAccount] { fault == .losesAccounts ? [] : try await base.accounts() }

  func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys> {
    var page = try await base.matchKeys(scheme: fault == .confusesSchemes ? 0x0101 : scheme, after: cursor)
    if fault == .keepsOldKeys {
      page.elements = page.elements.map { ItemMatchKeys(id: $0.id, keys: MatchKeys([1])) }
    }
    return page
  }

  func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    fault == .hidesItemsWithoutKeys ? [] : try await base.itemsWithoutKeys(scheme: scheme)
  }

  func provenance(_ ids: [Identifier]) async throws -> [Provenance] {
    fault == .losesProvenance ? [] : try await base.provenance(ids)
  }

  func imports() async throws -> [ImportEntry] {
    try await base.imports().map { entry in
      var entry = entry
      if fault == .changesHistory { entry.format = "" }
      return entry
    }
  }

  func changes(of id: ImportID) async throws -> ImportChanges { try await base.changes(of: id) }

  func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] {
    let chunk = try await base.blobChunk(id, index)
    return fault == .cutsBlobs && index == 1 ? chunk.map { _ in 0 } : chunk
  }
}

extension FaultyTransaction: VaultTransaction {
  func begin(_ entry: ImportEntry) async throws { try await base.begin(entry) }
  func update(_ entry: ImportEntry) async throws { try await base.update(entry) }

  func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws {
    if fault == .ignoresFailures, Set(items.map(\.id)).count < items.count { return }
    var items = items
    if fault == .composesTitles {
      for index in items.indices {
        items[index].item.tags = items[index].item.tags.map { $0 == "e\u{301}" ? "\u{E9}" : $0 }
      }
    }
    try await base.put(items, keys: keys, scheme: scheme)
  }

  func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws { try await base.put(keys, scheme: scheme) }
  func put(_ collections: [VaultCollection]) async throws { try await base.put(collections) }
  func put(_ accounts: [VaultAccount]) async throws { try await base.put(accounts) }
  func remove(_ items: [Identifier]) async throws {
    if fault != .skipsRemoval { try await base.remove(items) }
  }
  func put(_ provenance: [Provenance]) async throws { try await base.put(provenance) }
  func rely(on records: [RecordReference]) async throws {
    if fault != .losesReliance { try await base.rely(on: records) }
  }
  func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws {
    try await base.put(chunk, index, isLast: isLast, blob: blob)
  }
  func undo(_ id: ImportID, at: Timestamp) async throws {
    if fault != .skipsUndo { try await base.undo(id, at: at) }
  }
  func forget(_ ids: [ImportID]) async throws {
    try await base.forget(ids)
    if fault == .forgetsMoreThanAsked {
      try await base.remove(try await base.items(after: nil).elements.map(\.id))
    }
  }
}
