package import CredentialExchangeFormat

/// A change of a vault in a file.
package struct SQLiteVaultTransaction: SQLiteVaultReading, VaultTransaction {
  let connection: VaultConnection
  let transaction: UInt64

  package func perform<Result: Sendable>(
    _ body: @Sendable (SQLiteVaultSession) throws -> Result
  ) async throws -> Result {
    try await connection.perform(transaction) { try body(SQLiteVaultSession(session: $0)) }
  }

  private func change(_ body: @Sendable (VaultSession) throws -> Void) async throws {
    try await connection.perform(transaction) { try $0.changing(body) }
  }

  package func begin(_ entry: ImportEntry) async throws { try await change { try $0.begin(entry) } }

  package func update(_ entry: ImportEntry) async throws { try await change { try $0.update(entry) } }

  package func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws {
    try await change { try $0.put(items, keys: keys, scheme: scheme) }
  }

  package func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws {
    try await change { try $0.put(keys, scheme: scheme) }
  }

  package func put(_ collections: [VaultCollection]) async throws {
    try await change { try $0.put(collections) }
  }

  package func put(_ accounts: [VaultAccount]) async throws { try await change { try $0.put(accounts) } }

  package func remove(_ items: [Identifier]) async throws { try await change { try $0.remove(items) } }

  package func put(_ provenance: [Provenance]) async throws {
    try await change { try $0.put(provenance) }
  }

  package func rely(on records: [RecordReference]) async throws {
    try await change { try $0.rely(on: records) }
  }

  package func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws {
    try await change { try $0.put(chunk, index, isLast: isLast, blob: blob) }
  }

  package func undo(_ id: ImportID, at: Timestamp) async throws {
    try await change { try $0.undo(id, at: at) }
  }

  package func forget(_ ids: [ImportID]) async throws { try await change { try $0.forget(ids) } }
}
