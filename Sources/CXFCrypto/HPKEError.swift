/// Why hybrid public key encryption failed.
package enum HPKEError: Error, Equatable, Sendable {
  /// No key encapsulation with this number is known here.
  case unsupportedKEM(UInt16)
  /// No key derivation with this number is known here.
  case unsupportedKDF(UInt16)
  /// No cipher with this number is known here.
  case unsupportedAEAD(UInt16)
  /// A key has not the form that the suite's key encapsulation asks for, or does not belong to it.
  case invalidKey
  /// A pre-shared key is shorter than 32 bytes, or has no name.
  case invalidPreSharedKey
  /// Something the recipient received is not right. It is not said what: encapsulated key, own key, info,
  /// additional data or ciphertext.
  case openFailed
  /// The suite is for exporting only: it has no cipher.
  case exportOnly
  /// So many messages were sealed or opened that the next one would need a nonce for the second time.
  case tooManyMessages
  /// An exported secret would be longer than 255 hashes, or shorter than nothing.
  case lengthOutOfRange
  /// A text is longer than the cipher can protect.
  case tooLong
  /// The library failed.
  case crypto(CryptoError)
}
