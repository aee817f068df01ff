/// Hybrid public key encryption (RFC 9180) of one message.
package enum HPKE {
  /// A sealed message.
  package struct Sealed: Sendable, Hashable {
    /// What the recipient needs besides its own key.
    package let encapsulatedKey: [UInt8]
    /// The ciphertext with its tag, 16 bytes, at the end.
    package let ciphertext: [UInt8]

    /// Creates a message from its parts.
    package init(encapsulatedKey: [UInt8], ciphertext: [UInt8]) {
      self.encapsulatedKey = encapsulatedKey
      self.ciphertext = ciphertext
    }
  }

  /// Seals one message to the owner of a public key, in base mode.
  ///
  /// - Throws: what `HPKESender` throws.
  package static func seal(
    _ plaintext: [UInt8], _ suite: HPKESuite, to recipient: HPKEPublicKey, info: [UInt8],
    additionalData: [UInt8] = []
  ) throws(HPKEError) -> Sealed {
    let sender = try HPKESender(suite, to: recipient, info: info)
    return Sealed(
      encapsulatedKey: sender.encapsulatedKey,
      ciphertext: try sender.seal(plaintext, additionalData: additionalData))
  }

  /// Opens one message of base mode.
  ///
  /// - Throws: what `HPKERecipient` throws.
  package static func open(
    _ message: Sealed, _ suite: HPKESuite, key: HPKEPrivateKey, info: [UInt8], additionalData: [UInt8] = []
  ) throws(HPKEError) -> [UInt8] {
    let recipient = try HPKERecipient(suite, key: key, encapsulatedKey: message.encapsulatedKey, info: info)
    return try recipient.open(message.ciphertext, additionalData: additionalData)
  }
}
