package import CXFCrypto
internal import CXFFormats
package import CredentialExchangeFormat
internal import Synchronization

/// Makes the keys by which items find each other in one vault.
///
/// The digests are keyed with a secret of the vault, so that a store that shows its keys tells nothing of passwords.
package struct MatchKeyMaker: Sendable {
  /// The number of the rules in this folder; a change of what is digested changes it.
  static let rulesVersion = 1

  /// The list that tells registrable domains.
  package let domains: PublicSuffixList
  /// Which rules and which list made the keys. A store's keys of another scheme are made anew.
  package let scheme: UInt64

  private let hash: DigestMaker

  /// Creates a maker.
  ///
  /// - Parameter digestKey: the secret of the vault, 32 bytes.
  package init(digestKey: [UInt8], domains: PublicSuffixList) {
    hash = DigestMaker(key: digestKey)
    self.domains = domains
    // FNV-1a: it tells versions apart and need not resist anybody.
    scheme = "\(Self.rulesVersion) \(domains.version)".utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }

  /// Returns the keys of an item. Their number grows linearly with the item.
  ///
  /// - Throws: `CryptoError` when the library has no memory.
  package func keys(of item: Item) throws(CryptoError) -> ItemKeys {
    let tokens = ItemTokens(item, domains: domains)
    return ItemKeys(
      content: try hash.digest([0, item.isTrashed ? 1 : 0] + CXFEncoder().encode(item.content)),
      credentials: try hash.digests(tokens.credentials), accounts: try hash.digests(tokens.accounts),
      similar: try hash.digests(tokens.similar))
  }

  /// Returns keyed digests of the parts of an item in the order of `ItemPart`, 0 for a part that says nothing.
  ///
  /// - Throws: `CryptoError` when the library has no memory.
  package func parts(of item: Item) throws(CryptoError) -> [UInt64] {
    try ItemPart.bytes(of: item.content).enumerated().map { (index, bytes) throws(CryptoError) -> UInt64 in
      guard let bytes else { return 0 }
      return max(1, try hash.digest([1, UInt8(index)] + bytes))
    }
  }
}

/// Keyed digests of 62 bits. Setting a key up takes longer than a digest, so the key is set up once.
private final class DigestMaker: Sendable {
  private let key: [UInt8]
  private let hash = Mutex<KeyedHash?>(nil)

  init(key: [UInt8]) { self.key = key }

  func digest(_ message: [UInt8]) throws(CryptoError) -> UInt64 {
    // A lock's body does not tell which errors it throws.
    let tag = hash.withLock { hash in
      Result { () throws(CryptoError) -> [UInt8] in
        if let hash { return try hash.tag(of: message) }
        let made = try KeyedHash(key: SecretBytes(copying: key))
        hash = made
        return try made.tag(of: message)
      }
    }
    return try tag.get().prefix(8).reduce(0) { $0 << 8 | UInt64($1) } & ItemKeys.mask
  }

  /// The digests of the tokens in order, each once.
  func digests(_ tokens: [Token]) throws(CryptoError) -> [UInt64] {
    var seen: Set<UInt64> = []
    var result: [UInt64] = []
    for token in tokens {
      let digest = try digest([2] + token.bytes)
      if seen.insert(digest).inserted { result.append(digest) }
    }
    return result
  }
}
