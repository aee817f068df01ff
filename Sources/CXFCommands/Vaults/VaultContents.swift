package import CXFCommandLine
package import CXFVaults
package import CredentialExchangeFormat

/// What a vault holds, read in one state of it: the items that a query means, ordered by the bytes of their
/// identifiers, and all collections and accounts.
package struct VaultContents: Sendable {
  /// The name of the vault.
  package var vaultID: Identifier
  /// The items.
  package var items: [VaultItem]
  /// All collections.
  package var collections: CollectionTree
  /// The accounts that something was imported from, ordered by the bytes of their identifiers.
  package var accounts: [VaultAccount]

  /// Creates the value; items and accounts are ordered already.
  package init(
    vaultID: Identifier, items: [VaultItem], collections: CollectionTree, accounts: [VaultAccount]
  ) {
    self.vaultID = vaultID
    self.items = items
    self.collections = collections
    self.accounts = accounts
  }

  /// Reads a vault.
  ///
  /// - Throws: `VaultError`, and `CancellationError` between pages.
  package static func read(
    _ snapshot: some VaultSnapshot, _ query: ItemQuery = ItemQuery(), progress: ProgressReporter? = nil
  ) async throws -> VaultContents {
    let collections = CollectionTree(try await snapshot.collections())
    let accounts = try await snapshot.accounts()
    progress?.begin("reading the vault", total: try await snapshot.itemCount())
    defer { progress?.end() }
    var items: [VaultItem] = []
    try await snapshot.forEachItem { page in
      items += query.isEmpty ? page : page.filter { query.matches($0, collections: collections) }
      progress?.advance(by: page.count)
    }
    return VaultContents(
      vaultID: try await snapshot.vaultID(),
      items: items.sorted { CollectionTree.precedes($0.id, $1.id) }, collections: collections,
      accounts: accounts.sorted { CollectionTree.precedes($0.id, $1.id) })
  }
}
