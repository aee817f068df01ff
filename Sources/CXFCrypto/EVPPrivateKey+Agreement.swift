internal import CXFOpenSSL

// Keys that agree on secrets. Those of one NIST curve are made with a point that belongs to the number: nothing here
// leaves it out, because the library cannot tell it afterwards.

extension EVPPrivateKey {
  /// Makes a new key.
  init(generating curve: KeyAgreementCurve) throws(CryptoError) {
    let context = try EVPKeyContext(curve.algorithm)
    try check(EVP_PKEY_keygen_init(context.context), "EVP_PKEY_keygen_init")
    if curve.isNIST {
      try check(EVP_PKEY_CTX_set_group_name(context.context, curve.name), "EVP_PKEY_CTX_set_group_name")
    }
    var made: OpaquePointer?
    guard EVP_PKEY_generate(context.context, &made) == 1 else {
      throw CryptoError(draining: "EVP_PKEY_generate")
    }
    self.init(adopting: try check(made, "EVP_PKEY_generate"))
  }

  /// Loads the private number of a key on one of NIST's curves with its public key.
  ///
  /// - Parameters:
  ///   - secret: big-endian, as long as a coordinate.
  ///   - point: the uncompressed point that belongs to it.
  init(number secret: borrowing SecretBytes, point: [UInt8], _ curve: KeyAgreementCurve) throws(CryptoError) {
    // The library wants a number in the machine's byte order and copies it.
    let native = secret.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      SecretBytes(count: bytes.count) { target in
        for index in 0..<bytes.count {
          target[1.bigEndian == 1 ? index : bytes.count - 1 - index] = bytes[index]
        }
      }
    }
    let made = try native.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
      let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      return try EVPKeyContext(curve.algorithm).load(curve.name, point: point, secret: start, bytes.count)
    }
    self.init(adopting: made)
  }

  /// Returns the private key: on NIST's curves the number, big-endian and as long as a coordinate, else the
  /// plain bytes.
  borrowing func secret(
    _ curve: KeyAgreementCurve, memory: SecretMemory = .heap
  ) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: curve.byteCount, memory: memory) {
      (bytes: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      if curve.isNIST {
        var number: OpaquePointer?
        defer { BN_clear_free(number) }
        try check(
          EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number), "EVP_PKEY_get_bn_param")
        guard BN_bn2binpad(number, start, Int32(bytes.count)) == bytes.count else {
          throw CryptoError(draining: "BN_bn2binpad")
        }
      } else {
        var written = bytes.count
        try check(EVP_PKEY_get_raw_private_key(key, start, &written), "EVP_PKEY_get_raw_private_key")
        guard written == bytes.count else {
          throw CryptoError(operation: "EVP_PKEY_get_raw_private_key", reasons: ["length out of range"])
        }
      }
    }
  }
}

extension EVPPublicKey {
  /// Loads the public key of a curve; nil where the bytes are none: another form than the uncompressed one, a
  /// coordinate out of range, a point that is not on the curve.
  static func load(_ bytes: [UInt8], _ curve: KeyAgreementCurve) throws(CryptoError) -> EVPPublicKey? {
    guard bytes.count == curve.publicKeyByteCount else { return nil }
    guard curve.isNIST else {
      let made = EVP_PKEY_new_raw_public_key_ex(nil, curve.name, nil, bytes, bytes.count)
      return EVPPublicKey(adopting: try check(made, "EVP_PKEY_new_raw_public_key_ex"))
    }
    // The library would take the compressed and the mixed form too, and the single byte of infinity.
    guard bytes.first == KeyAgreementCurve.uncompressedForm else { return nil }
    let context = try EVPKeyContext(curve.algorithm)
    guard let made = try? context.load(curve.name, point: bytes, secret: nil, 0) else { return nil }
    let key = EVPPublicKey(adopting: made)
    // Loading has looked at all of this already; other providers behind the library might not. The curves have
    // the cofactor 1, so that every point on them but infinity is a key.
    guard key.isOnCurve() else { return nil }
    return key
  }

  private borrowing func isOnCurve() -> Bool {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
    defer { EVP_PKEY_CTX_free(context) }
    let result = EVP_PKEY_public_check_quick(context)
    if result != 1 { ERR_clear_error() }
    return result == 1
  }
}

/// The owner of the library's context for making keys of one kind.
private struct EVPKeyContext: ~Copyable {
  let context: OpaquePointer

  init(_ algorithm: String) throws(CryptoError) {
    context = try check(EVP_PKEY_CTX_new_from_name(nil, algorithm, nil), "EVP_PKEY_CTX_new_from_name")
  }

  deinit {
    EVP_PKEY_CTX_free(context)
  }

  /// Returns a key of a curve, which the caller owns.
  borrowing func load(
    _ curve: String, point: [UInt8], secret: UnsafeMutablePointer<UInt8>?, _ secretCount: Int
  ) throws(CryptoError) -> OpaquePointer {
    try check(EVP_PKEY_fromdata_init(context), "EVP_PKEY_fromdata_init")
    var made: OpaquePointer?
    try check(
      cxf_ec_key(context, &made, curve, point, point.count, secret, secretCount), "EVP_PKEY_fromdata")
    return try check(made, "EVP_PKEY_fromdata")
  }
}
