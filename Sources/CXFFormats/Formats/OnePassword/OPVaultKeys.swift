internal import CXFCrypto
internal import CredentialExchangeFormat

/// A pair of keys of a vault: one for AES-256-CBC, one for HMAC-SHA-256.
final class OPVaultKeys: Sendable {
  private let encryption: SecretBytes
  private let authentication: SecretBytes

  /// - Parameter bytes: 64 bytes, those of the two keys in order.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 64 else { return nil }
    encryption = SecretBytes(copying: bytes.prefix(32))
    authentication = SecretBytes(copying: bytes.suffix(32))
  }

  /// The keys that the content of a key's opdata gives.
  convenience init?(hashing content: [UInt8]) throws(CryptoError) {
    let hash = try Digest.hash(content, with: .sha512)
    let result: Result<OPVaultKeys?, Never> = hash.withUnsafeBytes { .success(OPVaultKeys($0)) }
    guard case .success(let keys?) = result else { return nil }
    self.init(copying: keys)
  }

  private init(copying other: OPVaultKeys) {
    encryption = other.encryption.withUnsafeBytes { SecretBytes(copying: $0) }
    authentication = other.authentication.withUnsafeBytes { SecretBytes(copying: $0) }
  }

  /// The HMAC of a message, 32 bytes.
  func tag(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
    try HMAC.tag(of: message, key: authentication, with: .sha256)
  }

  /// Opens what is sealed as opdata01: a header, the number of bytes, an initial vector, the ciphertext with filler in front of
  /// the content, and the HMAC of all of it.
  ///
  /// - Returns: nil where the keys are others or it is not as it was written.
  func open(_ data: [UInt8]) throws(CryptoError) -> [UInt8]? {
    guard data.count >= Self.header.count + 8 + 16 + 16 + 32, data.starts(with: Self.header) else {
      return nil
    }
    let body = Array(data.dropLast(32))
    guard constantTimeEqual(try tag(of: body), Array(data.suffix(32))) else { return nil }
    let length = data[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard
      let plaintext = try AESCBC.decrypt(
        Array(body[32...]), key: encryption, initialVector: Array(body[16..<32]), isPadded: false),
      let count = Int(exactly: length), count <= plaintext.count
    else { return nil }
    return Array(plaintext.suffix(count))
  }

  /// Opens the keys of an item: an initial vector, 64 bytes of ciphertext, and the HMAC of both.
  func openKeys(_ data: [UInt8]) throws(CryptoError) -> OPVaultKeys? {
    guard data.count == 16 + 64 + 32 else { return nil }
    guard constantTimeEqual(try tag(of: Array(data[..<80])), Array(data[80...])),
      let keys = try AESCBC.decrypt(
        Array(data[16..<80]), key: encryption, initialVector: Array(data[..<16]), isPadded: false)
    else { return nil }
    return keys.withUnsafeBytes { OPVaultKeys($0) }
  }

  private static let header = Array("opdata01".utf8)
}

/// The keys of a vault that its master password opens.
struct OPVaultKeyRing {
  let master: OPVaultKeys
  let overview: OPVaultKeys

  /// - Parameter profile: what the file `profile.js` says.
  /// - Throws: `FormatError`.
  init(_ profile: SourceView, _ source: EncryptedSource, _ options: ReadOptions) throws(FormatError) {
    _ = try source.passphrase(options)
    guard let salt = profile.peek("salt").flatMap({ Base64Text.decode($0.utf8) }),
      let rounds = profile.peek("iterations").flatMap({ UInt64($0.string) })
    else { throw source.damaged("it does not say how its key is made") }
    let derived = try source.key(options, salt: salt, .pbkdf2(.sha512, rounds: rounds), count: 64)
    guard let keys = derived.withUnsafeBytes({ OPVaultKeys($0) }) else {
      throw source.damaged("it does not say how its key is made")
    }
    func opened(_ name: Text) throws(FormatError) -> [UInt8]? {
      guard let data = profile.peek(name).flatMap({ Base64Text.decode($0.utf8) }), !data.isEmpty else {
        throw source.damaged("it has no \(name.string)")
      }
      return try source.withLibrary { () throws(CryptoError) in try keys.open(data) }
    }
    // Only the seal of the first key tells whether the password is right.
    guard let masterContent = try opened("masterKey") else { throw source.wrongPassword }
    guard let overviewContent = try opened("overviewKey") else {
      throw source.damaged("overviewKey is not as it was written")
    }
    let pair = try source.withLibrary { () throws(CryptoError) in
      (try OPVaultKeys(hashing: masterContent), try OPVaultKeys(hashing: overviewContent))
    }
    guard let master = pair.0, let overview = pair.1 else { throw source.damaged("its keys are none") }
    self.master = master
    self.overview = overview
  }
}
