/// A public key for hybrid public key encryption (RFC 9180), checked.
package struct HPKEPublicKey: Sendable {
  /// The mechanism that the key is for.
  package let kem: HPKESuite.KEM
  /// The serialized key: on NIST's curves the uncompressed point, else the plain bytes as they were received.
  package let bytes: [UInt8]
  /// The SHA-256 thumbprint of the key as a JSON Web Key (RFC 7638), 32 bytes.
  package let thumbprint: [UInt8]

  /// Creates a key from its serialized form.
  ///
  /// Keys of X25519 and X448 without secrets show when something is sealed to them.
  ///
  /// - Throws: `HPKEError.invalidKey` for another length or form, and for what is no point of the curve.
  package init(_ kem: HPKESuite.KEM, bytes: [UInt8]) throws(HPKEError) {
    try kem.implementation.check(publicKey: bytes)
    try self.init(checked: bytes, kem)
  }

  /// Creates a key from one that is known to be good.
  init(checked bytes: [UInt8], _ kem: HPKESuite.KEM) throws(HPKEError) {
    self.kem = kem
    self.bytes = bytes
    do throws(CryptoError) {
      thumbprint = try JSONWebKey.thumbprint(of: bytes, on: kem)
    } catch {
      throw .crypto(error)
    }
  }

  /// Creates a key of X25519.
  ///
  /// - Throws: `HPKEError.crypto` when the library fails.
  package init(_ key: X25519PublicKey) throws(HPKEError) {
    try self.init(checked: key.bytes, .x25519HKDFSHA256)
  }
}

extension HPKEPublicKey: Hashable {
  /// Returns whether both are the same key, byte for byte, for the same mechanism.
  package static func == (left: HPKEPublicKey, right: HPKEPublicKey) -> Bool {
    left.kem == right.kem && left.bytes == right.bytes
  }

  /// Feeds mechanism and key to the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kem)
    hasher.combine(bytes)
  }
}
