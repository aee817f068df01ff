/// Why a JSON Web Encryption cannot be written or opened.
package enum JWEError: Error, Equatable, Sendable {
  /// The protected header differs from the expected one in the value of `kid` alone: the text is for another key.
  case otherKey
  /// The protected header is not the expected one.
  case unexpectedHeader
  /// The text has not the five parts of the compact form.
  case notCompact
  /// A part is not base64url in its exact form: it has other characters, padding or stray bits.
  case nonCanonicalBase64
  /// Something has another length than "dir" with this cipher asks for: key 16 or 32 bytes, encrypted key none,
  /// initialization vector 12 bytes, tag 16 bytes.
  case wrongLength
  /// The text was changed, or the key is another one.
  case openFailed
  /// The plaintext is longer than allowed, or than one key and vector can protect.
  case tooLong
  /// A writer was asked for its parts in another order than beginning, pieces, end.
  case outOfOrder
  /// The library failed.
  case crypto(CryptoError)
}
