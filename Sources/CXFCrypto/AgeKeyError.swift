/// Why a text is no key of age.
package struct AgeKeyError: Error, Equatable, Sendable {
  /// What is wrong.
  package enum Reason: Equatable, Sendable {
    /// The text does not begin as a key of the wanted kind.
    case notAKey
    /// A private key stands where a recipient is wanted.
    case privateKey
    /// A recipient stands where a private key is wanted.
    case recipient
    /// A key that needs a post-quantum algorithm.
    case postQuantum
    /// A key that lives in a hardware device, or one of a plugin.
    case plugin
    /// The text after the prefix is damaged.
    case encoding(Bech32Error)
    /// The key has not 32 bytes.
    case wrongLength
    /// The file holds no key at all.
    case noKeys
    /// The file is longer than `AgeIdentity.maximumByteCount`.
    case tooLarge
    /// The library failed.
    case crypto(CryptoError)
  }

  /// What is wrong.
  package let reason: Reason
  /// The line of the file, counted from 1; nil for what is not about a line.
  package let line: Int?

  /// Creates the error from its parts.
  package init(_ reason: Reason, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }
}
