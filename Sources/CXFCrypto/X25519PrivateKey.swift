/// A private key of X25519 (RFC 7748), with its public key.
///
/// It is an object, so that it can stand in arrays: there is one copy of the bytes, which is cleared when
/// the last user is gone.
package final class X25519PrivateKey: Sendable {
  /// The key's 32 bytes as they were made or read, before the bits are set that the curve asks for.
  package let secret: SecretBytes
  /// The public key that belongs to it.
  package let publicKey: X25519PublicKey

  /// Creates a key of 32 bytes.
  ///
  /// - Throws: `X25519Error.wrongLength`, or `.crypto` when the library refuses.
  package init(_ secret: consuming SecretBytes) throws(X25519Error) {
    guard secret.count == X25519PublicKey.byteCount else { throw .wrongLength }
    let bytes: [UInt8]
    do throws(CryptoError) {
      bytes = try EVPPrivateKey(raw: secret, .x25519).publicKey()
    } catch {
      throw .crypto(error)
    }
    publicKey = try X25519PublicKey(bytes)
    self.secret = secret
  }

  /// Makes a new key.
  ///
  /// - Throws: `X25519Error.crypto` when there is no randomness.
  package static func generate() throws(X25519Error) -> X25519PrivateKey {
    let secret: SecretBytes
    do throws(CryptoError) {
      secret = try SecretBytes.random(count: X25519PublicKey.byteCount)
    } catch {
      throw .crypto(error)
    }
    return try X25519PrivateKey(secret)
  }

  /// Returns the 32 bytes that this key and another's public key have in common; keys are derived from them
  /// before use.
  ///
  /// - Throws: `X25519Error.zeroSharedSecret` when they are all zeros, `.crypto` when the library fails.
  package func sharedSecret(with other: X25519PublicKey) throws(X25519Error) -> SecretBytes {
    do throws(CryptoError) {
      let own = try EVPPrivateKey(raw: secret, .x25519)
      let peer = try EVPPublicKey(raw: other.bytes, .x25519)
      if let shared = try own.sharedSecret(with: peer, count: X25519PublicKey.byteCount) {
        // The library refuses it too; another provider behind it might not.
        let bits = shared.withUnsafeBytes { $0.reduce(0, |) }
        if bits != 0 { return shared }
      }
    } catch {
      throw .crypto(error)
    }
    throw .zeroSharedSecret
  }
}

extension X25519PrivateKey: Redacted {
  /// The kind of the value.
  package var redactedDescription: String { "X25519PrivateKey" }
}
