package import CXFCrypto
internal import CXFFormats
package import CredentialExchangeFormat

/// Merges an item that comes in into one that is there, by the table in `Schemas/Merging.md`.
///
/// Nothing is lost: what gives way goes to the history of the item, and after all rules a net looks each value of both
/// items up in the result and keeps what it does not find. Merging the same item again adds nothing.
package struct ItemMerger: Sendable {
  private let keys: MatchKeyMaker
  private let policy: ConflictPolicy

  /// Creates a merger.
  ///
  /// - Parameter keys: the digests of the vault, for later exports of one source, and the list that tells sites.
  package init(keys: MatchKeyMaker, policy: ConflictPolicy = .keepBoth) {
    self.keys = keys
    self.policy = policy
  }

  /// Returns keyed digests of the parts of an item, to be kept as what it was when it was imported; see `merge`.
  ///
  /// - Throws: `CryptoError` when the library has no memory.
  package func parts(of item: Item) throws(CryptoError) -> [UInt64] { try keys.parts(of: item) }

  /// Merges one item into another one.
  ///
  /// - Parameter comparison: of the two. Addresses beyond the sites of `existing` come in only when it is proven.
  /// - Parameter base: the parts of the item of the source as they were last imported into `existing`. A part that the
  ///   source did not change since then stays as the vault has it, also where the vault removed something. A part that
  ///   the vault did not change becomes the source's, without a conflict. Digests in another number, those of another
  ///   version of the rules, count as none.
  /// - Throws: `CryptoError` when the library has no memory.
  package func merge(
    _ incoming: Item, into existing: Item, comparison: Comparison, base: [UInt64]? = nil
  ) throws(CryptoError) -> MergeOutcome {
    var sides: [ItemPart: PartSide] = [:]
    if let base, base.count == ItemPart.all.count {
      let theirs = try keys.parts(of: incoming)
      let ours = try keys.parts(of: existing)
      let isOlder = incoming.isDatedBefore(existing)
      for (index, part) in ItemPart.all.enumerated() where theirs[index] != ours[index] {
        if theirs[index] == base[index] {
          sides[part] = .keep
        } else if ours[index] == base[index], theirs[index] != 0, !isOlder, takes(part, incoming, existing) {
          sides[part] = .take
        }
      }
    }
    var merge = ItemMerge(
      existing: existing, incoming: incoming, comparison: comparison, policy: policy, sides: sides,
      scope: ItemScope(domains: keys.domains))
    return merge.run()
  }
  /// Whether a later export may replace a part that the vault did not change: not by nothing, and no secret against the policy.
  /// What an item is besides (archived, in the trash, its history) is united.
  private func takes(_ part: ItemPart, _ incoming: Item, _ existing: Item) -> Bool {
    switch part {
    case .extensions: return false
    case .credentials:
      let theirs = ItemSecrets.all(
        in: Item(credentials: incoming.credentials.filter { ItemPart($0) == part }))
      let ours = ItemSecrets.all(in: Item(credentials: existing.credentials.filter { ItemPart($0) == part }))
      if ours.isEmpty { return true }
      return !theirs.isEmpty && (policy != .existing || ours == theirs)
    default: return true
    }
  }
}

extension Item {
  /// Whether it was changed, or else created, before another one, as far as both say when.
  func isDatedBefore(_ other: Item) -> Bool {
    if let mine = modifiedAt, let theirs = other.modifiedAt { return mine < theirs }
    if let mine = createdAt, let theirs = other.createdAt, modifiedAt == nil, other.modifiedAt == nil {
      return mine < theirs
    }
    return false
  }
}
