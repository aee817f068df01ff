package import CXFKeePass
package import CXFVaults
internal import Synchronization

/// A vault in a KeePass database, of KDBX 4 once it was changed.
///
/// All of it is in memory. A read sees the file as it is when the read begins. A change is written as a whole file in the place of
/// the one that it was made for; what was not changed stays in it byte for byte, but for what protected values are
/// encrypted under. Match keys are not kept.
package final class KDBXVaultStore: VaultStore {
  package typealias Snapshot = MemoryVaultSnapshot
  package typealias Transaction = MemoryVaultTransaction

  private struct Loaded: Sendable {
    var contents: KeePassVaultContents
    /// Of the file.
    var sha256: [UInt8]
    var stamp: FileStamp?
  }

  private enum Source: Sendable {
    case file(DatabaseFile)
    /// A file that is no file on a disk, and cannot be changed.
    case bytes
  }

  private let source: Source
  private let access: KDBXVaultAccess
  private let state: Mutex<Loaded>
  private let turns = AsyncLock()

  private init(_ source: Source, _ access: KDBXVaultAccess, _ loaded: Loaded) {
    self.source = source
    self.access = access
    state = Mutex(loaded)
  }

  // MARK: Opening

  /// Opens a database, and verifies it whole.
  ///
  /// - Parameter keys: what may open it; see `KDBXKey.candidates(_:)`.
  /// - Throws: `VaultError`.
  package static func open(
    path: String, keys: [KDBXKey], access: KDBXVaultAccess
  ) throws(VaultError) -> KDBXVaultStore {
    let file = try DatabaseFile(path)
    let stamp = FileStamp(path: file.path)
    return KDBXVaultStore(.file(file), access, try load(try file.read(), stamp, keys, access))
  }

  /// Opens a database from its bytes, for reading only, and verifies it whole.
  ///
  /// - Throws: `VaultError`.
  package static func open(
    bytes: [UInt8], keys: [KDBXKey], access: KDBXVaultAccess
  ) throws(VaultError) -> KDBXVaultStore {
    KDBXVaultStore(.bytes, access, try load(bytes, nil, keys, access))
  }

  private static func load(
    _ bytes: [UInt8], _ stamp: FileStamp?, _ keys: [KDBXKey], _ access: KDBXVaultAccess
  ) throws(VaultError) -> Loaded {
    let database: KDBXDatabase
    do throws(KDBXError) {
      database = try KDBXDatabase.open(bytes, keys: keys, limits: access.limits)
    } catch {
      throw VaultError(error)
    }
    return Loaded(
      contents: try KeePassVaultContents(database), sha256: KeePassDigest.full(bytes), stamp: stamp)
  }

  // MARK: What it is

  /// What is to be said of the file.
  package enum Remark: Sendable, Hashable {
    /// It is of before KDBX 4; changing it makes it one of KDBX 4.
    case older(major: UInt16, minor: UInt16)
    /// What was kept in it of imports cannot be read; changing it begins a new history.
    case damagedNotes
    /// It keeps no earlier versions of entries.
    case keepsNoHistory
  }

  /// What is to be said of the file, as it was loaded.
  package var remarks: [Remark] {
    state.withLock { loaded in
      var remarks: [Remark] = []
      if loaded.contents.isUpgraded {
        remarks.append(
          .older(major: loaded.contents.fileVersion.major, minor: loaded.contents.fileVersion.minor))
      }
      if loaded.contents.hasDamagedNotes { remarks.append(.damagedNotes) }
      if HistoryLimits(loaded.contents.database.document).keepNothing { remarks.append(.keepsNoHistory) }
      return remarks
    }
  }

  /// How its key is made.
  package var derivation: KDBXKeyDerivation? { state.withLock { try? $0.contents.database.derivation() } }

  // MARK: VaultStore

  package func read<Result: Sendable>(
    _ body: @Sendable (MemoryVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try refresh()
    let snapshot = state.withLock { loaded in
      loaded.contents.state.sortItems()
      return MemoryVaultSnapshot(state: loaded.contents.state)
    }
    return try await body(snapshot)
  }

  package func write<Result: Sendable>(
    _ body: @Sendable (MemoryVaultTransaction) async throws -> Result
  ) async throws -> Result {
    try await changing { file in
      let before = self.state.withLock { $0 }
      // What the file is written under takes long to make, and needs nothing of what goes on meanwhile.
      let next = before.contents.database.nextKey(limits: self.access.limits)
      let transaction = MemoryVaultTransaction(before.contents.state)
      let result = try await body(transaction)
      try Task.checkCancellation()
      if let changed = try await transaction.finish() {
        var saving = VaultSaving(before.contents, changed, now: self.access.now())
        try self.write(try saving.run(), to: file, over: before, key: nil, next: next)
      }
      return result
    }
  }

  /// Seals the database under another key.
  ///
  /// - Throws: `VaultError`.
  package func changeKey(to key: KDBXKey, derivation: KDBXKeyDerivation.Method? = nil) async throws {
    try await changing { file in
      let before = self.state.withLock { $0 }
      var contents = before.contents
      if let derivation { contents.database.setDerivation(derivation) }
      try self.write(contents, to: file, over: before, key: key)
    }
  }

  /// What the file is now.
  func current() throws(VaultError) -> KeePassVaultContents {
    try refresh()
    return state.withLock { $0.contents }
  }

  // MARK: Steps

  /// Runs a change of the file, on its newest state, while none of our programs makes another one.
  private func changing<Result: Sendable>(
    _ body: @Sendable (DatabaseFile) async throws -> Result
  ) async throws -> Result {
    guard case .file(let file) = source else { throw VaultError.invalidChange("this vault is no file") }
    guard KDBXVaultTurn.current != ObjectIdentifier(self) else {
      throw VaultError.invalidChange("a change within a change")
    }
    try await turns.acquire()
    defer { turns.release() }
    try OtherLocks.check(file)
    let lock = try await WriteLock.acquire(
      file.path, program: access.program, patience: access.patience, at: file.lockPath)
    defer { withExtendedLifetime(lock) {} }
    return try await KDBXVaultTurn.$current.withValue(ObjectIdentifier(self)) {
      try refresh(always: true)
      return try await body(file)
    }
  }

  /// Loads the file again where it has changed.
  private func refresh(always: Bool = false) throws(VaultError) {
    guard case .file(let file) = source else { return }
    let stamp = FileStamp(path: file.path)
    let known = state.withLock { ($0.stamp, $0.sha256, $0.contents.database.key) }
    guard always || stamp == nil || stamp != known.0 else { return }
    let bytes = try file.read()
    guard KeePassDigest.full(bytes) != known.1 else {
      state.withLock { $0.stamp = stamp }
      return
    }
    let loaded = try Self.load(bytes, stamp, [known.2], access)
    state.withLock { $0 = loaded }
  }

  private func write(
    _ contents: KeePassVaultContents, to file: DatabaseFile, over before: Loaded, key: KDBXKey?,
    next: KDBXNextKey? = nil
  ) throws(VaultError) {
    let bytes: [UInt8]
    do throws(KDBXError) {
      bytes = try contents.database.seal(for: key, limits: access.limits, next: next)
    } catch {
      throw VaultError(error)
    }
    try OtherLocks.check(file)
    try file.replace(sha256: before.sha256, with: bytes)
    var contents = contents
    contents.isUpgraded = false
    contents.database = contents.database.sealed(for: key)
    let loaded = Loaded(
      contents: contents, sha256: KeePassDigest.full(bytes), stamp: FileStamp(path: file.path))
    state.withLock { $0 = loaded }
  }
}

/// Which store this task is changing.
private enum KDBXVaultTurn {
  @TaskLocal static var current: ObjectIdentifier?
}

/// How a database is opened and changed.
package struct KDBXVaultAccess: Sendable {
  /// What others are told about who is changing the vault.
  package var program: String
  /// How long another program of ours that is changing the vault is waited for.
  package var patience: Duration
  /// The most work and room that the file may ask for.
  package var limits: KDBXLimits
  /// The moment, in seconds since 1970, that changes of entries get.
  package var now: @Sendable () -> UInt64

  /// Creates the value.
  package init(
    program: String = "cxf", patience: Duration = .seconds(10), limits: KDBXLimits = .standard,
    now: @escaping @Sendable () -> UInt64
  ) {
    self.program = program
    self.patience = patience
    self.limits = limits
    self.now = now
  }
}
