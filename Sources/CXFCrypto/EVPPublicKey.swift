internal import CXFOpenSSL

/// The owner of one public key of the library.
struct EVPPublicKey: ~Copyable {
  fileprivate let key: OpaquePointer

  /// Loads the plain key of an algorithm of RFC 8410.
  init(raw bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(CryptoError) {
    key = try check(
      EVP_PKEY_new_raw_public_key_ex(nil, algorithm.description, nil, bytes, bytes.count),
      "EVP_PKEY_new_raw_public_key_ex")
  }

  deinit {
    EVP_PKEY_free(key)
  }
}

extension EVPPrivateKey {
  /// Returns the shared secret of Diffie-Hellman with another's public key, or nil when the library refuses
  /// the result: for X25519 and X448 it does when that is all zeros.
  ///
  /// - Parameter count: the length of the secret in bytes.
  borrowing func sharedSecret(
    with other: borrowing EVPPublicKey, count: Int
  ) throws(CryptoError) -> SecretBytes? {
    let context = try check(EVP_PKEY_CTX_new_from_pkey(nil, key, nil), "EVP_PKEY_CTX_new_from_pkey")
    defer { EVP_PKEY_CTX_free(context) }
    try check(EVP_PKEY_derive_init(context), "EVP_PKEY_derive_init")
    try check(EVP_PKEY_derive_set_peer_ex(context, other.key, 1), "EVP_PKEY_derive_set_peer_ex")
    var written = count
    var isDerived = false
    let secret = SecretBytes(count: count) { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      isDerived = EVP_PKEY_derive(context, start, &written) == 1
    }
    guard isDerived, written == count else {
      ERR_clear_error()
      return nil
    }
    return secret
  }
}
