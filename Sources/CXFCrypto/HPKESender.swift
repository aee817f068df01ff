/// The side of hybrid public key encryption (RFC 9180) that seals, in base mode.
///
/// It draws an ephemeral key, and `encapsulatedKey` must reach the recipient. The sender is not
/// authenticated: whoever has the public key can do the same.
///
/// Not `Sendable`, and a class, because messages are counted: a copy would use nonces for the second time.
package final class HPKESender {
  /// What the recipient needs besides its own key; not secret.
  package let encapsulatedKey: [UInt8]
  private let context: HPKEContext

  /// Begins a new series of messages to the owner of a public key.
  ///
  /// - Parameters:
  ///   - info: what both sides know and agree on, such as the purpose; the recipient must give it too.
  /// - Throws: `HPKEError.invalidKey` for a public key that is none of the suite's or has no secrets.
  package convenience init(
    _ suite: HPKESuite, to recipient: X25519PublicKey, info: [UInt8]
  ) throws(HPKEError) {
    let kem = suite.kem.implementation
    try self.init(suite, to: recipient, info: info, ephemeralKey: try kem.generateKey())
  }

  /// Begins with a chosen ephemeral key, for published values: one that is used twice protects nothing.
  ///
  /// - Parameter firstSequence: the number of the first message.
  package convenience init(
    _ suite: HPKESuite, to recipient: X25519PublicKey, info: [UInt8], ephemeralKey: borrowing SecretBytes,
    firstSequence: UInt64 = 0
  ) throws(HPKEError) {
    guard suite.kem == .x25519HKDFSHA256 else { throw .invalidKey }
    try self.init(
      suite, serializedKey: recipient.bytes, info: info, ephemeralKey: ephemeralKey,
      firstSequence: firstSequence)
  }

  private init(
    _ suite: HPKESuite, serializedKey: [UInt8], info: [UInt8], ephemeralKey: borrowing SecretBytes,
    firstSequence: UInt64
  ) throws(HPKEError) {
    let kem = suite.kem.implementation
    guard serializedKey.count == kem.publicKeyByteCount else { throw .invalidKey }
    let encapsulation = try kem.encapsulate(to: serializedKey, ephemeralKey: ephemeralKey)
    encapsulatedKey = encapsulation.encapsulatedKey
    context = try HPKEContext(
      suite, sharedSecret: encapsulation.sharedSecret, info: info, sequence: firstSequence)
  }

  /// Seals the next message and returns the ciphertext with its tag, 16 bytes, at the end.
  ///
  /// - Parameter additionalData: what is authenticated with the message and not part of the result.
  /// - Throws: `HPKEError.exportOnly` for a suite without cipher, `.tooManyMessages`, `.tooLong`.
  package func seal(_ plaintext: [UInt8], additionalData: [UInt8] = []) throws(HPKEError) -> [UInt8] {
    try context.seal(plaintext, additionalData: additionalData)
  }

  /// Returns a secret of `count` bytes that the recipient can export too.
  ///
  /// - Parameters:
  ///   - label: what the secret is for; another one gives another secret.
  ///   - count: 0 to 255 times the length of the suite's hash.
  /// - Throws: `HPKEError.lengthOutOfRange`.
  package func export(context label: [UInt8], count: Int) throws(HPKEError) -> SecretBytes {
    try context.export(context: label, count: count)
  }
}
