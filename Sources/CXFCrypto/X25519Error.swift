/// Why a key of X25519 cannot be used.
package enum X25519Error: Error, Equatable, Sendable {
  /// A key is not 32 bytes long.
  case wrongLength
  /// The shared secret is all zeros: the public key is one of the few whose secret everybody knows.
  case zeroSharedSecret
  /// The library failed.
  case crypto(CryptoError)
}
