internal import CXFCrypto

/// Vaults in files of the format `.cxfvault`, for programs that use the library.
///
///     let vault = try await CXFVault.open("home.cxfvault", passphrase: passphrase)
///     let result = try await VaultImporter(vault).import(source, ImportOptions(now: now))
///
/// Secrets are copied into memory that is cleared; the arrays that were passed in are the caller's to clear.
public enum CXFVault {
  /// Creates a vault that a passphrase opens, and opens it. The file is whole or absent, mode 0600; no file is replaced.
  ///
  /// - Parameter passphrase: UTF-8; compared in Normalization Form C.
  /// - Throws: ``VaultError/cannotCreate(_:)``, ``VaultError/invalidChange(_:)``, ``VaultError/storage(_:)``.
  public static func create(_ path: String, passphrase: [UInt8]) async throws -> some VaultStore {
    let key = VaultKey.passphrase(SecretBytes(copying: passphrase))
    try VaultFile.create(path: path, slots: [.passphrase(key)])
    return try await VaultFile.open(path: path, key: key)
  }

  /// Creates a vault that the owners of public keys open. It is not opened, since that takes one of their private keys.
  ///
  /// - Parameter recipients: public keys of age, `age1…`.
  /// - Throws: as ``create(_:passphrase:)``; ``VaultError/invalidChange(_:)`` for a text that is no such key.
  public static func create(_ path: String, recipients: [String]) throws {
    var slots: [NewSlot] = []
    for (index, recipient) in recipients.enumerated() {
      do { slots.append(.recipient(try AgeRecipient.parse(recipient))) } catch {
        throw VaultError.invalidChange("recipient \(index + 1) is no public key of age")
      }
    }
    try VaultFile.create(path: path, slots: slots)
  }

  /// Opens a vault with a passphrase, and verifies it whole.
  ///
  /// - Parameter passphrase: UTF-8; compared in Normalization Form C.
  /// - Throws: ``VaultError``: wrong key, damage, an unknown version, bounds on key derivation, busy, storage.
  public static func open(_ path: String, passphrase: [UInt8]) async throws -> some VaultStore {
    try await VaultFile.open(path: path, key: .passphrase(SecretBytes(copying: passphrase)))
  }

  /// Opens a vault with private keys, and verifies it whole.
  ///
  /// - Parameter identity: the text of an identity file of age: `AGE-SECRET-KEY-1…` on a line, comments allowed.
  /// - Throws: as ``open(_:passphrase:)``; ``VaultError/invalidChange(_:)`` where the text holds no such key.
  public static func open(_ path: String, identity: [UInt8]) async throws -> some VaultStore {
    let keys: [X25519PrivateKey]
    do { keys = try AgeIdentity.parse(SecretBytes(copying: identity)) } catch {
      throw VaultError.invalidChange("the identity holds no private key of age")
    }
    return try await VaultFile.open(path: path, key: .identities(keys))
  }
}
