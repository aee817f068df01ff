import CXFKeePassVaults
import CXFVaults

/// A store that opens the file anew each time, so that nothing is known but what the file says.
struct ReopeningStore: VaultStore {
  typealias Snapshot = MemoryVaultSnapshot
  typealias Transaction = MemoryVaultTransaction

  let fixture: DatabaseFixture
  /// Whether this task is changing the vault.
  @TaskLocal private static var isChanging = false

  init(_ fixture: DatabaseFixture) { self.fixture = fixture }

  func read<Result: Sendable>(
    _ body: @Sendable (MemoryVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try await fixture.store().read(body)
  }

  func write<Result: Sendable>(
    _ body: @Sendable (MemoryVaultTransaction) async throws -> Result
  ) async throws -> Result {
    guard !Self.isChanging else { throw VaultError.invalidChange("a change within a change") }
    let store = try fixture.store()
    return try await Self.$isChanging.withValue(true) { try await store.write(body) }
  }
}
