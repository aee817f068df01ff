/// The side of hybrid public key encryption (RFC 9180) that opens.
///
/// Messages are opened in the order in which they were sealed.
///
/// Not `Sendable`, and a class, because messages are counted.
package final class HPKERecipient {
  /// What is known of the sender.
  package let mode: HPKEMode
  private let context: HPKEContext

  /// Begins with the series of messages that an encapsulated key belongs to.
  ///
  /// It succeeds for most wrong inputs too; those show when the first message is opened.
  ///
  /// - Parameters:
  ///   - info: the same bytes as the sender's.
  ///   - preSharedKey: the secret that the sender used; without one, messages of a sender that had one do not
  ///     open, and the other way round.
  ///   - sender: the key of the only sender whose messages shall open.
  ///   - memory: where secrets lie but for those in the library.
  /// - Throws: `HPKEError.openFailed` for an encapsulated key that is none, `.invalidKey` where the own key or the
  ///   sender's is for another mechanism.
  package init(
    _ suite: HPKESuite, key: HPKEPrivateKey, encapsulatedKey: [UInt8], info: [UInt8],
    preSharedKey: HPKEPreSharedKey? = nil, authenticatedBy sender: HPKEPublicKey? = nil,
    memory: SecretMemory = .heap
  ) throws(HPKEError) {
    guard key.kem == suite.kem, sender.map({ $0.kem == suite.kem }) ?? true else { throw .invalidKey }
    let kem = suite.kem.implementation
    guard encapsulatedKey.count == kem.encapsulatedKeyByteCount else { throw .openFailed }
    let secret = try kem.decapsulate(
      encapsulatedKey, with: key.pair, authenticatedBy: sender?.bytes, memory: memory)
    mode = HPKEMode(hasPreSharedKey: preSharedKey != nil, isAuthenticated: sender != nil)
    context = try HPKEContext(
      suite, mode, sharedSecret: secret, info: info, preSharedKey: preSharedKey, sequence: 0, memory: memory)
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
