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

  package func begin(_ entry: ImportEntry) async throws { try await perform { try $0.session.begin(entry) } }

  package func update(_ entry: ImportEntry) async throws { try await perform { try $0.session.update(entry) } }

  package func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws {
    try await perform { try $0.session.put(items, keys: keys, scheme: scheme) }
  }

  package func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws {
    try await perform { try $0.session.put(keys, scheme: scheme) }
  }

  package func put(_ collections: [VaultCollection]) async throws {
    try await perform { try $0.session.put(collections) }
  }

  package func put(_ accounts: [VaultAccount]) async throws { try await perform { try $0.session.put(accounts) } }

  package func remove(_ items: [Identifier]) async throws { try await perform { try $0.session.remove(items) } }

  package func put(_ provenance: [Provenance]) async throws {
    try await perform { try $0.session.put(provenance) }
  }

  package func rely(on records: [RecordReference]) async throws {
    try await perform { try $0.session.rely(on: records) }
  }

  package func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws {
    try await perform { try $0.session.put(chunk, index, isLast: isLast, blob: blob) }
  }

  package func undo(_ id: ImportID, at: Timestamp) async throws {
    try await perform { try $0.session.undo(id, at: at) }
  }

  package func forget(_ ids: [ImportID]) async throws { try await perform { try $0.session.forget(ids) } }
}
