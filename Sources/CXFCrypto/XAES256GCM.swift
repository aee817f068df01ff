internal import CXFOpenSSL

/// XAES-256-GCM (C2SP, XAES-256-GCM.md): AES-256-GCM with nonces of 24 bytes, so that they can be random.
///
/// Nonces are the caller's, because they are stored beside the ciphertext: 24 bytes of `randomBytes` for each
/// message. Under one key that is safe for 2^80 messages; a nonce that is used twice gives both texts away.
///
/// It does not commit to the key: a ciphertext can be made that opens under two keys. Where a key is derived
/// from a passphrase or tried as one of several, a commitment to it must be checked first.
///
/// Set up once, it seals many small texts cheaply. Not `Sendable`: an object has one state, so that one
/// thread at a time may use it.
package final class XAES256GCM {
  /// The length of a key in bytes.
  package static let keyByteCount = 32
  /// The length of a nonce in bytes.
  package static let nonceByteCount = 24
  /// The length of a tag in bytes.
  package static let tagByteCount = AEADAlgorithm.tagByteCount

  /// AES-256 under the key, a block at a time.
  private let blockCipher: CipherContext
  /// K1 of CMAC, which depends on the key only.
  private let subkey: SecretBytes
  private let aead: AEADContext

  /// Sets up a key of 32 bytes. The library copies it and clears its copy in the end.
  ///
  /// - Throws: `AEADError.wrongKeyLength`, or `.crypto` when the library refuses.
  package init(key: borrowing SecretBytes) throws(AEADError) {
    guard key.count == Self.keyByteCount else { throw .wrongKeyLength }
    do throws(CryptoError) {
      let cipher = try CipherContext(Self.aes256)
      try key.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.begin(.encrypting, key: bytes, nonce: nil)
      }
      try cipher.turnPaddingOff()
      subkey = try Self.subkey(of: cipher)
      blockCipher = cipher
      aead = try AEADContext(.aes256GCM)
    } catch {
      throw .crypto(error)
    }
  }

  /// Seals a text into memory of the caller's; nothing is allocated.
  ///
  /// - Parameters:
  ///   - plaintext: at most 2^36 - 32 bytes.
  ///   - nonce: 24 bytes, never used before under this key.
  ///   - additionalData: what is authenticated with the text and not part of the result.
  ///   - ciphertext: as long as the plaintext; may be the same memory.
  ///   - tag: 16 bytes.
  package func seal(
    _ plaintext: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    additionalData: UnsafeRawBufferPointer,
    into ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    try withMessageKey(nonce, additionalData) { (parameters: AEADContext.Parameters) throws(AEADError) in
      try aead.seal(plaintext, parameters, into: ciphertext, tag: tag)
    }
  }

  /// Opens a text into memory of the caller's; nothing is allocated.
  ///
  /// The memory must not be looked at before the call returns. On any error it holds zeros.
  ///
  /// - Parameters:
  ///   - plaintext: as long as the ciphertext; may be the same memory.
  ///   - tag: 16 bytes, all of which must be right.
  /// - Throws: `AEADError.authenticationFailed` when anything was changed.
  package func open(
    ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    additionalData: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    try withMessageKey(nonce, additionalData) { (parameters: AEADContext.Parameters) throws(AEADError) in
      try aead.open(ciphertext, tag: tag, parameters, into: plaintext)
    }
  }
}

extension XAES256GCM {
  private static let aes256 = FetchedAlgorithm(cipher: "AES-256-ECB")
  private static let blockByteCount = 16
  /// How many bytes of the nonce choose the message's key; the others are the inner nonce.
  private static let derivingByteCount = 12

  /// K1 = L << 1, reduced, where L is the encrypted zero block.
  private static func subkey(of cipher: borrowing CipherContext) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: blockByteCount) { (block: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try cipher.process(UnsafeRawBufferPointer(block), into: block)
      var carry: UInt8 = 0
      for index in block.indices.reversed() {
        let byte = block[index]
        block[index] = byte << 1 | carry
        carry = byte >> 7
      }
      // No branch on a bit of the key: the mask is all ones when the top bit of L was set.
      block[blockByteCount - 1] ^= 0x87 & (0 &- carry)
    }
  }

  /// Derives the key of one message, calls `body` with it and clears it.
  private func withMessageKey(
    _ nonce: UnsafeRawBufferPointer, _ additionalData: UnsafeRawBufferPointer,
    _ body: (AEADContext.Parameters) throws(AEADError) -> Void
  ) throws(AEADError) {
    guard nonce.count == Self.nonceByteCount else { throw .wrongNonceLength }
    let result: Result<Void, AEADError> = withUnsafeTemporaryAllocation(
      byteCount: Self.keyByteCount, alignment: 16
    ) { block in
      defer { if let start = block.baseAddress { OPENSSL_cleanse(start, block.count) } }
      return Result { () throws(AEADError) in
        try derive(nonce, into: block)
        try body(
          AEADContext.Parameters(
            key: UnsafeRawBufferPointer(block),
            nonce: UnsafeRawBufferPointer(rebasing: nonce[Self.derivingByteCount...]),
            additionalData: additionalData))
      }
    }
    try result.get()
  }

  /// AES of M1 ^ K1 and M2 ^ K1, where Mi is 0, i, "X", 0 and the first half of the nonce.
  private func derive(
    _ nonce: UnsafeRawBufferPointer, into block: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    subkey.withUnsafeBytes { subkey in
      for index in 0..<Self.blockByteCount {
        let isOfNonce = index >= Self.blockByteCount - Self.derivingByteCount
        let byte = isOfNonce ? nonce[index - (Self.blockByteCount - Self.derivingByteCount)] : 0
        block[index] = byte ^ subkey[index]
        block[Self.blockByteCount + index] = byte ^ subkey[index]
      }
    }
    let label = UInt8(ascii: "X")
    block[1] ^= 1
    block[2] ^= label
    block[Self.blockByteCount + 1] ^= 2
    block[Self.blockByteCount + 2] ^= label
    do throws(CryptoError) {
      try blockCipher.process(UnsafeRawBufferPointer(block), into: block)
    } catch {
      throw .crypto(error)
    }
  }
}
