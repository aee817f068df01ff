/// Why the numbers of a well-formed private key are no key.
package enum KeyCheckError: Error, Equatable, Sendable {
  /// The public key beside the private one belongs to another.
  case publicKeyMismatch
  /// The private number is zero or not below the order of the curve.
  case privateKeyOutOfRange
  /// The numbers of an RSA key contradict each other.
  case inconsistentNumbers
  /// Nothing here computes with this algorithm.
  case unsupported(KeyAlgorithm)
  /// The library failed.
  case crypto(CryptoError)
}
