/// Why something could not be sealed or opened.
package enum AEADError: Error, Equatable, Sendable {
  /// The tag does not belong to this key, nonce, additional data and ciphertext. Nobody can tell which of
  /// them is wrong.
  case authenticationFailed
  /// A sealed text is shorter than its tag, or a tag is not 16 bytes long.
  case wrongTagLength
  /// The key has another length than the algorithm's.
  case wrongKeyLength
  /// The nonce has another length than the algorithm's.
  case wrongNonceLength
  /// The buffer for the result has not exactly the length of the result.
  case wrongBufferLength
  /// The text is longer than one key and nonce may protect.
  case tooLong
  /// The library failed.
  case crypto(CryptoError)
}
