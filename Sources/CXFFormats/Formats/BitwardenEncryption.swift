internal import CXFCrypto
internal import CredentialExchangeFormat

/// Opens Bitwarden's export of the kind "password protected": a key from PBKDF2 or Argon2id, stretched by HKDF, and texts of
/// its encryption type 2, which is AES-256-CBC with HMAC-SHA-256.
struct BitwardenEncryption {
  private let source: EncryptedSource
  private let record: SourceRecord

  init(_ file: SourceFile, _ record: SourceRecord) {
    source = EncryptedSource(file, "a Bitwarden export that is protected with a password")
    self.record = record
  }

  /// Returns the document inside.
  ///
  /// - Throws: `FormatError`.
  func open(_ options: ReadOptions) throws(FormatError) -> [UInt8] {
    _ = try source.passphrase(options)
    let keys = try keys(options)
    // The text that tells whether the password is right means nothing else.
    guard try plaintext(of: "encKeyValidation_DO_NOT_EDIT", keys) != nil else { throw source.wrongPassword }
    guard let document = try plaintext(of: "data", keys) else {
      throw source.damaged("its data are not those that were written")
    }
    return document
  }

  private final class Keys {
    let encryption: SecretBytes
    let authentication: SecretBytes

    init(_ master: borrowing SecretBytes) throws(CryptoError) {
      encryption = try HKDF.expand(master, info: Array("enc".utf8), count: 32, with: .sha256)
      authentication = try HKDF.expand(master, info: Array("mac".utf8), count: 32, with: .sha256)
    }
  }

  private func keys(_ options: ReadOptions) throws(FormatError) -> Keys {
    let master = try master(options)
    return try source.withLibrary { () throws(CryptoError) in try Keys(master) }
  }

  private func master(_ options: ReadOptions) throws(FormatError) -> SecretBytes {
    guard let salt = text("salt") else { throw source.damaged("it has no salt") }
    // The salt is the text, not the bytes that it spells.
    let material = Array(salt.utf8)
    switch number("kdfType") {
    case 0:
      guard let rounds = number("kdfIterations") else {
        throw source.damaged("it does not say how many rounds")
      }
      return try source.key(options, salt: material, .pbkdf2(.sha256, rounds: rounds), count: 32)
    case 1:
      guard let passes = number32("kdfIterations"), let mebibytes = number32("kdfMemory"),
        mebibytes < 1 << 22,
        let lanes = number32("kdfParallelism")
      else { throw source.damaged("it does not say how much work its key takes") }
      let hashed = try source.withLibrary { () throws(CryptoError) in try Digest.hash(material, with: .sha256)
      }
      let derivation = KeyDerivation(memoryKiB: mebibytes << 10, iterations: passes, parallelism: lanes)
      return try source.key(options, salt: hashed, .argon2(.id, derivation), count: 32)
    default:
      throw source.unsupported(
        "its key is made in a way that is not known here", hint: "export the vault again as unencrypted .json"
      )
    }
  }

  /// Returns what a member holds; nil where the keys are others or it is not as it was written.
  private func plaintext(of member: Text, _ keys: Keys) throws(FormatError) -> [UInt8]? {
    guard let text = text(member) else { throw source.damaged("\(member.string) is missing") }
    let parts = text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].starts(with: "2.".utf8),
      let vector = Base64Text.decode(parts[0].dropFirst(2)), vector.count == 16,
      let ciphertext = Base64Text.decode(parts[1]), let tag = Base64Text.decode(parts[2])
    else { throw source.damaged("\(member.string) is no text of Bitwarden's encryption type 2") }
    let expected = try source.withLibrary { () throws(CryptoError) in
      try HMAC.tag(of: vector + ciphertext, key: keys.authentication, with: .sha256)
    }
    guard constantTimeEqual(expected, tag) else { return nil }
    return try source.withLibrary { () throws(CryptoError) in
      try AESCBC.decrypt(ciphertext, key: keys.encryption, initialVector: vector)
    }
  }

  private func text(_ member: Text) -> String? { record.root.peek(member)?.string }

  private func number(_ member: Text) -> UInt64? { text(member).flatMap { UInt64($0) } }

  private func number32(_ member: Text) -> UInt32? { text(member).flatMap { UInt32($0) } }
}
