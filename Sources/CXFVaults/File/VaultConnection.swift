internal import CXFCrypto

/// Where the bytes of a vault are.
enum VaultSource: Sendable {
  /// A file, by its absolute path without symbolic links.
  case file(String)
  /// Bytes that were read from somewhere; such a vault cannot be changed.
  case bytes([UInt8])
}

/// One connection to a vault with one transaction at a time, on a queue of its own.
actor VaultConnection {
  nonisolated private let executor = SerialQueueExecutor(label: "cxf.vault")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How long a call waits for another connection to finish reading or writing its last pages.
  private static let busyMilliseconds: Int32 = 30_000

  private let source: VaultSource
  private let isReadOnly: Bool
  private let randomness: VaultRandomness
  private var session: VaultSession?
  /// The file as it was opened, and as it was when it was verified.
  private var openedStamp: FileStamp?
  private var verifiedStamp: FileStamp?
  /// The transaction under way; each has a number of its own.
  private var current: UInt64?
  private var transactionCount: UInt64 = 0

  init(_ source: VaultSource, isReadOnly: Bool, _ randomness: VaultRandomness) {
    self.source = source
    self.isReadOnly = isReadOnly
    self.randomness = randomness
  }

  /// The file is not the one any more that this connection has open.
  struct Replaced: Error {}

  // MARK: Opening

  /// Opens the vault with what the user has; returns the data key and the id of the slot that it opened.
  func open(with key: VaultKey, _ limit: KeyDerivationLimit) throws(VaultError) -> (DataKey, slot: [UInt8]) {
    let database = try openDatabase()
    let header = try readHeader(database)
    let (dataKey, slot) = try header.open(with: key, limit)
    session = try VaultSession(database, header: header, dataKey, randomness)
    return (dataKey, slot)
  }

  /// Opens the vault with its data key.
  func open(with dataKey: DataKey) throws(VaultError) {
    let database = try openDatabase()
    let header = try readHeader(database)
    do throws(VaultError) { try header.check(dataKey) } catch {
      // The file is well; the key was renewed by another program.
      if case .damaged = error { throw .wrongKey }
      throw error
    }
    session = try VaultSession(database, header: header, dataKey, randomness)
  }

  private func openDatabase() throws(VaultError) -> SQLiteDatabase {
    let database: SQLiteDatabase
    switch source {
    case .file(let path):
      openedStamp = FileStamp(path: path)
      try VaultDatabase.checkHead(try VaultPath.head(path, count: 100))
      database = try SQLiteDatabase(path: path, busyMilliseconds: Self.busyMilliseconds)
    case .bytes(let bytes):
      try VaultDatabase.checkHead(Array(bytes.prefix(100)))
      database = try SQLiteDatabase(bytes: bytes)
    }
    try VaultDatabase.prepare(database, isReadOnly: isReadOnly)
    return database
  }

  private func readHeader(_ database: SQLiteDatabase) throws(VaultError) -> VaultHeader {
    try database.run("BEGIN")
    defer { try? database.run("ROLLBACK") }
    try VaultDatabase.check(database)
    return try VaultHeader(try VaultDatabase.header(database))
  }

  // MARK: Transactions

  /// What a transaction is for.
  enum Purpose: Sendable {
    case reading
    /// Like reading, but nothing is verified.
    case checking
    case writing
  }

  /// Begins a transaction and returns its number.
  ///
  /// - Throws: `VaultError`, or `Replaced`.
  func begin(_ purpose: Purpose) throws -> UInt64 {
    guard let session, current == nil else {
      throw VaultError.invalidChange("a transaction within a transaction")
    }
    var stamp: FileStamp?
    if case .file(let path) = source {
      // Before the transaction: what happens in between is noticed the next time.
      stamp = FileStamp(path: path)
      guard let stamp, let openedStamp, stamp.isSameFile(as: openedStamp) else { throw Replaced() }
    }
    switch purpose {
    case .reading:
      try session.beginReading(isUnchanged: stamp == verifiedStamp)
      verifiedStamp = stamp
    case .checking: try session.beginChecking()
    case .writing: try session.beginWriting()
    }
    transactionCount += 1
    current = transactionCount
    return transactionCount
  }

  /// Runs a part of a transaction; one hop for as much as `body` does.
  func perform<Result: Sendable>(
    _ transaction: UInt64, _ body: @Sendable (VaultSession) throws -> Result
  ) throws -> Result {
    guard let session, current == transaction else {
      throw VaultError.invalidChange("a transaction was used after its end")
    }
    try Task.checkCancellation()
    return try body(session)
  }

  /// Completes a change.
  func commit(_ transaction: UInt64) throws {
    guard let session, current == transaction else {
      throw VaultError.invalidChange("a transaction was used after its end")
    }
    // Whatever happens, the session is not in a transaction afterwards.
    current = nil
    try session.complete()
  }

  /// Ends a transaction without changing anything.
  func end(_ transaction: UInt64) {
    guard let session, current == transaction else { return }
    session.end()
    current = nil
  }

  /// Runs something outside transactions.
  func performAlone<Result: Sendable>(_ body: @Sendable (VaultSession) throws -> Result) throws -> Result {
    guard let session, current == nil else {
      throw VaultError.invalidChange("a transaction within a transaction")
    }
    return try body(session)
  }
}
