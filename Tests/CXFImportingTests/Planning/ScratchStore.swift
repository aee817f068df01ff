import CXFVaults
import CredentialExchangeFormat
import Synchronization

struct ScratchState: Sendable {
  var generation: UInt64 = 0
  var items: [Identifier: VaultItem] = [:]
  var collections: [VaultCollection] = []
  var accounts: [VaultAccount] = []
  var keys: [Identifier: MatchKeys] = [:]
  var provenance: [Identifier: Provenance] = [:]
  var imports: [ImportEntry] = []
  var before: [ImportID: [ScratchState]] = [:]
  var touched: [ImportID: Set<RecordReference>] = [:]
}
final class TestStore: VaultStore {
  let state = Mutex(ScratchState())
  func read<R: Sendable>(_ body: @Sendable (ScratchTransaction) async throws -> R) async throws -> R {
    try await body(ScratchTransaction(state.withLock { $0 }))
  }
  func write<R: Sendable>(_ body: @Sendable (ScratchTransaction) async throws -> R) async throws -> R {
    let t = ScratchTransaction(state.withLock { $0 })
    let r = try await body(t)
    let new = t.s.withLock { $0 }
    state.withLock { s in
      s = new; s.generation += 1
    }
    return r
  }
}
final class ScratchTransaction: VaultTransaction {
  let s: Mutex<ScratchState>
  let current = Mutex<ImportID?>(nil)
  init(_ state: ScratchState) { s = Mutex(state) }
  func vaultID() async throws -> Identifier { Identifier(Array(repeating: 7, count: 16)) }
  func generation() async throws -> UInt64 { s.withLock { $0.generation } }
  func digestKey() async throws -> [UInt8] { Array(repeating: 9, count: 32) }
  func itemCount() async throws -> Int { s.withLock { $0.items.count } }
  func items(_ ids: [Identifier]) async throws -> [VaultItem] {
    s.withLock { s in ids.compactMap { s.items[$0] } }
  }
  func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    VaultPage(s.withLock { Array($0.items.values) })
  }
  func collections() async throws -> [VaultCollection] { s.withLock { $0.collections } }
  func accounts() async throws -> [VaultAccount] { s.withLock { $0.accounts } }
  func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys> {
    VaultPage(s.withLock { $0.keys.map { ItemMatchKeys(id: $0.key, keys: $0.value) } })
  }
  func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    s.withLock { s in s.items.keys.filter { s.keys[$0] == nil } }
  }
  func provenance(_ ids: [Identifier]) async throws -> [Provenance] {
    s.withLock { s in ids.compactMap { s.provenance[$0] } }
  }
  func imports() async throws -> [ImportEntry] { s.withLock { $0.imports } }
  func records(of id: ImportID) async throws -> Set<RecordReference> { s.withLock { $0.touched[id] ?? [] } }
  func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] { throw VaultError.noSuchBlob(id) }
  func begin(_ entry: ImportEntry) async throws {
    s.withLock { $0.imports.append(entry) }; current.withLock { $0 = entry.id }
  }
  func update(_ entry: ImportEntry) async throws {}
  func touch(_ r: [RecordReference]) {
    let c = current.withLock { $0 }; if let c { s.withLock { $0.touched[c, default: []].formUnion(r) } }
  }
  func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws {
    s.withLock { s in for (i, k) in zip(items, keys) { s.items[i.id] = i; s.keys[i.id] = k } }
    touch(items.map { RecordReference(.item, $0.id) })
  }
  func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws {
    s.withLock { s in for k in keys { s.keys[k.id] = k.keys } }
  }
  func put(_ collections: [VaultCollection]) async throws {
    s.withLock { s in
      for c in collections {
        if let i = s.collections.firstIndex(where: { $0.id == c.id }) {
          s.collections[i] = c
        } else {
          s.collections.append(c)
        }
      }
    }
    touch(collections.map { RecordReference(.collection, $0.id) })
  }
  func put(_ accounts: [VaultAccount]) async throws {
    s.withLock { s in
      for c in accounts {
        if let i = s.accounts.firstIndex(where: { $0.id == c.id }) {
          s.accounts[i] = c
        } else {
          s.accounts.append(c)
        }
      }
    }
  }
  func remove(_ items: [Identifier]) async throws {
    s.withLock { s in for i in items { s.items[i] = nil; s.keys[i] = nil } }
  }
  func put(_ provenance: [Provenance]) async throws {
    s.withLock { s in for p in provenance { s.provenance[p.id] = p } }
  }
  func rely(on records: [RecordReference]) async throws { touch(records) }
  func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws {}
  func undo(_ id: ImportID, at: Timestamp) async throws {}
  func forget(_ ids: [ImportID]) async throws {}
}
