internal import CXFCrypto
internal import CredentialExchangeFormat

/// One connection to an opened vault, and the transaction that is under way on it.
///
/// Everything here is synchronous and used by one thread at a time; `VaultConnection` sees to that.
final class VaultSession {
  let database: SQLiteDatabase
  let randomness: VaultRandomness
  var keys: VaultKeys
  var header: VaultHeader
  let rows: VaultDatabase.Statements
  let memory: RowMemory

  /// The state that was verified, with the changes of the transaction under way.
  var manifest: Manifest
  /// What rows of kind 4 say, read when first needed in a transaction.
  var loadedMeta: MetaState?
  /// The revisions of all records, as verifying met them; nil once one was written.
  var revisions: RevisionTable?
  /// Where reading match keys stands.
  var keyWalk: KeyWalk?
  /// The change under way.
  var change: VaultChange?

  private var headerBytes: [UInt8]
  private var isVerified = false
  private var verifiedVersion: Int64 = 0
  private var manifestBefore: Manifest?

  /// Takes over a connection whose header was read and whose key is known.
  init(
    _ database: SQLiteDatabase, header: VaultHeader, _ dataKey: DataKey, _ randomness: VaultRandomness
  ) throws(VaultError) {
    self.database = database
    self.randomness = randomness
    self.header = header
    headerBytes = header.bytes
    keys = try VaultKeys(dataKey, vaultID: header.vaultID)
    rows = try VaultDatabase.Statements(database)
    memory = RowMemory(vaultID: header.vaultID)
    manifest = Manifest(generation: 0, headerHash: try VaultHeader.hash(headerBytes))
  }

  // MARK: Transactions

  /// Begins to read a state that does not change.
  ///
  /// - Parameter isUnchanged: Whether the file is, by its times and size, as it was after the last transaction.
  func beginReading(isUnchanged: Bool) throws(VaultError) {
    try begin("BEGIN") { () throws(VaultError) in
      try checkHeader()
      // This number differs when another connection has changed the file.
      let version = try database.integer("PRAGMA data_version")
      if !isVerified || !isUnchanged || version != verifiedVersion {
        try verify()
        verifiedVersion = version
      }
    }
  }

  /// Begins to look at a state without verifying it, for those who look for damage.
  func beginChecking() throws(VaultError) {
    try begin("BEGIN") { () throws(VaultError) in
      forgetState()
      try checkHeader()
    }
  }

  /// Begins a change: no other connection can begin one meanwhile.
  func beginWriting() throws(VaultError) {
    try begin("BEGIN IMMEDIATE") { () throws(VaultError) in
      try checkHeader()
      try verify()
      let (next, overflow) = manifest.generation.addingReportingOverflow(1)
      guard !overflow, next <= UInt64(Int64.max) else { throw .damaged("the generation is out of range") }
      change = VaultChange(generation: next)
    }
  }

  /// Ends reading, or gives up the change.
  func end() {
    rows.select.reset()
    rows.selectAfter.reset()
    if change != nil {
      change = nil
      forgetState()
    }
    if database.isInTransaction { try? database.run("ROLLBACK") }
  }

  /// Runs a call that changes something. When it fails, the change cannot be completed any more.
  func changing(_ body: (VaultSession) throws -> Void) throws {
    do { try body(self) } catch {
      if change?.failure == nil { change?.failure = error }
      throw error
    }
  }

  /// Completes the change, or does nothing where nothing was changed.
  func complete() throws {
    if let failure = change?.failure {
      end()
      throw failure
    }
    try commit()
  }

  func commit() throws(VaultError) {
    do throws(VaultError) {
      try flush()
      guard let change, change.isDirty else { return end() }
      manifest.generation = change.generation
      try write(.manifest, .zero, manifest.payload, replacing: nil)
      try database.run("COMMIT")
    } catch {
      end()
      throw error
    }
    change = nil
    // Verified anew when it is next read: that is the proof that the change is what it should be.
    forgetState()
  }

  private func begin(_ sql: String, _ body: () throws(VaultError) -> Void) throws(VaultError) {
    guard !database.isInTransaction else { throw .invalidChange("a transaction within a transaction") }
    do throws(VaultError) {
      try database.run(sql)
      try body()
    } catch {
      forgetState()
      end()
      throw error
    }
  }

  private func forgetState() {
    isVerified = false
    loadedMeta = nil
    keyWalk = nil
    revisions = nil
  }

  /// Sees to it that the header is the one that was opened, or another one of the same key.
  private func checkHeader() throws(VaultError) {
    try VaultDatabase.check(database)
    let bytes = try VaultDatabase.header(database)
    guard bytes != headerBytes else { return }
    let changed = try VaultHeader(bytes)
    forgetState()
    guard changed.vaultID == header.vaultID else { throw .wrongKey }
    // Another program may have renewed the key since.
    do throws(VaultError) { try changed.check(keys.dataKey) } catch {
      if case .damaged = error { throw .wrongKey }
      throw error
    }
    header = changed
    headerBytes = bytes
  }

  /// Recomputes all sums and compares them with the manifest.
  private func verify() throws(VaultError) {
    forgetState()
    guard let stored = try readManifest() else { throw .damaged("the manifest is missing") }
    guard try VaultHeader.hash(headerBytes) == stored.headerHash else {
      throw .damaged("the header is not the one that belongs to the rows")
    }
    let tallies = try tally(through: stored.generation)
    guard tallies == stored.tallies else { throw .damaged("rows were added, changed, exchanged or lost") }
    manifest = stored
    isVerified = true
  }

  /// The manifest as it stands in the file; nil where there is none.
  func readManifest() throws(VaultError) -> Manifest? {
    try withPayload(.manifest, .zero) { (payload) throws(VaultError) in
      guard let manifest = Manifest(payload), manifest.generation == memory.revision else {
        throw .damaged("the manifest is not well-formed")
      }
      return manifest
    }
  }

  // MARK: Header

  /// Replaces the slots, and the key where it is renewed.
  func setHeader(_ new: VaultHeader) throws(VaultError) {
    guard new.slots.count <= VaultHeader.maximumSlotCount else {
      throw .invalidChange("a vault has \(VaultHeader.maximumSlotCount) slots at most")
    }
    let bytes = new.bytes
    let hash = try VaultHeader.hash(bytes)
    try VaultDatabase.setHeader(bytes, hash: hash, database)
    manifest.headerHash = hash
    change?.isDirty = true
  }
}
