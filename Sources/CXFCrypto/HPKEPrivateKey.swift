/// A private key for hybrid public key encryption (RFC 9180) with its public key.
///
/// It is an object, so that it can stand in arrays: there is one copy of the private half, in the memory of the
/// cryptographic library, which clears it when the last user is gone.
package final class HPKEPrivateKey: Sendable {
  /// The public key that belongs to it.
  package let publicKey: HPKEPublicKey
  let pair: any HPKEKeyPair

  /// The mechanism that the key is for.
  package var kem: HPKESuite.KEM { publicKey.kem }

  private init(_ kem: HPKESuite.KEM, _ pair: any HPKEKeyPair) throws(HPKEError) {
    publicKey = try HPKEPublicKey(checked: pair.publicKey, kem)
    self.pair = pair
  }

  /// Makes a new key.
  ///
  /// - Throws: `HPKEError.crypto` when there is no randomness or the library has no such keys.
  package static func generate(_ kem: HPKESuite.KEM) throws(HPKEError) -> HPKEPrivateKey {
    try HPKEPrivateKey(kem, kem.implementation.generateKey())
  }

  /// Makes the key that belongs to a seed: DeriveKeyPair of RFC 9180, section 4.
  ///
  /// - Parameter seed: random, at least as long as a private key.
  /// - Throws: `HPKEError.crypto` when the library fails.
  package static func derive(
    _ kem: HPKESuite.KEM, seed: borrowing SecretBytes
  ) throws(HPKEError) -> HPKEPrivateKey {
    try HPKEPrivateKey(kem, kem.implementation.deriveKey(seed: seed))
  }

  /// Creates a key from its serialized form: on NIST's curves the number, big-endian and as long as a
  /// coordinate, else the plain bytes.
  ///
  /// - Throws: `HPKEError.invalidKey` for another length, and for a number that is zero or not below the order
  ///   of the curve.
  package convenience init(_ kem: HPKESuite.KEM, secret: consuming SecretBytes) throws(HPKEError) {
    try self.init(kem, kem.implementation.loadKey(secret))
  }

  /// Creates a key from one of X25519.
  ///
  /// - Throws: `HPKEError.crypto` when the library fails.
  package convenience init(_ key: X25519PrivateKey) throws(HPKEError) {
    try self.init(.x25519HKDFSHA256, HPKESuite.KEM.x25519HKDFSHA256.implementation.loadKey(key.secret))
  }

  /// Returns the bytes that this key and another's public key have in common: Diffie-Hellman alone. Keys are derived
  /// from them before use.
  ///
  /// - Throws: `HPKEError.invalidKey` for a key of another mechanism, and where all bytes are zeros although the curve
  ///   has no such secret; `.crypto` when the library fails.
  package func sharedSecret(with other: HPKEPublicKey) throws(HPKEError) -> SecretBytes {
    guard other.kem == kem, let own = pair as? KeyAgreementKey else { throw .invalidKey }
    return try SecretBytes(count: own.curve.byteCount) {
      (bytes: UnsafeMutableRawBufferPointer) throws(HPKEError) in
      var isAgreed = false
      do throws(CryptoError) {
        if let key = try EVPPublicKey.load(other.bytes, own.curve) {
          isAgreed = try own.agree(with: key, into: bytes)
        }
      } catch {
        throw .crypto(error)
      }
      guard isAgreed else { throw .invalidKey }
    }
  }

  /// Returns the serialized private key, as `init(_:secret:)` takes it.
  ///
  /// Keys of X25519 and X448 that were made here have the bits set that the curve asks for; others come back as
  /// they were given.
  ///
  /// - Throws: `HPKEError.crypto` when the library fails.
  package func secret() throws(HPKEError) -> SecretBytes {
    do throws(CryptoError) {
      return try pair.secret(memory: .heap)
    } catch {
      throw .crypto(error)
    }
  }
}

extension HPKEPrivateKey: Redacted {
  /// The kind of the value.
  package var redactedDescription: String { "HPKEPrivateKey" }
}
