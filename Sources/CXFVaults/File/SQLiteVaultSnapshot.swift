package import CredentialExchangeFormat

/// What reading and changing a vault in a file have in common.
package protocol SQLiteVaultReading: VaultSnapshot {
  /// Runs a part of the transaction.
  func perform<Result: Sendable>(
    _ body: @Sendable (SQLiteVaultSession) throws -> Result
  ) async throws -> Result
}

/// The transaction at hand, inside its connection only.
package struct SQLiteVaultSession {
  let session: VaultSession
}

/// A state of a vault in a file.
package struct SQLiteVaultSnapshot: SQLiteVaultReading {
  let connection: VaultConnection
  let transaction: UInt64

  package func perform<Result: Sendable>(
    _ body: @Sendable (SQLiteVaultSession) throws -> Result
  ) async throws -> Result {
    try await connection.perform(transaction) { try body(SQLiteVaultSession(session: $0)) }
  }
}

extension SQLiteVaultReading {
  package func vaultID() async throws -> Identifier {
    try await perform { Identifier($0.session.header.vaultID) }
  }

  package func generation() async throws -> UInt64 { try await perform { $0.session.manifest.generation } }

  package func digestKey() async throws -> [UInt8] {
    try await perform { try $0.session.withMeta { $0.digestKey } }
  }

  package func itemCount() async throws -> Int { try await perform { try $0.session.itemCount() } }

  package func items(_ ids: [Identifier]) async throws -> [VaultItem] {
    try await perform { try $0.session.items(ids) }
  }

  package func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem> {
    try await perform { try $0.session.items(after: cursor) }
  }

  package func collections() async throws -> [VaultCollection] {
    try await perform { try $0.session.collections() }
  }

  package func accounts() async throws -> [VaultAccount] { try await perform { try $0.session.accounts() } }

  package func matchKeys(
    scheme: UInt64, after cursor: VaultCursor?
  ) async throws -> VaultPage<ItemMatchKeys> {
    try await perform { try $0.session.matchKeys(scheme: scheme, after: cursor) }
  }

  package func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier] {
    try await perform { try $0.session.itemsWithoutKeys(scheme: scheme) }
  }

  package func provenance(_ ids: [Identifier]) async throws -> [Provenance] {
    try await perform { try $0.session.provenance(ids) }
  }

  package func imports() async throws -> [ImportEntry] { try await perform { try $0.session.imports() } }

  package func records(of id: ImportID) async throws -> Set<RecordReference> {
    try await perform { try $0.session.records(of: id) }
  }

  package func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8] {
    try await perform { try $0.session.blobChunk(id, index) }
  }
}
