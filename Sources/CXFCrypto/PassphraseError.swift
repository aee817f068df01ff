/// Why a passphrase cannot be used.
package enum PassphraseError: Error, Equatable, Sendable {
  /// The bytes are not UTF-8, so that nobody could say what to type elsewhere to get the same key.
  case invalidUTF8
  /// The library has no memory, or refused.
  case normalizationFailed
}
