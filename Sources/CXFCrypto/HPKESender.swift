/// The side of hybrid public key encryption (RFC 9180) that seals.
///
/// It draws an ephemeral key, and `encapsulatedKey` must reach the recipient. In base mode the sender is not
/// authenticated: whoever has the public key can do the same.
///
/// Not `Sendable`, and a class, because messages are counted: a copy would use nonces for the second time.
package final class HPKESender {
  /// What the recipient needs besides its own key; not secret.
  package let encapsulatedKey: [UInt8]
  /// What the recipient must know of the sender.
  package let mode: HPKEMode
  private let context: HPKEContext

  /// Begins a new series of messages to the owner of a public key.
  ///
  /// - Parameters:
  ///   - info: what both sides know and agree on, such as the purpose; the recipient must give it too.
  ///   - preSharedKey: a secret that the recipient has too.
  ///   - sender: the sender's own key, of the same mechanism, by which the recipient knows it. Whoever has the
  ///     recipient's private key can pretend to be any sender towards it.
  /// - Throws: `HPKEError.invalidKey` for a key that is none of the suite's or has no secrets.
  package convenience init(
    _ suite: HPKESuite, to recipient: HPKEPublicKey, info: [UInt8], preSharedKey: HPKEPreSharedKey? = nil,
    authenticatedBy sender: HPKEPrivateKey? = nil
  ) throws(HPKEError) {
    try self.init(
      suite, to: recipient, info: info, preSharedKey: preSharedKey, authenticatedBy: sender,
      ephemeralPair: nil, firstSequence: 0, memory: .heap)
  }

  /// Begins with a chosen ephemeral key, for published values and for callers whose randomness is a parameter: one
  /// that is used twice protects nothing.
  ///
  /// - Parameters:
  ///   - ephemeralKey: a serialized private key, random.
  ///   - firstSequence: the number of the first message.
  ///   - memory: where secrets lie but for those in the library.
  package convenience init(
    _ suite: HPKESuite, to recipient: HPKEPublicKey, info: [UInt8], preSharedKey: HPKEPreSharedKey? = nil,
    authenticatedBy sender: HPKEPrivateKey? = nil, ephemeralKey: borrowing SecretBytes,
    firstSequence: UInt64 = 0, memory: SecretMemory = .heap
  ) throws(HPKEError) {
    try self.init(
      suite, to: recipient, info: info, preSharedKey: preSharedKey, authenticatedBy: sender,
      ephemeralPair: try suite.kem.implementation.loadKey(ephemeralKey), firstSequence: firstSequence,
      memory: memory)
  }

  private init(
    _ suite: HPKESuite, to recipient: HPKEPublicKey, info: [UInt8], preSharedKey: HPKEPreSharedKey?,
    authenticatedBy sender: HPKEPrivateKey?, ephemeralPair: (any HPKEKeyPair)?, firstSequence: UInt64,
    memory: SecretMemory
  ) throws(HPKEError) {
    guard recipient.kem == suite.kem, sender.map({ $0.kem == suite.kem }) ?? true else { throw .invalidKey }
    let encapsulation = try suite.kem.implementation.encapsulate(
      to: recipient.bytes, authenticatedBy: sender?.pair, ephemeralKey: ephemeralPair, memory: memory)
    encapsulatedKey = encapsulation.encapsulatedKey
    mode = HPKEMode(hasPreSharedKey: preSharedKey != nil, isAuthenticated: sender != nil)
    context = try HPKEContext(
      suite, mode, sharedSecret: encapsulation.sharedSecret, info: info, preSharedKey: preSharedKey,
      sequence: firstSequence, memory: memory)
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
