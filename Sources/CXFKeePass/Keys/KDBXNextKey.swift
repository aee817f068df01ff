internal import CXFCrypto

/// A transformed key that may be handed around; cleared with the last of its owners.
final class KDBXTransformedKey: Sendable {
  let bytes: SecretBytes
  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

/// The key of the next file of a database, under a new salt, which is made while something else is done.
package final class KDBXNextKey: Sendable {
  /// With the new salt.
  let derivation: KDBXKeyDerivation
  private let key: KDBXKey
  private let work: ConcurrentWork<Result<KDBXTransformedKey, KDBXError>>

  init(_ derivation: KDBXKeyDerivation, _ key: KDBXKey, _ limit: KDBXLimits) {
    (self.derivation, self.key) = (derivation, key)
    work = ConcurrentWork {
      Result { () throws(KDBXError) in
        KDBXTransformedKey(try derivation.transform(key.composite, limit: limit.derivation))
      }
    }
  }

  /// Whether a file is written under this key with this work.
  func fits(_ key: KDBXKey, _ wanted: KDBXKeyDerivation) -> Bool {
    self.key === key && derivation.isSame(as: wanted)
  }

  func transformed() throws(KDBXError) -> KDBXTransformedKey { try work.value.get() }
}

extension KDBXDatabase {
  /// Begins to make the key of the next file; nil where its salt must stay, or the header says nothing that is known.
  ///
  /// - Parameter limits: for the work that its own header asks for.
  package func nextKey(limits: KDBXLimits, randomness: KDBXRandomness = .system) -> KDBXNextKey? {
    guard header.isVersion4, !key.isBoundToSalt, var derivation = try? derivation(),
      let salt = try? randomness.take(KDBXKeyDerivation.saltByteCount)
    else { return nil }
    derivation.salt = salt
    return KDBXNextKey(derivation, key, limits)
  }
}
