/// Why a text is not Bech32.
package enum Bech32Error: Error, Equatable, Sendable {
  /// A character that does not occur in it.
  case invalidCharacter
  /// Upper and lower case letters are mixed.
  case mixedCase
  /// There is no "1" with a prefix before it and six characters or more after it.
  case missingParts
  /// The checksum is wrong: something was mistyped or lost.
  case wrongChecksum
  /// The bits do not make whole bytes.
  case invalidPadding
}
