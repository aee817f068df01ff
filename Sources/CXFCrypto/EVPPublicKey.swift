internal import CXFOpenSSL

/// The owner of one public key of the library.
// A key is not changed after it was made; what the library keeps beside it for later it guards with locks.
struct EVPPublicKey: ~Copyable, @unchecked Sendable {
  let key: OpaquePointer

  /// Takes over a key that somebody made.
  init(adopting key: OpaquePointer) {
    self.key = key
  }

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
    var isDerived = false
    let secret = try SecretBytes(count: count) {
      (bytes: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      isDerived = try agree(with: other, into: bytes)
    }
    if isDerived { return secret }
    return nil
  }

  /// Writes the shared secret of Diffie-Hellman with another's public key, as long as `secret` is, and returns
  /// whether there is one: the library refuses zeros of X25519 and X448.
  ///
  /// - Parameter other: a key that was looked at when it was loaded; it is not done again.
  borrowing func agree(
    with other: borrowing EVPPublicKey, into secret: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) -> Bool {
    let context = try check(EVP_PKEY_CTX_new_from_pkey(nil, key, nil), "EVP_PKEY_CTX_new_from_pkey")
    defer { EVP_PKEY_CTX_free(context) }
    try check(EVP_PKEY_derive_init(context), "EVP_PKEY_derive_init")
    try check(EVP_PKEY_derive_set_peer_ex(context, other.key, 0), "EVP_PKEY_derive_set_peer_ex")
    var written = secret.count
    let result = EVP_PKEY_derive(context, secret.baseAddress?.assumingMemoryBound(to: UInt8.self), &written)
    guard result == 1, written == secret.count else {
      ERR_clear_error()
      return false
    }
    return true
  }
}
