/// A key encapsulation mechanism of RFC 9180, section 4. Keys are serialized, because their lengths differ.
///
/// All that a sender learns of a failure is that the recipient's key is bad (`HPKEError.invalidKey`), and
/// all that a recipient learns is `HPKEError.openFailed`.
protocol HPKEKeyEncapsulation: Sendable {
  /// The length of an encapsulated key in bytes.
  var encapsulatedKeyByteCount: Int { get }
  /// The length of a shared secret in bytes.
  var sharedSecretByteCount: Int { get }
  /// The length of a public key in bytes.
  var publicKeyByteCount: Int { get }
  /// The length of a private key in bytes.
  var privateKeyByteCount: Int { get }

  /// Returns a new private key.
  func generateKey() throws(HPKEError) -> SecretBytes

  /// Returns the private key that belongs to a seed: DeriveKeyPair.
  func deriveKey(seed: borrowing SecretBytes) throws(HPKEError) -> SecretBytes

  /// Makes a shared secret for the owner of a public key with an ephemeral key, which is never used again.
  ///
  /// - Parameter publicKey: of the right length.
  func encapsulate(
    to publicKey: [UInt8], ephemeralKey: borrowing SecretBytes
  ) throws(HPKEError) -> HPKEEncapsulation

  /// Returns the shared secret.
  ///
  /// - Parameter encapsulatedKey: of the right length.
  func decapsulate(
    _ encapsulatedKey: [UInt8], with privateKey: borrowing SecretBytes
  ) throws(HPKEError) -> SecretBytes
}

/// A shared secret and what tells it to the recipient.
struct HPKEEncapsulation: ~Copyable {
  let encapsulatedKey: [UInt8]
  let sharedSecret: SecretBytes
}
