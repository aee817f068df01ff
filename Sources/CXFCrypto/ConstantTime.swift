internal import CXFOpenSSL

/// Returns whether both buffers hold the same bytes, in a time that depends on their lengths only.
///
/// For tags, keys and hashes of secrets. A difference in length is told at once: lengths are not secret.
package func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  guard let a = left.baseAddress, let b = right.baseAddress else { return true }
  return CRYPTO_memcmp(a, b, left.count) == 0
}

/// Returns whether both arrays hold the same bytes, in a time that depends on their lengths only.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.withUnsafeBytes { a in right.withUnsafeBytes { b in constantTimeEqual(a, b) } }
}
