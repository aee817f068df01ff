internal import CXFCrypto

/// What the content of a database is encrypted with. All take keys of 32 bytes.
package enum KDBXCipher: Hashable, Sendable, CaseIterable {
  /// AES-256 in the mode CBC.
  case aes
  /// ChaCha20 (RFC 8439), the counter beginning with 0.
  case chaCha20
  /// Twofish in the mode CBC.
  case twofish

  /// The UUID by which headers name it.
  package var uuid: [UInt8] {
    switch self {
    case .aes:
      [0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A, 0xFF]
    case .chaCha20:
      [0xD6, 0x03, 0x8A, 0x2B, 0x8B, 0x6F, 0x4C, 0xB5, 0xA5, 0x24, 0x33, 0x9A, 0x31, 0xDB, 0xB5, 0x9A]
    case .twofish:
      [0xAD, 0x68, 0xF2, 0x9F, 0x57, 0x6F, 0x4B, 0xB9, 0xA3, 0x6A, 0xD4, 0x7A, 0xF9, 0x65, 0x34, 0x6C]
    }
  }

  /// The length of the initial vector or nonce, in bytes.
  package var vectorByteCount: Int { self == .chaCha20 ? ChaCha20.nonceByteCount : 16 }

  /// Whether ciphertexts consist of whole blocks.
  var hasBlocks: Bool { self != .chaCha20 }

  /// The cipher that a header names.
  init(_ header: KDBXHeader) throws(KDBXError) {
    let uuid = try header.required(KDBXHeader.ID.cipher, counts: 16)
    guard let cipher = Self.allCases.first(where: { $0.uuid == uuid }) else {
      throw .unsupported(.cipher(hexadecimal(uuid)))
    }
    self = cipher
  }

  /// Returns the plaintext, with the padding that block ciphers need still behind it.
  func decrypt(
    _ ciphertext: [UInt8], key: borrowing SecretBytes, vector: [UInt8]
  ) throws(KDBXError) -> [UInt8] {
    guard !hasBlocks || (ciphertext.count % 16 == 0 && !ciphertext.isEmpty) else { throw .damaged(.padding) }
    switch self {
    case .aes:
      return try library { () throws(CryptoError) in
        try AESCBC.decrypt(ciphertext, key: key, initialVector: vector, isPadded: false)
      }
    case .twofish:
      return try twofish { () throws(Twofish.Failure) in
        try Twofish.decryptCBC(ciphertext, key: key, initialVector: vector, isPadded: false)
      }
    case .chaCha20: return try stream(ciphertext, key: key, nonce: vector)
    }
  }

  /// Returns the plaintext without padding.
  func removePadding(_ plaintext: [UInt8]) throws(KDBXError) -> [UInt8] {
    guard hasBlocks else { return plaintext }
    guard let bytes = BlockPadding.remove(from: plaintext) else { throw .damaged(.padding) }
    return bytes
  }

  /// Returns the ciphertext, padded where it must be.
  func encrypt(
    _ plaintext: [UInt8], key: borrowing SecretBytes, vector: [UInt8]
  ) throws(KDBXError) -> [UInt8] {
    switch self {
    case .aes:
      return try library { () throws(CryptoError) in
        try AESCBC.encrypt(plaintext, key: key, initialVector: vector)
      }
    case .twofish:
      return try twofish { () throws(Twofish.Failure) in
        try Twofish.encryptCBC(BlockPadding.add(to: plaintext), key: key, initialVector: vector)
      }
    case .chaCha20: return try stream(plaintext, key: key, nonce: vector)
    }
  }

  private func stream(
    _ bytes: [UInt8], key: borrowing SecretBytes, nonce: [UInt8]
  ) throws(KDBXError) -> [UInt8] {
    var bytes = bytes
    do throws(CryptoError) {
      try ChaCha20(key: key, nonce: nonce).process(&bytes)
    } catch {
      throw .crypto(error)
    }
    return bytes
  }

  private func library(_ body: () throws(CryptoError) -> [UInt8]?) throws(KDBXError) -> [UInt8] {
    guard let bytes = try withCrypto(body) else { throw .damaged(.headerField(KDBXHeader.ID.initialVector)) }
    return bytes
  }

  private func twofish(_ body: () throws(Twofish.Failure) -> [UInt8]?) throws(KDBXError) -> [UInt8] {
    do throws(Twofish.Failure) {
      if let bytes = try body() { return bytes }
      throw Twofish.Failure.lengths
    } catch {
      switch error {
      case .libraryMissing: throw .unsupported(.twofishLibrary)
      case .library(let call): throw .crypto(CryptoError(operation: call, reasons: []))
      case .lengths: throw .damaged(.headerField(KDBXHeader.ID.initialVector))
      }
    }
  }
}
