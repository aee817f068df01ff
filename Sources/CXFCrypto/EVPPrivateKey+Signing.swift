internal import CXFOpenSSL

extension EVPPrivateKey {
  /// Returns a signature of `message`: Ed25519 and Ed448 as they are, others with SHA-256; RSA by PKCS #1 v1.5.
  borrowing func signature(of message: [UInt8], _ algorithm: KeyAlgorithm) throws(CryptoError) -> [UInt8] {
    let context = try SignatureContext()
    try check(
      EVP_DigestSignInit_ex(context.context, nil, algorithm.trialDigest, nil, nil, key, nil),
      "EVP_DigestSignInit_ex")
    var count = 0
    try check(
      EVP_DigestSign(context.context, nil, &count, message, message.count), "EVP_DigestSign")
    var signature = [UInt8](repeating: 0, count: count)
    try check(
      EVP_DigestSign(context.context, &signature, &count, message, message.count), "EVP_DigestSign")
    return Array(signature.prefix(count))
  }
}

extension EVPPublicKey {
  /// Loads a public key from the structure that certificates have it in (RFC 5280, SubjectPublicKeyInfo).
  init(spki der: [UInt8]) throws(CryptoError) {
    let made = der.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return d2i_PUBKEY(nil, &cursor, buffer.count)
    }
    self.init(adopting: try check(made, "d2i_PUBKEY"))
  }

  /// Returns whether a signature is one of `message` by this key.
  borrowing func verifies(
    _ signature: [UInt8], of message: [UInt8], _ algorithm: KeyAlgorithm
  ) throws(CryptoError) -> Bool {
    let context = try SignatureContext()
    try check(
      EVP_DigestVerifyInit_ex(context.context, nil, algorithm.trialDigest, nil, nil, key, nil),
      "EVP_DigestVerifyInit_ex")
    let result = EVP_DigestVerify(context.context, signature, signature.count, message, message.count)
    if result != 1 { ERR_clear_error() }
    return result == 1
  }
}

extension KeyAlgorithm {
  /// The hash function of a trial signature; nil where the algorithm has its own.
  fileprivate var trialDigest: String? {
    switch self {
    case .ed25519, .ed448: nil
    default: "SHA256"
    }
  }
}

extension PublicKey {
  /// The DER of SubjectPublicKeyInfo.
  var spki: [UInt8] {
    let parts: (AlgorithmIdentifier?, [UInt8]) =
      switch self {
      case .ec(let curve, let point): (AlgorithmIdentifier(.ec(curve)), point)
      case .rsa(let modulus, let exponent):
        (
          .rsa,
          DERWriter.sequence([DERWriter.unsignedInteger(modulus), DERWriter.unsignedInteger(exponent)])
        )
      case .raw(let algorithm, let bytes): (AlgorithmIdentifier(algorithm), bytes)
      }
    // All algorithms that public keys here have are named by an identifier without content of its own.
    return DERWriter.sequence([parts.0?.der ?? [], DERWriter.bitString(parts.1)])
  }
}

/// The owner of one of the library's contexts of digests, which signing goes through.
private struct SignatureContext: ~Copyable {
  let context: OpaquePointer

  init() throws(CryptoError) {
    context = try check(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
  }

  deinit {
    EVP_MD_CTX_free(context)
  }
}
