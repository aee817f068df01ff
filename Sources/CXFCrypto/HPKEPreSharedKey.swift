/// A secret that sender and recipient agreed on before, with the name that they gave it.
///
/// The secret must be random: whoever has one sealed message can try guesses, so a passphrase is none.
package final class HPKEPreSharedKey: Sendable, Redacted {
  /// The shortest secret in bytes (RFC 9180, section 9.5).
  package static let minimumByteCount = 32

  /// The name, which is no secret.
  package let id: [UInt8]
  let secret: SecretBytes

  /// Creates the key.
  ///
  /// - Parameters:
  ///   - secret: at least `minimumByteCount` random bytes.
  ///   - id: at least one byte.
  /// - Throws: `HPKEError.invalidPreSharedKey` where one of them is shorter.
  package init(_ secret: consuming SecretBytes, id: [UInt8]) throws(HPKEError) {
    guard secret.count >= Self.minimumByteCount, !id.isEmpty else { throw .invalidPreSharedKey }
    self.secret = secret
    self.id = id
  }

  /// The kind of the value.
  package var redactedDescription: String { "HPKEPreSharedKey" }
}
