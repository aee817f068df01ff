package import CXFVaults
package import CredentialExchangeFormat

/// A store of any kind.
package struct AnyVaultStore: VaultStore {
  private let base: any VaultStore

  /// Wraps a store.
  package init(_ base: any VaultStore) { self.base = base }

  package func read<Result: Sendable>(
    _ body: @Sendable (AnyVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try await Self.read(base, body)
  }

  package func write<Result: Sendable>(
    _ body: @Sendable (AnyVaultTransaction) async throws -> Result
  ) async throws -> Result {
    try await Self.write(base, body)
  }

  private static func read<Result: Sendable>(
    _ store: some VaultStore, _ body: @Sendable (AnyVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try await store.read { try await body(AnyVaultSnapshot($0)) }
  }

  private static func write<Result: Sendable>(
    _ store: some VaultStore, _ body: @Sendable (AnyVaultTransaction) async throws -> Result
  ) async throws -> Result {
    try await store.write { try await body(AnyVaultTransaction($0)) }
  }
}

/// A state of a vault of any kind.
package struct AnyVaultSnapshot: VaultSnapshot {
  private let base: any VaultSnapshot

  init(_ base: any VaultSnapshot) { self.base = base }

  package func vaultID() async throws -> Identifier { try await base.vaultID() }
  package func generation() async throws -> UInt64 { try await base.generation() }
  package func digestKey() async throws -> [UInt8] { try await base.digestKey() }
  package func itemCount() async throws -> Int { try await base.itemCount() }
  package func items(_ ids: [Identifier]) async throws -> [VaultItem] { try await base.items(ids) }
  package func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    try await base.items(after: cursor)
  }
  package func collections() async throws -> [VaultCollection] { try await base.collections() }
  package func accounts() async throws -> [VaultAccount] { try await base.accounts() }
  package func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys>
  {
    try await base.matchKeys(scheme: scheme, after: cursor)
  }
  package func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    try await base.itemsWithoutKeys(scheme: scheme)
  }
  package func provenance(_ ids: [Identifier]) async throws -> [Provenance] {
    try await base.provenance(ids)
  }
  package func imports() async throws -> [ImportEntry] { try await base.imports() }
  package func changes(of id: ImportID) async throws -> ImportChanges { try await base.changes(of: id) }
  package func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] {
    try await base.blobChunk(id, index)
  }
}

/// A change of a vault of any kind.
package struct AnyVaultTransaction: VaultTransaction {
  private let base: any VaultTransaction

  init(_ base: any VaultTransaction) { self.base = base }

  package func vaultID() async throws -> Identifier { try await base.vaultID() }
  package func generation() async throws -> UInt64 { try await base.generation() }
  package func digestKey() async throws -> [UInt8] { try await base.digestKey() }
  package func itemCount() async throws -> Int { try await base.itemCount() }
  package func items(_ ids: [Identifier]) async throws -> [VaultItem] { try await base.items(ids) }
  package func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    try await base.items(after: cursor)
  }
  package func collections() async throws -> [VaultCollection] { try await base.collections() }
  package func accounts() async throws -> [VaultAccount] { try await base.accounts() }
  package func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys>
  {
    try await base.matchKeys(scheme: scheme, after: cursor)
  }
  package func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    try await base.itemsWithoutKeys(scheme: scheme)
  }
  package func provenance(_ ids: [Identifier]) async throws -> [Provenance] {
    try await base.provenance(ids)
  }
  package func imports() async throws -> [ImportEntry] { try await base.imports() }
  package func changes(of id: ImportID) async throws -> ImportChanges { try await base.changes(of: id) }
  package func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] {
    try await base.blobChunk(id, index)
  }

  package func begin(_ entry: ImportEntry) async throws { try await base.begin(entry) }
  package func update(_ entry: ImportEntry) async throws { try await base.update(entry) }
  package func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws {
    try await base.put(items, keys: keys, scheme: scheme)
  }
  package func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws {
    try await base.put(keys, scheme: scheme)
  }
  package func put(_ collections: [VaultCollection]) async throws { try await base.put(collections) }
  package func put(_ accounts: [VaultAccount]) async throws { try await base.put(accounts) }
  package func remove(_ items: [Identifier]) async throws { try await base.remove(items) }
  package func put(_ provenance: [Provenance]) async throws { try await base.put(provenance) }
  package func rely(on records: [RecordReference]) async throws { try await base.rely(on: records) }
  package func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws {
    try await base.put(chunk, index, isLast: isLast, blob: blob)
  }
  package func undo(_ id: ImportID, at: Timestamp) async throws { try await base.undo(id, at: at) }
  package func forget(_ ids: [ImportID]) async throws { try await base.forget(ids) }
}
