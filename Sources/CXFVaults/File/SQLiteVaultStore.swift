package import CXFCrypto
internal import Synchronization

/// A vault in a file: the format of `Schemas/VaultFormat.md`.
///
/// Reads run beside each other, each in a state that does not change; changes run one after the other, of all programs. A change
/// that is begun while a read of the same task is still open waits for it to no end and gives up: finish reading first.
package final class SQLiteVaultStore: VaultStore {
  package typealias Snapshot = SQLiteVaultSnapshot
  package typealias Transaction = SQLiteVaultTransaction

  /// The slot that opened the vault: 16 bytes.
  package let openedSlot: [UInt8]
  let source: VaultSource
  let access: VaultAccess

  private struct State {
    var dataKey: DataKey
    /// Connections that are open and not in use.
    var readers: [VaultConnection] = []
    var writer: VaultConnection?
  }

  private static let keptReaderCount = 2
  private let state: Mutex<State>
  private let turns = AsyncLock()

  init(
    _ source: VaultSource, _ access: VaultAccess, _ dataKey: DataKey, openedSlot: [UInt8],
    first: VaultConnection
  ) {
    self.source = source
    self.access = access
    self.openedSlot = openedSlot
    state = Mutex(State(dataKey: dataKey, readers: [first]))
  }

  // MARK: VaultStore

  package func read<Result: Sendable>(
    _ body: @Sendable (SQLiteVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try await reading(.reading) { connection, transaction in
      try await body(SQLiteVaultSnapshot(connection: connection, transaction: transaction))
    }
  }

  package func write<Result: Sendable>(
    _ body: @Sendable (SQLiteVaultTransaction) async throws -> Result
  ) async throws -> Result {
    try await writing { connection, transaction in
      try await body(SQLiteVaultTransaction(connection: connection, transaction: transaction))
    }
  }

  // MARK: Transactions

  func reading<Result: Sendable>(
    _ purpose: VaultConnection.Purpose,
    _ body: @Sendable (VaultConnection, UInt64) async throws -> Result
  ) async throws -> Result {
    let (connection, transaction) = try await beginReading(purpose)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(connection, transaction)) } catch { result = .failure(error) }
    await connection.end(transaction)
    keep(connection)
    return try result.get()
  }

  /// Runs a change under the lock that all programs heed.
  func writing<Result: Sendable>(
    _ body: @Sendable (VaultConnection, UInt64) async throws -> Result
  ) async throws -> Result {
    try await locked {
      let (connection, transaction) = try await beginWriting()
      do {
        let result = try await body(connection, transaction)
        try Task.checkCancellation()
        try await connection.commit(transaction)
        return result
      } catch {
        await connection.end(transaction)
        throw error
      }
    }
  }

  /// Runs `body` while no other change can happen, of this or another program.
  func locked<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    guard case .file(let path) = source else { throw VaultError.invalidChange("this vault is no file") }
    guard VaultTurn.current != ObjectIdentifier(self) else {
      throw VaultError.invalidChange("a change within a change")
    }
    try await turns.acquire()
    defer { turns.release() }
    let lock = try await WriteLock.acquire(path, program: access.program, patience: access.patience)
    defer { withExtendedLifetime(lock) {} }
    return try await VaultTurn.$current.withValue(ObjectIdentifier(self)) { try await body() }
  }

  private func beginReading(
    _ purpose: VaultConnection.Purpose
  ) async throws -> (VaultConnection, UInt64) {
    let idle = state.withLock { $0.readers.popLast() }
    if let idle {
      do { return (idle, try await idle.begin(purpose)) } catch is VaultConnection.Replaced {}
    }
    let connection = VaultConnection(source, isReadOnly: true, access.randomness)
    try await connection.open(with: dataKey)
    return (connection, try await connection.begin(purpose))
  }

  private func beginWriting() async throws -> (VaultConnection, UInt64) {
    if let writer = state.withLock({ $0.writer }) {
      do { return (writer, try await writer.begin(.writing)) } catch is VaultConnection.Replaced {}
    }
    let connection = VaultConnection(source, isReadOnly: false, access.randomness)
    try await connection.open(with: dataKey)
    let transaction = try await connection.begin(.writing)
    state.withLock { $0.writer = connection }
    return (connection, transaction)
  }

  /// The connection that changes are made on, outside a transaction.
  func writer() async throws -> VaultConnection {
    let connection = VaultConnection(source, isReadOnly: false, access.randomness)
    try await connection.open(with: dataKey)
    return connection
  }

  private var dataKey: DataKey { state.withLock { $0.dataKey } }

  private func keep(_ connection: VaultConnection) {
    state.withLock { state in
      if state.readers.count < Self.keptReaderCount { state.readers.append(connection) }
    }
  }

  /// Gives up all connections that are not in use.
  func forgetConnections() {
    state.withLock { state in
      state.readers = []
      state.writer = nil
    }
  }

  /// Goes on with another data key; connections that know the old one are given up.
  func adopt(_ dataKey: DataKey) {
    state.withLock { state in
      state.dataKey = dataKey
      state.readers = []
      state.writer = nil
    }
  }
}

/// Which store this task is changing.
private enum VaultTurn {
  @TaskLocal static var current: ObjectIdentifier?
}

/// How a vault is opened and changed.
package struct VaultAccess: Sendable {
  /// What others are told about who is changing the vault.
  package var program: String
  /// How long another program that is changing the vault is waited for.
  package var patience: Duration
  /// The most work that is done because the file asks for it.
  package var limit: KeyDerivationLimit
  /// Where random bytes come from.
  package var randomness: VaultRandomness

  /// Creates the value.
  package init(
    program: String = "cxf", patience: Duration = .seconds(10), limit: KeyDerivationLimit = .standard,
    randomness: VaultRandomness = .system
  ) {
    self.program = program
    self.patience = patience
    self.limit = limit
    self.randomness = randomness
  }
}
