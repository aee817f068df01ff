package import CXFCrypto

/// What opens a slot: a passphrase or private keys. Copies share the memory, which is cleared with the last.
package struct VaultKey: Sendable {
  /// One copy of a passphrase.
  final class PassphraseBytes: Sendable {
    let bytes: SecretBytes
    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  enum Content: Sendable {
    case passphrase(PassphraseBytes)
    case identities([X25519PrivateKey])
  }

  let content: Content

  /// A passphrase as the user gave it, UTF-8; it may be empty.
  package static func passphrase(_ bytes: consuming SecretBytes) -> VaultKey {
    VaultKey(content: .passphrase(PassphraseBytes(bytes)))
  }

  /// Private keys, any of which may be the right one.
  package static func identities(_ keys: [X25519PrivateKey]) -> VaultKey {
    VaultKey(content: .identities(keys))
  }
}

/// A slot to be made.
package enum NewSlot: Sendable {
  /// A passphrase, as ``VaultKey/passphrase(_:)`` takes it.
  case passphrase(VaultKey, KeyDerivation = .standard)
  /// The owner of a public key.
  case recipient(X25519PublicKey)
}

extension VaultError {
  /// A failure of public-key encryption, where it is no question of the key.
  init(_ error: HPKEError) {
    switch error {
    case .crypto(let cause): self.init(cause)
    case .invalidKey: self = .invalidChange("the recipient's key is no public key")
    default: self = .storage("the cryptographic library failed")
    }
  }

  init(_ error: PassphraseError) {
    self =
      error == .invalidUTF8
      ? .invalidChange("the passphrase is not UTF-8") : .storage("the passphrase could not be normalised")
  }
}
