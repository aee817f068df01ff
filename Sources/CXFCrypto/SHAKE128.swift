internal import CXFOpenSSL

/// SHAKE-128 (FIPS 202), a hash with as many bytes as one asks for.
package enum SHAKE128 {
  /// Returns the first `count` bytes of the output for `message`.
  ///
  /// - Throws: `CryptoError` when the library has no such function or no memory.
  package static func hash(_ message: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
    guard count > 0 else { return [] }
    let context = try check(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
    defer { EVP_MD_CTX_free(context) }
    try check(EVP_DigestInit_ex2(context, EVP_shake128(), nil), "EVP_DigestInit_ex2")
    try check(EVP_DigestUpdate(context, message, message.count), "EVP_DigestUpdate")
    var output = [UInt8](repeating: 0, count: count)
    try check(EVP_DigestFinalXOF(context, &output, count), "EVP_DigestFinalXOF")
    return output
  }
}
