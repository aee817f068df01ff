/// What a file of age needs to be opened.
package enum AgeNeeds: Sendable, Hashable {
  /// The passphrase; nothing else opens it.
  case passphrase
  /// One of the private keys that it is sealed for.
  case identities
}

/// The head of a file of age, understood but not yet authenticated: that takes the file key.
package struct AgeHeader: Sendable {
  /// The length in bytes, with the last line end; the payload's nonce begins there.
  package let byteCount: Int
  /// One for each recipient.
  let stanzas: [AgeStanza]
  /// The bytes that the code is over: all up to the dashes of the last line.
  let authenticated: [UInt8]
  /// The code, 32 bytes.
  let mac: [UInt8]

  /// What opens the file.
  package var needs: AgeNeeds {
    if case .scrypt = stanzas.first { .passphrase } else { .identities }
  }

  /// The types of the stanzas in their order, such as "X25519"; printable ASCII that the file's maker chose.
  ///
  /// They tell what else may open the file: "mlkem768x25519" is a post-quantum key, "ssh-ed25519" an SSH key.
  package var stanzaTypes: [String] { stanzas.map(\.type) }

  /// The first line.
  static let version = Array("age-encryption.org/v1".utf8)
  /// What the first line of every version begins with.
  static let magic = Array("age-encryption.org/".utf8)
  /// What the last line begins with.
  static let end = Array("---".utf8)
}

extension AgeHeader {
  /// Returns the file key that one of the identities unwraps, after the check of the head under it.
  ///
  /// - Throws: `AgeError.noMatch`, `.hmacFailure`, `.headerFailure(.unusableShare)`, `.crypto`.
  func fileKey(
    _ identities: [X25519PrivateKey], memory: SecretMemory = .heap
  ) throws(AgeError) -> SecretBytes {
    for identity in identities {
      for case .x25519(let share, let wrapped) in stanzas {
        let key = try AgeKeyWrap.x25519Key(
          identity, with: share, share: share, recipient: identity.publicKey)
        guard let key else { throw .headerFailure(.unusableShare) }
        guard let fileKey = try AgeKeyWrap.unwrap(wrapped, under: key, memory: memory) else { continue }
        try check(fileKey)
        return fileKey
      }
    }
    throw .noMatch
  }

  /// Returns the file key that the passphrase unwraps, after the check of the head under it.
  ///
  /// - Throws: `AgeError.wrongPassphrase`; `.noMatch` where the file has none; `.hmacFailure`, `.scrypt`,
  ///   `.crypto`.
  func fileKey(
    passphrase: borrowing SecretBytes, memory: SecretMemory = .heap
  ) throws(AgeError) -> SecretBytes {
    guard case .scrypt(let salt, let logN, let wrapped) = stanzas.first else { throw .noMatch }
    let key = try AgeKeyWrap.scryptKey(passphrase, salt: salt, logN: logN)
    guard let fileKey = try AgeKeyWrap.unwrap(wrapped, under: key, memory: memory) else {
      throw .wrongPassphrase
    }
    try check(fileKey)
    return fileKey
  }

  private func check(_ fileKey: borrowing SecretBytes) throws(AgeError) {
    let code = try Self.code(over: authenticated, fileKey: fileKey)
    guard constantTimeEqual(code, mac) else { throw .hmacFailure }
  }

  /// Returns the head as it is written.
  static func bytes(_ stanzas: [AgeStanza], fileKey: borrowing SecretBytes) throws(AgeError) -> [UInt8] {
    var bytes = version + [0x0A]
    for stanza in stanzas { bytes += stanza.lines }
    bytes += end
    let code = try code(over: bytes, fileKey: fileKey)
    return bytes + [0x20] + AgeBase64.encode(code) + [0x0A]
  }

  private static func code(
    over bytes: [UInt8], fileKey: borrowing SecretBytes
  ) throws(AgeError) -> [UInt8] {
    let key = try AgeKeyWrap.headerKey(fileKey)
    do throws(CryptoError) {
      return try HMAC.tag(of: bytes, key: key, with: .sha256)
    } catch {
      throw .crypto(error)
    }
  }
}
