internal import CXFOpenSSL

extension SecretBytes {
  /// Returns `count` bytes from the library's generator for private values.
  ///
  /// - Throws: `CryptoError` when there is no randomness.
  package static func random(count: Int) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard !buffer.isEmpty else { return }
      guard let count = Int32(exactly: buffer.count) else {
        throw CryptoError(operation: "RAND_priv_bytes", reasons: ["length out of range"])
      }
      try check(RAND_priv_bytes(start, count), "RAND_priv_bytes")
    }
  }
}

/// Returns `count` random bytes that are not secret: nonces, salts, identifiers.
///
/// - Throws: `CryptoError` when there is no randomness.
package func randomBytes(count: Int) throws(CryptoError) -> [UInt8] {
  guard let length = Int32(exactly: count), length >= 0 else {
    throw CryptoError(operation: "RAND_bytes", reasons: ["length out of range"])
  }
  var bytes = [UInt8](repeating: 0, count: count)
  guard count > 0 else { return bytes }
  try check(RAND_bytes(&bytes, length), "RAND_bytes")
  return bytes
}
