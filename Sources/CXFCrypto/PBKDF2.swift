internal import CXFOpenSSL

/// PBKDF2 (RFC 8018 §5.2) with HMAC: a key from a passphrase, for foreign formats that ask for it.
package enum PBKDF2 {
  /// Returns `count` bytes derived from a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: its bytes as they are; it may be empty.
  ///   - salt: any bytes.
  ///   - rounds: how often the hash is applied, from 1; a limit for what files ask for is the caller's.
  ///   - count: the length of the result in bytes.
  /// - Throws: `CryptoError` when the library refuses.
  package static func derive(
    passphrase: borrowing SecretBytes, salt: [UInt8], rounds: Int32, count: Int,
    with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (output: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try passphrase.withUnsafeBytes { (passphrase: UnsafeRawBufferPointer) throws(CryptoError) in
        try salt.withBytes { (salt: UnsafeRawBufferPointer) throws(CryptoError) in
          let made = PKCS5_PBKDF2_HMAC(
            passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(passphrase.count),
            salt.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(salt.count), rounds,
            EVP_get_digestbyname(algorithm.name), Int32(output.count),
            output.baseAddress?.assumingMemoryBound(to: UInt8.self))
          guard made == 1 else { throw CryptoError(draining: "PKCS5_PBKDF2_HMAC") }
        }
      }
    }
  }
}
