public import CredentialExchangeFormat

/// An item as a vault keeps it: with the collections that it is in and the attachments that it owns.
public struct VaultItem: Sendable, Hashable {
  /// The item. Its identifier, 1 to 64 bytes, is unique among the items and collections of the vault.
  public var item: Item
  /// The collections that hold the item, each once.
  public var collections: [Identifier]
  /// Where the bytes of its `file` credentials are.
  public var attachments: [VaultAttachment]

  /// The identifier of the item.
  public var id: Identifier { item.id }

  /// Creates the value.
  public init(item: Item, collections: [Identifier] = [], attachments: [VaultAttachment] = []) {
    self.item = item
    self.collections = collections
    self.attachments = attachments
  }
}

/// The bytes of one `file` credential of an item.
public struct VaultAttachment: Sendable, Hashable {
  /// The `File.id` of the credential.
  public var file: Identifier
  /// The blob that holds the bytes: 16 random bytes.
  public var blob: Identifier
  /// The number of bytes.
  public var count: UInt64
  /// SHA-256 of the bytes.
  public var sha256: [UInt8]

  /// Creates the value.
  public init(file: Identifier, blob: Identifier, count: UInt64, sha256: [UInt8]) {
    self.file = file
    self.blob = blob
    self.count = count
    self.sha256 = sha256
  }
}

/// A collection as a vault keeps it: one record for each, so that imports change only those that they touch.
public struct VaultCollection: Sendable, Hashable {
  /// The collection without its subcollections; its `items` are links that lead to no item of the vault.
  public var collection: ItemCollection
  /// The collection around it, if there is one.
  public var parent: Identifier?

  /// The identifier of the collection.
  public var id: Identifier { collection.id }

  /// Creates the value.
  public init(collection: ItemCollection, parent: Identifier? = nil) {
    self.collection = collection
    self.parent = parent
  }
}

/// An account that something was imported from.
public struct VaultAccount: Sendable, Hashable {
  /// The account without its collections and items. Its identifier is unique among the accounts of the vault.
  public var account: Account
  /// Relying-party identifier of the provider that it was exported from.
  public var exporterRPID: Text
  /// Name of that provider.
  public var exporterDisplayName: Text

  /// The identifier of the account.
  public var id: Identifier { account.id }

  /// Creates the value.
  public init(account: Account, exporterRPID: Text = "", exporterDisplayName: Text = "") {
    self.account = account
    self.exporterRPID = exporterRPID
    self.exporterDisplayName = exporterDisplayName
  }
}

/// Which record of a vault is meant.
public struct RecordReference: Sendable, Hashable {
  /// What kind of record it is.
  public enum Kind: UInt8, Sendable, Hashable {
    /// A ``VaultItem``.
    case item = 1
    /// A ``VaultCollection``.
    case collection = 2
    /// A ``VaultAccount``.
    case account = 3
  }

  /// The kind.
  public var kind: Kind
  /// The identifier.
  public var id: Identifier

  /// Creates the value.
  public init(_ kind: Kind, _ id: Identifier) {
    self.kind = kind
    self.id = id
  }
}
