package import CXFVaults

/// The keyed digests by which an item finds those that it may be the same as. Equal keys only propose: comparing the
/// items decides, so that a collision harms nothing.
package struct ItemKeys: Sendable, Hashable {
  /// All that makes two items the same: everything but identifiers and dates.
  package var content: UInt64
  /// What makes two items hold the same credential.
  package var credentials: [UInt64]
  /// What makes two items belong to the same account.
  package var accounts: [UInt64]
  /// What makes two items look alike.
  package var similar: [UInt64]

  /// What a key is about: the two highest bits of a packed one.
  package enum Kind: UInt64, Sendable {
    case content, credential, account, similar
  }

  /// The number of bits of a digest.
  static let bitCount: UInt64 = 62
  static let mask: UInt64 = (1 << bitCount) - 1

  /// Creates the value from digests of 62 bits.
  package init(content: UInt64, credentials: [UInt64], accounts: [UInt64], similar: [UInt64]) {
    self.content = content
    self.credentials = credentials
    self.accounts = accounts
    self.similar = similar
  }

  /// Unpacks what a store kept; nil when there is no key of the content, so that nobody packed it.
  package init?(_ keys: MatchKeys) {
    var content: UInt64?
    var lists: [[UInt64]] = [[], [], []]
    for key in keys.values {
      let digest = key & Self.mask
      switch Kind(rawValue: key >> Self.bitCount) {
      case .content: content = digest
      case .credential: lists[0].append(digest)
      case .account: lists[1].append(digest)
      case .similar: lists[2].append(digest)
      case nil: return nil
      }
    }
    guard let content else { return nil }
    self.init(content: content, credentials: lists[0], accounts: lists[1], similar: lists[2])
  }

  /// The keys as a store keeps them: the kind in the two highest bits of each.
  package var packed: MatchKeys {
    func pack(_ kind: Kind, _ digest: UInt64) -> UInt64 {
      kind.rawValue << Self.bitCount | digest & Self.mask
    }
    return MatchKeys(
      [pack(.content, content)] + credentials.map { pack(.credential, $0) }
        + accounts.map { pack(.account, $0) } + similar.map { pack(.similar, $0) })
  }
}
