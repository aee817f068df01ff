/// A key encapsulation mechanism of RFC 9180, section 4. Keys are serialized, because their lengths differ.
///
/// All that a sender learns of a failure is that a key is bad (`HPKEError.invalidKey`), and all that a
/// recipient learns is `HPKEError.openFailed`. Nothing here presumes Diffie-Hellman: an encapsulated key need
/// not be as long as a public key, nor be one.
protocol HPKEKeyEncapsulation: Sendable {
  /// The length of an encapsulated key in bytes: Nenc.
  var encapsulatedKeyByteCount: Int { get }
  /// The length of a public key in bytes: Npk.
  var publicKeyByteCount: Int { get }
  /// The length of a private key in bytes: Nsk.
  var privateKeyByteCount: Int { get }
  /// The library's names of all kinds of keys that are needed.
  var requiredAlgorithms: [String] { get }

  /// Checks that a public key is one.
  ///
  /// - Throws: `HPKEError.invalidKey`.
  func check(publicKey: [UInt8]) throws(HPKEError)

  /// Makes a new key.
  func generateKey() throws(HPKEError) -> any HPKEKeyPair

  /// Makes the key that belongs to a seed: DeriveKeyPair.
  func deriveKey(seed: borrowing SecretBytes) throws(HPKEError) -> any HPKEKeyPair

  /// Loads a private key.
  ///
  /// - Throws: `HPKEError.invalidKey`.
  func loadKey(_ secret: borrowing SecretBytes) throws(HPKEError) -> any HPKEKeyPair

  /// Makes a shared secret for the owner of a public key: Encap, or AuthEncap where there is a sender.
  ///
  /// - Parameters:
  ///   - sender: the key by which the recipient knows the sender.
  ///   - ephemeralKey: what the secret is drawn from, never to be used again; nil for a new one.
  ///   - memory: where secrets lie.
  func encapsulate(
    to publicKey: [UInt8], authenticatedBy sender: (any HPKEKeyPair)?, ephemeralKey: (any HPKEKeyPair)?,
    memory: SecretMemory
  ) throws(HPKEError) -> HPKEEncapsulation

  /// Returns the shared secret: Decap, or AuthDecap where there is a sender.
  ///
  /// - Parameters:
  ///   - sender: the public key of the sender that is expected.
  ///   - memory: where secrets lie.
  func decapsulate(
    _ encapsulatedKey: [UInt8], with keyPair: any HPKEKeyPair, authenticatedBy sender: [UInt8]?,
    memory: SecretMemory
  ) throws(HPKEError) -> SecretBytes
}

/// A private key of a mechanism, loaded, with its public key.
protocol HPKEKeyPair: AnyObject, Sendable {
  /// The serialized public key.
  var publicKey: [UInt8] { get }
  /// Returns the serialized private key.
  func secret(memory: SecretMemory) throws(CryptoError) -> SecretBytes
}

/// A shared secret and what tells it to the recipient.
struct HPKEEncapsulation: ~Copyable {
  let encapsulatedKey: [UInt8]
  let sharedSecret: SecretBytes
}
