internal import CXFOpenSSL

/// AES in the mode CBC (NIST SP 800-38A), which other programs' files use. It proves nothing about what it decrypts: check
/// a MAC first where the file has one.
package enum AESCBC {
  /// Returns the plaintext; nil for a ciphertext that is none, or whose padding is wrong.
  ///
  /// - Parameters:
  ///   - key: 16 or 32 bytes.
  ///   - initialVector: 16 bytes.
  ///   - isPadded: whether the last block ends with padding of PKCS #7, which is taken off.
  /// - Throws: `CryptoError` where the library fails.
  package static func decrypt(
    _ ciphertext: [UInt8], key: borrowing SecretBytes, initialVector: [UInt8], isPadded: Bool = true
  ) throws(CryptoError) -> [UInt8]? {
    guard key.count == 16 || key.count == 32, initialVector.count == blockByteCount,
      ciphertext.count % blockByteCount == 0, !isPadded || !ciphertext.isEmpty
    else { return nil }
    if ciphertext.isEmpty { return [] }
    let cipher = try CipherContext(key.count == 16 ? aes128 : aes256)
    try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
      try initialVector.withBytes { (vector: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.begin(.decrypting, key: key, nonce: vector)
      }
    }
    // The padding is looked at here, so that no block is held back.
    try cipher.turnPaddingOff()
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
    let result: Result<Void, CryptoError> = plaintext.withUnsafeMutableBytes { output in
      ciphertext.withUnsafeBytes { input in
        Result { () throws(CryptoError) in try cipher.process(input, into: output) }
      }
    }
    try result.get()
    return isPadded ? BlockPadding.remove(from: plaintext) : plaintext
  }

  /// Returns the ciphertext; nil where key, vector or plaintext have a length that does not fit.
  ///
  /// - Parameters:
  ///   - key: 16 or 32 bytes.
  ///   - initialVector: 16 bytes.
  ///   - isPadded: whether padding of PKCS #7 is put behind; without it there must be whole blocks.
  /// - Throws: `CryptoError` where the library fails.
  package static func encrypt(
    _ plaintext: [UInt8], key: borrowing SecretBytes, initialVector: [UInt8], isPadded: Bool = true
  ) throws(CryptoError) -> [UInt8]? {
    let blocks = isPadded ? BlockPadding.add(to: plaintext) : plaintext
    guard key.count == 16 || key.count == 32, initialVector.count == blockByteCount,
      blocks.count % blockByteCount == 0
    else { return nil }
    if blocks.isEmpty { return [] }
    let cipher = try CipherContext(key.count == 16 ? aes128 : aes256)
    try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
      try initialVector.withBytes { (vector: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.begin(.encrypting, key: key, nonce: vector)
      }
    }
    try cipher.turnPaddingOff()
    return try [UInt8](uninitializedCount: blocks.count) {
      (output: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try blocks.withBytes { (input: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.process(input, into: output)
      }
    }
  }

  private static let blockByteCount = 16
  private static let aes128 = FetchedAlgorithm(cipher: "AES-128-CBC")
  static let aes256 = FetchedAlgorithm(cipher: "AES-256-CBC")
}
