internal import CXFOpenSSL

/// scrypt (RFC 7914): a key from a passphrase, made costly in time and memory on purpose.
package enum Scrypt {
  /// Returns `count` bytes derived from a passphrase.
  ///
  /// It takes 128 · r · N bytes of memory while it runs, and clears it. Limits are the caller's: parameters from
  /// a file decide how long this takes.
  ///
  /// - Parameters:
  ///   - passphrase: its bytes as they are; it may be empty.
  ///   - salt: any bytes; 16 random ones are usual.
  ///   - logN: the cost, of which N is the power of two; 1 to 40.
  ///   - r: the block size in units of 128 bytes, 1 to 1,024.
  ///   - p: how often the work is done, 1 to 1,024.
  ///   - count: the length of the result in bytes.
  /// - Throws: `ScryptError`.
  package static func derive(
    passphrase: borrowing SecretBytes, salt: [UInt8], logN: Int, r: Int = 8, p: Int = 1, count: Int
  ) throws(ScryptError) -> SecretBytes {
    guard (1...maximumLogN).contains(logN), (1...maximumFactor).contains(r), (1...maximumFactor).contains(p)
    else { throw .costOutOfRange }
    let (n, r, p) = (UInt64(1) << UInt64(logN), UInt64(r), UInt64(p))
    // What the library counts: the blocks, the table of N blocks, and two blocks to work in.
    let memory = 128 * r * (n + p + 2)
    return try SecretBytes(count: max(0, count)) {
      (output: UnsafeMutableRawBufferPointer) throws(ScryptError) in
      try passphrase.withUnsafeBytes { (passphrase: UnsafeRawBufferPointer) throws(ScryptError) in
        try salt.withBytes { (salt: UnsafeRawBufferPointer) throws(ScryptError) in
          guard !output.isEmpty else { return }
          let result = EVP_PBE_scrypt(
            passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count,
            salt.baseAddress?.assumingMemoryBound(to: UInt8.self), salt.count, n, r, p, memory,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
          guard result == 1 else { throw .crypto(CryptoError(draining: "EVP_PBE_scrypt")) }
        }
      }
    }
  }

  /// Far more than any machine has memory for; products of such costs fit 64 bits.
  private static let maximumLogN = 40
  private static let maximumFactor = 1 << 10
}

/// Why scrypt derived no key.
package enum ScryptError: Error, Equatable, Sendable {
  /// A cost is outside the range that `Scrypt.derive` names.
  case costOutOfRange
  /// The library failed; for lack of memory, as a rule.
  case crypto(CryptoError)
}
