/// A key encapsulation mechanism of RFC 9180, section 4. Keys are serialized, because their lengths differ.
///
/// All that a sender may know of a failure is that the recipient's key is bad (`HPKEError.invalidKey`), and all
/// that a recipient may know is `HPKEError.openFailed`.
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

  /// Returns the public key of a private one.
  func publicKey(of privateKey: borrowing SecretBytes) throws(HPKEError) -> [UInt8]

  /// Makes a shared secret for the owner of a public key with an ephemeral key, which is never used again.
  func encapsulate(
    to publicKey: [UInt8], ephemeralKey: borrowing SecretBytes
  ) throws(HPKEError) -> HPKEEncapsulation

  /// Returns the shared secret.
  func decapsulate(
    _ encapsulatedKey: [UInt8], with privateKey: borrowing SecretBytes
  ) throws(HPKEError) -> SecretBytes
}

/// A shared secret and what tells it to the recipient.
struct HPKEEncapsulation: ~Copyable {
  let encapsulatedKey: [UInt8]
  let sharedSecret: SecretBytes
}
