/// How the file key of age is wrapped for a recipient (C2SP, age.md): ChaCha20-Poly1305 under a key that is used
/// once, with a nonce of zeros.
enum AgeKeyWrap {
  /// The length of a file key in bytes.
  static let fileKeyByteCount = 16

  /// Returns the wrapped file key.
  static func wrap(
    _ fileKey: borrowing SecretBytes, under wrapKey: borrowing SecretBytes
  ) throws(AgeError) -> [UInt8] {
    var wrapped = [UInt8](repeating: 0, count: fileKey.count + AEADAlgorithm.tagByteCount)
    do throws(AEADError) {
      try wrapped.withMutableBytes { (wrapped: UnsafeMutableRawBufferPointer) throws(AEADError) in
        try fileKey.withUnsafeBytes { (fileKey: UnsafeRawBufferPointer) throws(AEADError) in
          try withCipher(wrapKey) {
            (aead: AEADContext, parameters: AEADContext.Parameters) throws(AEADError) in
            try aead.seal(
              fileKey, parameters, into: UnsafeMutableRawBufferPointer(rebasing: wrapped[..<fileKey.count]),
              tag: UnsafeMutableRawBufferPointer(rebasing: wrapped[fileKey.count...]))
          }
        }
      }
    } catch {
      throw AgeError(error)
    }
    return wrapped
  }

  /// Returns the file key, or nil when it is wrapped under another key.
  ///
  /// - Parameter wrapped: `AgeStanza.wrappedByteCount` bytes.
  static func unwrap(
    _ wrapped: [UInt8], under wrapKey: borrowing SecretBytes, memory: SecretMemory
  ) throws(AgeError) -> SecretBytes? {
    do throws(AEADError) {
      return try SecretBytes(count: fileKeyByteCount, memory: memory) {
        (fileKey: UnsafeMutableRawBufferPointer) throws(AEADError) in
        try wrapped.withBytes { (wrapped: UnsafeRawBufferPointer) throws(AEADError) in
          try withCipher(wrapKey) {
            (aead: AEADContext, parameters: AEADContext.Parameters) throws(AEADError) in
            try aead.open(
              UnsafeRawBufferPointer(rebasing: wrapped[..<fileKeyByteCount]),
              tag: UnsafeRawBufferPointer(rebasing: wrapped[fileKeyByteCount...]), parameters, into: fileKey)
          }
        }
      }
    } catch .authenticationFailed {
      return nil
    } catch {
      throw AgeError(error)
    }
  }

  private static func withCipher(
    _ key: borrowing SecretBytes,
    _ body: (AEADContext, AEADContext.Parameters) throws(AEADError) -> Void
  ) throws(AEADError) {
    let aead: AEADContext
    do throws(CryptoError) {
      aead = try AEADContext(.chaCha20Poly1305)
    } catch {
      throw .crypto(error)
    }
    let nonce = [UInt8](repeating: 0, count: AEADAlgorithm.nonceByteCount)
    try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(AEADError) in
      try nonce.withBytes { (nonce: UnsafeRawBufferPointer) throws(AEADError) in
        try body(
          aead,
          AEADContext.Parameters(
            key: key, nonce: nonce, additionalData: UnsafeRawBufferPointer(start: nil, count: 0)))
      }
    }
  }
}

extension AgeKeyWrap {
  /// Returns the wrap key that sender and recipient have in common.
  ///
  /// - Parameters:
  ///   - key: the sender's key for this stanza, or the recipient's.
  ///   - other: the public key of the other side.
  ///   - share: the sender's public key.
  ///   - recipient: the recipient's public key.
  /// - Returns: nil when the other key has the same secret in common with everybody.
  static func x25519Key(
    _ key: X25519PrivateKey, with other: X25519PublicKey, share: X25519PublicKey, recipient: X25519PublicKey
  ) throws(AgeError) -> SecretBytes? {
    let shared: SecretBytes
    do throws(X25519Error) {
      shared = try key.sharedSecret(with: other)
    } catch .crypto(let cause) {
      throw .crypto(cause)
    } catch {
      return nil
    }
    return try derive(
      shared, salt: share.bytes + recipient.bytes, info: "age-encryption.org/v1/X25519",
      count: wrapKeyByteCount)
  }

  /// Returns the wrap key of a passphrase, whose bytes are taken as they are.
  static func scryptKey(
    _ passphrase: borrowing SecretBytes, salt: [UInt8], logN: Int
  ) throws(AgeError) -> SecretBytes {
    do throws(ScryptError) {
      return try Scrypt.derive(
        passphrase: passphrase, salt: Array("age-encryption.org/v1/scrypt".utf8) + salt, logN: logN,
        count: wrapKeyByteCount)
    } catch {
      throw .scrypt(error)
    }
  }

  /// Returns the key of the code over the head.
  static func headerKey(_ fileKey: borrowing SecretBytes) throws(AgeError) -> SecretBytes {
    try derive(fileKey, salt: [], info: "header", count: DigestAlgorithm.sha256.byteCount)
  }

  /// Returns the key of the content.
  static func payloadKey(
    _ fileKey: borrowing SecretBytes, nonce: [UInt8]
  ) throws(AgeError) -> SecretBytes {
    try derive(fileKey, salt: nonce, info: "payload", count: AEADAlgorithm.chaCha20Poly1305.keyByteCount)
  }

  private static var wrapKeyByteCount: Int { AEADAlgorithm.chaCha20Poly1305.keyByteCount }

  private static func derive(
    _ ikm: borrowing SecretBytes, salt: [UInt8], info: String, count: Int
  ) throws(AgeError) -> SecretBytes {
    do throws(CryptoError) {
      return try HKDF.derive(ikm: ikm, salt: salt, info: Array(info.utf8), count: count, with: .sha256)
    } catch {
      throw .crypto(error)
    }
  }
}

extension AgeError {
  /// A failure of the cipher that is not a wrong tag; lengths are ours and right.
  init(_ error: AEADError) {
    if case .crypto(let cause) = error {
      self = .crypto(cause)
    } else {
      self = .crypto(CryptoError(operation: "ChaCha20-Poly1305", reasons: ["length out of range"]))
    }
  }
}
