/// The side of hybrid public key encryption (RFC 9180) that opens, in base mode.
///
/// Messages are opened in the order in which they were sealed.
///
/// Not `Sendable`, and a class, because messages are counted.
package final class HPKERecipient {
  private let context: HPKEContext

  /// Begins with the series of messages that an encapsulated key belongs to.
  ///
  /// It succeeds for most wrong inputs too; those show when the first message is opened.
  ///
  /// - Parameter info: the same bytes as the sender's.
  /// - Throws: `HPKEError.openFailed` for an encapsulated key that is none.
  package init(
    _ suite: HPKESuite, key: X25519PrivateKey, encapsulatedKey: [UInt8], info: [UInt8]
  ) throws(HPKEError) {
    guard suite.kem == .x25519HKDFSHA256 else { throw .invalidKey }
    let kem = suite.kem.implementation
    guard encapsulatedKey.count == kem.encapsulatedKeyByteCount else { throw .openFailed }
    let secret = try kem.decapsulate(encapsulatedKey, with: key.secret)
    context = try HPKEContext(suite, sharedSecret: secret, info: info, sequence: 0)
  }

  /// Opens the next message: a ciphertext with its tag at the end. One that cannot be opened does not count.
  ///
  /// - Throws: `HPKEError.openFailed` when anything is wrong, `.exportOnly` for a suite without cipher,
  ///   `.tooManyMessages`.
  package func open(_ ciphertext: [UInt8], additionalData: [UInt8] = []) throws(HPKEError) -> [UInt8] {
    try context.open(ciphertext, additionalData: additionalData)
  }

  /// Returns a secret of `count` bytes that the sender can export too.
  ///
  /// - Parameters:
  ///   - label: what the secret is for; another one gives another secret.
  ///   - count: 0 to 255 times the length of the suite's hash.
  /// - Throws: `HPKEError.lengthOutOfRange`.
  package func export(context label: [UInt8], count: Int) throws(HPKEError) -> SecretBytes {
    try context.export(context: label, count: count)
  }
}
