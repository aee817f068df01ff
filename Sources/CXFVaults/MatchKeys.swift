public import CredentialExchangeFormat

/// What an item can be found by when another one is compared with it: keyed digests, opaque to a store.
public struct MatchKeys: Sendable, Hashable {
  /// The digests.
  public var values: [UInt64]

  /// Creates the value.
  public init(_ values: [UInt64] = []) { self.values = values }
}

/// The match keys of one item.
public struct ItemMatchKeys: Sendable, Hashable {
  /// The item.
  public var id: Identifier
  /// Its keys.
  public var keys: MatchKeys

  /// Creates the value.
  public init(id: Identifier, keys: MatchKeys) {
    self.id = id
    self.keys = keys
  }
}

/// What an item was when it was last imported from a source, so that a later export of the same source can be told
/// apart from a change in the vault.
public struct Provenance: Sendable, Hashable {
  /// A digest of exporter, account and item in the source: 16 bytes.
  public var id: Identifier
  /// The item of the vault that stands for it.
  public var item: Identifier
  /// Keyed digests of its parts, in an order and number that the importer knows.
  public var digests: [UInt64]

  /// Creates the value.
  public init(id: Identifier, item: Identifier, digests: [UInt64]) {
    self.id = id
    self.item = item
    self.digests = digests
  }
}
