internal import CXFOpenSSL

/// The owner of one private key of the library.
// A key is not changed after it was made; what the library keeps beside it for later it guards with locks.
struct EVPPrivateKey: ~Copyable, @unchecked Sendable {
  let key: OpaquePointer

  /// Takes over a key that somebody made.
  init(adopting key: OpaquePointer) {
    self.key = key
  }

  /// Loads a PKCS #8 key of version 1.
  init(pkcs8 der: [UInt8]) throws(CryptoError) {
    let info = try PKCS8Object(der)
    key = try check(EVP_PKCS82PKEY(info.object), "EVP_PKCS82PKEY")
  }

  /// Loads the plain key of an algorithm of RFC 8410.
  init(raw bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(CryptoError) {
    key = try check(
      EVP_PKEY_new_raw_private_key_ex(nil, algorithm.description, nil, bytes, bytes.count),
      "EVP_PKEY_new_raw_private_key_ex")
  }

  /// Loads the plain key of an algorithm of RFC 8410; the library clears its copy in the end.
  init(raw secret: borrowing SecretBytes, _ algorithm: KeyAlgorithm) throws(CryptoError) {
    try self.init(raw: secret, named: algorithm.description)
  }

  /// Loads the plain key of a curve of RFC 7748; the library clears its copy in the end.
  init(raw secret: borrowing SecretBytes, on curve: KeyAgreementCurve) throws(CryptoError) {
    try self.init(raw: secret, named: curve.algorithm)
  }

  private init(raw secret: borrowing SecretBytes, named algorithm: String) throws(CryptoError) {
    let made = secret.withUnsafeBytes { bytes in
      EVP_PKEY_new_raw_private_key_ex(
        nil, algorithm, nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    key = try check(made, "EVP_PKEY_new_raw_private_key_ex")
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// Returns whether the private number lies between zero and the order of the group.
  borrowing func isPrivateKeyInRange() -> Bool {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
    defer { EVP_PKEY_CTX_free(context) }
    let result = EVP_PKEY_private_check(context)
    // The reason is known; the queue must not be left to the next failure.
    if result != 1 { ERR_clear_error() }
    return result == 1
  }

  /// Returns the public key: an uncompressed point, or the plain bytes of RFC 8410.
  borrowing func publicKey() throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.maximumPublicKeyByteCount)
    var count = 0
    try check(
      EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &bytes, bytes.count, &count),
      "EVP_PKEY_get_octet_string_param")
    return Array(bytes.prefix(count))
  }

  /// A point of P-521: two coordinates of 66 bytes and the form.
  private static let maximumPublicKeyByteCount = 133
}

/// The owner of the library's parsed PKCS #8 structure.
private struct PKCS8Object: ~Copyable {
  let object: OpaquePointer

  init(_ der: [UInt8]) throws(CryptoError) {
    let parsed = der.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return d2i_PKCS8_PRIV_KEY_INFO(nil, &cursor, buffer.count)
    }
    object = try check(parsed, "d2i_PKCS8_PRIV_KEY_INFO")
  }

  deinit {
    PKCS8_PRIV_KEY_INFO_free(object)
  }
}
