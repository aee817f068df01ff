public import CredentialExchangeFormat

/// A place that keeps a vault and can be imported into: the `.cxfvault` file, memory, or a product's own database.
///
/// A store keeps records (items, collections, accounts), the bytes of attachments, the match keys of its items (which
/// it may as well not keep), the provenance of its items, and a history of imports with what undoing needs. It takes
/// no decision: what is a duplicate and how two items become one is the importer's business.
/// `CXFVaultContract` is a list of checks that every store must pass.
public protocol VaultStore: Sendable {
  /// A state of the vault that does not change while it is looked at.
  associatedtype Snapshot: VaultSnapshot
  /// A change of the vault that happens whole or not at all.
  associatedtype Transaction: VaultTransaction

  /// Looks at the vault.
  ///
  /// - Throws: ``VaultError``, or what `body` throws.
  func read<Result: Sendable>(_ body: @Sendable (Snapshot) async throws -> Result) async throws -> Result

  /// Changes the vault. No other change happens meanwhile, of this or another process. When `body` throws or its task is
  /// cancelled, nothing is changed; when it returns and changed nothing, the generation stays. A change in which a call
  /// failed cannot be completed, also where `body` catches the error: it is thrown in the end.
  ///
  /// A change within a change is refused. A change within a read may fail with ``VaultError/busy(_:)``: finish reading first.
  ///
  /// - Throws: ``VaultError``, or what `body` throws.
  func write<Result: Sendable>(_ body: @Sendable (Transaction) async throws -> Result) async throws -> Result
}

/// A part of a long answer.
public struct VaultPage<Element: Sendable>: Sendable {
  /// The elements; may be empty though more follow.
  public var elements: [Element]
  /// Where the next part begins; nil at the end.
  public var next: VaultCursor?

  /// Creates a page.
  public init(_ elements: [Element], next: VaultCursor? = nil) {
    self.elements = elements
    self.next = next
  }
}

/// A place in a long answer, made and understood by the store alone.
public struct VaultCursor: Sendable, Hashable {
  /// The store's own bytes.
  public var bytes: [UInt8]

  /// Creates a cursor.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A state of a vault.
public protocol VaultSnapshot: Sendable {
  /// The name of the vault: 16 random bytes, the same as long as it lives.
  func vaultID() async throws -> Identifier
  /// Grows by one with each transaction that changed something.
  func generation() async throws -> UInt64
  /// 32 secret random bytes, the same as long as the vault lives, for the digests in match keys and provenance.
  func digestKey() async throws -> [UInt8]

  /// The number of items.
  func itemCount() async throws -> Int
  /// The items with these identifiers that there are, in any order.
  func items(_ ids: [Identifier]) async throws -> [VaultItem]
  /// All items, a page at a time, in any order.
  func items(after cursor: VaultCursor?) async throws -> VaultPage<VaultItem>
  /// All collections, those that stand in others after them.
  func collections() async throws -> [VaultCollection]
  /// All accounts.
  func accounts() async throws -> [VaultAccount]

  /// The match keys of those items for which the store has any that were made by `scheme`, a page at a time.
  func matchKeys(scheme: UInt64, after cursor: VaultCursor?) async throws -> VaultPage<ItemMatchKeys>
  /// The items for which ``matchKeys(scheme:after:)`` has none.
  func itemsWithoutKeys(scheme: UInt64) async throws -> [Identifier]
  /// What is known of these sources' items, in any order.
  func provenance(_ ids: [Identifier]) async throws -> [Provenance]

  /// The history, oldest first.
  func imports() async throws -> [ImportEntry]
  /// The records that an import created, changed or relied on. For one that is unknown, undone or forgotten, a store need not
  /// know any.
  func records(of id: ImportID) async throws -> Set<RecordReference>

  /// A part of a blob: the chunk of this number, from 0; chunks have 1 MiB but for the last.
  func blobChunk(_ id: Identifier, _ index: Int) async throws -> [UInt8]
}

/// A change of a vault.
public protocol VaultTransaction: VaultSnapshot {
  /// Begins an import: what follows belongs to it and can be undone.
  func begin(_ entry: ImportEntry) async throws
  /// Replaces the entry of the same id, for its counts; whether it is undone or forgotten stays as it is.
  func update(_ entry: ImportEntry) async throws

  /// Creates or replaces items. `keys`, as many as items, were made by `scheme`; keys of other schemes are forgotten. An item that
  /// is the same already is left alone, and the import relies on it.
  ///
  /// When the change ends, the blobs of all attachments of these items must be there, complete, with the length and hash
  /// that the attachments name.
  func put(_ items: [VaultItem], keys: [MatchKeys], scheme: UInt64) async throws
  /// Keeps match keys of items that did not change.
  func put(_ keys: [ItemMatchKeys], scheme: UInt64) async throws
  /// Creates or replaces collections.
  func put(_ collections: [VaultCollection]) async throws
  /// Creates or replaces accounts.
  func put(_ accounts: [VaultAccount]) async throws
  /// Removes items; identifiers of none are skipped.
  func remove(_ items: [Identifier]) async throws
  /// Remembers where items come from; what was known of the same source's items before comes back by undoing.
  func put(_ provenance: [Provenance]) async throws
  /// Notes that the import under way needs records that it does not change.
  func rely(on records: [RecordReference]) async throws

  /// Creates a blob, or goes on with it: a chunk of 1 MiB, or the last, which is not empty unless the blob is. Chunks come in
  /// order. Blobs never change, and when the change ends an item of it must hold each new one. The store deletes them when
  /// neither an item nor an import that can be undone needs them any more.
  func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) async throws

  /// Gives every record that the import created or changed back the content that it had before, and marks the entry.
  ///
  /// - Throws: ``VaultError/nothingToUndo(_:)`` for an unknown, undone or forgotten import. Whether later imports stand
  ///   in the way is for the caller to find out before.
  func undo(_ id: ImportID, at: Timestamp) async throws
  /// Drops what undoing these imports needs, and marks the entries.
  ///
  /// - Throws: ``VaultError/nothingToUndo(_:)`` for an unknown import.
  func forget(_ ids: [ImportID]) async throws
}

extension VaultSnapshot {
  /// Calls `body` with all items, a page at a time. Cancelling the task ends it between pages.
  public func forEachItem(_ body: ([VaultItem]) async throws -> Void) async throws {
    var cursor: VaultCursor?
    repeat {
      try Task.checkCancellation()
      let page = try await items(after: cursor)
      try await body(page.elements)
      cursor = page.next
    } while cursor != nil
  }
}

/// Why a vault could not be used.
public enum VaultError: Error, Sendable, Hashable {
  /// The file is no vault, or bytes of it were changed or lost. The text says what, without content.
  case damaged(String)
  /// The file is a vault of a version that this program does not know.
  case unknownVersion(Int)
  /// No passphrase or key that was given opens it.
  case wrongKey
  /// Deriving a key asks for more memory or time than is allowed, or for so little that it protects nothing.
  case keyDerivationLimit(String)
  /// Another program is changing the vault. The text names it where it can be known.
  case busy(String)
  /// A vault cannot be created there, or something is there already.
  case cannotCreate(String)
  /// There is no such import, or it is undone or forgotten.
  case nothingToUndo(ImportID)
  /// There is no such blob or chunk.
  case noSuchBlob(Identifier)
  /// The same record twice, an empty identifier, or another mistake of the caller.
  case invalidChange(String)
  /// The disk or the library failed.
  case storage(String)
}
