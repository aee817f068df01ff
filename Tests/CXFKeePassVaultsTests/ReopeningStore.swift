import CXFKeePassVaults
import CXFVaults

/// A store that opens the file anew each time, so that nothing is known but what the file says.
struct ReopeningStore: VaultStore {
  typealias Snapshot = MemoryVaultSnapshot
  typealias Transaction = MemoryVaultTransaction

  let fixture: DatabaseFixture
  /// For what a store knows of the task that is changing it.
  private let turn: KDBXVaultStore

  init(_ fixture: DatabaseFixture) throws {
    self.fixture = fixture
    turn = try fixture.store()
  }

  func read<Result: Sendable>(
    _ body: @Sendable (MemoryVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try await fixture.store().read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (MemoryVaultTransaction) async throws -> Result
  ) async throws -> Result {
    try await turn.write(body)
  }
}
