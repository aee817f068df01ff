public import CredentialExchangeFormat
internal import Synchronization

/// A vault in memory: for tests, and for merging files that never touch a disk. It is gone with its last user, and its
/// memory is not cleared.
public final class MemoryVaultStore: VaultStore {
  private let state: Mutex<MemoryVaultState>
  private let turns = AsyncLock()

  /// Creates an empty vault with a random id.
  public convenience init() {
    // The system's generator is one for keys on every platform of Swift.
    self.init(
      vaultID: Identifier((0..<16).map { _ in UInt8.random(in: 0 ... .max) }),
      digestKey: (0..<32).map { _ in UInt8.random(in: 0 ... .max) })
  }

  /// Creates an empty vault.
  package init(vaultID: Identifier, digestKey: [UInt8]) {
    state = Mutex(MemoryVaultState(vaultID: vaultID, digestKey: digestKey))
  }

  /// Looks at the vault.
  public func read<Result: Sendable>(
    _ body: @Sendable (MemoryVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    let snapshot = state.withLock { state in
      state.sortItems()
      return MemoryVaultSnapshot(state: state)
    }
    return try await body(snapshot)
  }

  /// Changes the vault.
  public func write<Result: Sendable>(
    _ body: @Sendable (MemoryVaultTransaction) async throws -> Result
  ) async throws -> Result {
    guard MemoryVaultTurn.current != ObjectIdentifier(self) else {
      throw VaultError.invalidChange("a change within a change")
    }
    try await turns.acquire()
    defer { turns.release() }
    let transaction = MemoryVaultTransaction(state.withLock { $0 })
    let result = try await MemoryVaultTurn.$current.withValue(ObjectIdentifier(self)) {
      try await body(transaction)
    }
    try Task.checkCancellation()
    if let changed = try await transaction.finish() { state.withLock { $0 = changed } }
    return result
  }
}

/// Which store this task is changing.
private enum MemoryVaultTurn {
  @TaskLocal static var current: ObjectIdentifier?
}

/// A state of a vault in memory.
public struct MemoryVaultSnapshot: VaultSnapshot {
  let state: MemoryVaultState

  /// Creates the snapshot of a state whose items are in order; see `MemoryVaultState.sortItems()`.
  package init(state: MemoryVaultState) { self.state = state }

  /// The name of the vault.
  public func vaultID() async throws -> Identifier { state.vaultID }
  /// Grows by one with each change.
  public func generation() async throws -> UInt64 { state.generation }
  /// The key for digests.
  public func digestKey() async throws -> [UInt8] { state.digestKey }
  /// The number of items.
  public func itemCount() async throws -> Int { state.itemCount }
  /// The items with these identifiers that there are.
  public func items(_ ids: [Identifier]) async throws -> [VaultItem] { state.items(ids) }
  /// All items, a page at a time.
  public func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    state.items(after: cursor)
  }
  /// All collections, outer ones first.
  public func collections() async throws -> [VaultCollection] { state.allCollections() }
  /// All accounts.
  public func accounts() async throws -> [VaultAccount] { state.allAccounts() }
  /// The match keys of a scheme.
  public func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys> {
    VaultPage(state.matchKeys(scheme: scheme))
  }
  /// The items that have no match keys of a scheme.
  public func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    state.itemsWithoutKeys(scheme: scheme)
  }
  /// What is known of these sources' items.
  public func provenance(_ ids: [Identifier]) async throws -> [Provenance] { state.provenance(ids) }
  /// The history, oldest first.
  public func imports() async throws -> [ImportEntry] { state.history }
  /// What an import did.
  public func changes(of id: ImportID) async throws -> ImportChanges { state.changes(of: id) }
  /// A chunk of a blob.
  public func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] {
    try state.blobChunk(id, index)
  }
}

/// A change of a vault in memory.
public actor MemoryVaultTransaction: VaultTransaction {
  private var state: MemoryVaultState
  private var isOpen = true
  private var failure: VaultError?

  /// Begins a change of a state.
  package init(_ state: MemoryVaultState) { self.state = state }

  /// Ends the change and returns the new state; nil where nothing was changed.
  ///
  /// - Throws: what a call of the change threw before, and what can be wrong only in the end.
  package func finish() throws(VaultError) -> MemoryVaultState? {
    isOpen = false
    if let failure { throw failure }
    guard state.isDirty else { return nil }
    try state.finish()
    return state
  }

  private func change(_ body: (inout MemoryVaultState) throws(VaultError) -> Void) throws {
    guard isOpen else { throw VaultError.invalidChange("a transaction was used after its end") }
    try Task.checkCancellation()
    do throws(VaultError) {
      try body(&state)
    } catch {
      // A part of the call may have been done: the change cannot be completed any more.
      failure = failure ?? error
      throw error
    }
  }

  /// The name of the vault.
  public func vaultID() async throws -> Identifier { state.vaultID }
  /// Grows by one with each change.
  public func generation() async throws -> UInt64 { state.generation }
  /// The key for digests.
  public func digestKey() async throws -> [UInt8] { state.digestKey }
  /// The number of items.
  public func itemCount() async throws -> Int { state.itemCount }
  /// The items with these identifiers that there are.
  public func items(_ ids: [Identifier]) async throws -> [VaultItem] { state.items(ids) }
  /// All items, a page at a time.
  public func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    state.sortItems()
    return state.items(after: cursor)
  }
  /// All collections, outer ones first.
  public func collections() async throws -> [VaultCollection] { state.allCollections() }
  /// All accounts.
  public func accounts() async throws -> [VaultAccount] { state.allAccounts() }
  /// The match keys of a scheme.
  public func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys> {
    VaultPage(state.matchKeys(scheme: scheme))
  }
  /// The items that have no match keys of a scheme.
  public func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    state.itemsWithoutKeys(scheme: scheme)
  }
  /// What is known of these sources' items.
  public func provenance(_ ids: [Identifier]) async throws -> [Provenance] { state.provenance(ids) }
  /// The history, oldest first.
  public func imports() async throws -> [ImportEntry] { state.history }
  /// What an import did.
  public func changes(of id: ImportID) async throws -> ImportChanges { state.changes(of: id) }
  /// A chunk of a blob.
  public func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] {
    try state.blobChunk(id, index)
  }

  /// Begins an import.
  public func begin(_ entry: ImportEntry) async throws {
    try change { (state) throws(VaultError) in try state.begin(entry) }
  }
  /// Replaces an entry of the history.
  public func update(_ entry: ImportEntry) async throws {
    try change { (state) throws(VaultError) in try state.update(entry) }
  }
  /// Creates or replaces items.
  public func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws {
    try change { (state) throws(VaultError) in try state.put(items, keys: keys, scheme: scheme) }
  }
  /// Keeps match keys of items that did not change.
  public func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws {
    try change { (state) throws(VaultError) in try state.put(keys, scheme: scheme) }
  }
  /// Creates or replaces collections.
  public func put(_ collections: [VaultCollection]) async throws {
    try change { (state) throws(VaultError) in try state.put(collections) }
  }
  /// Creates or replaces accounts.
  public func put(_ accounts: [VaultAccount]) async throws {
    try change { (state) throws(VaultError) in try state.put(accounts) }
  }
  /// Removes items.
  public func remove(_ items: [Identifier]) async throws {
    try change { (state) throws(VaultError) in try state.remove(items) }
  }
  /// Remembers where items come from.
  public func put(_ provenance: [Provenance]) async throws {
    try change { (state) throws(VaultError) in try state.put(provenance) }
  }
  /// Notes that the import needs records.
  public func rely(on records: [RecordReference]) async throws {
    try change { (state) throws(VaultError) in try state.rely(on: records) }
  }
  /// Creates a blob, or goes on with it.
  public func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws {
    try change { (state) throws(VaultError) in try state.put(chunk, index, isLast: isLast, blob: blob) }
  }
  /// Undoes an import.
  public func undo(_ id: ImportID, at: Timestamp) async throws {
    try change { (state) throws(VaultError) in try state.undo(id, at: at) }
  }
  /// Drops what undoing needs.
  public func forget(_ ids: [ImportID]) async throws {
    try change { (state) throws(VaultError) in try state.forget(ids) }
  }
}
