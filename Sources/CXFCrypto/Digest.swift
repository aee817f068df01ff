internal import CXFOpenSSL

/// A hash function.
package enum DigestAlgorithm: Sendable, Hashable, CaseIterable {
  /// SHA-1 (FIPS 180-4), only where a foreign format or one-time codes (RFC 6238) ask for it.
  case sha1
  /// SHA-256 (FIPS 180-4).
  case sha256
  /// SHA-384 (FIPS 180-4).
  case sha384
  /// SHA-512 (FIPS 180-4).
  case sha512

  /// The length of the hash in bytes.
  package var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The library's object for the function; it is static and needs no owner.
  fileprivate var method: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }
}

/// A hash that takes its message piece by piece.
package struct Digest: ~Copyable {
  private let context: OpaquePointer
  private let algorithm: DigestAlgorithm

  /// Starts a hash.
  ///
  /// - Throws: `CryptoError` when the library has no such function or no memory.
  package init(_ algorithm: DigestAlgorithm) throws(CryptoError) {
    let made = try check(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
    do throws(CryptoError) {
      try check(EVP_DigestInit_ex2(made, algorithm.method, nil), "EVP_DigestInit_ex2")
    } catch {
      EVP_MD_CTX_free(made)
      throw error
    }
    self.algorithm = algorithm
    context = made
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds the buffer to the message.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) {
    guard !bytes.isEmpty else { return }
    try check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count), "EVP_DigestUpdate")
  }

  /// Adds a secret to the message.
  package mutating func update(_ secret: borrowing SecretBytes) throws(CryptoError) {
    try secret.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in try update(bytes) }
  }

  /// Adds the bytes to the message.
  package mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    guard !bytes.isEmpty else { return }
    try check(EVP_DigestUpdate(context, bytes, bytes.count), "EVP_DigestUpdate")
  }

  /// Returns the hash of the whole message, `algorithm.byteCount` bytes.
  package consuming func finish() throws(CryptoError) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: algorithm.byteCount)
    try check(EVP_DigestFinal_ex(context, &hash, nil), "EVP_DigestFinal_ex")
    return hash
  }

  /// Returns the hash of the whole message where it is a secret, `algorithm.byteCount` bytes.
  package consuming func finishSecret() throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: algorithm.byteCount) { (hash: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try check(
        EVP_DigestFinal_ex(context, hash.baseAddress?.assumingMemoryBound(to: UInt8.self), nil),
        "EVP_DigestFinal_ex")
    }
  }

  /// Returns the hash of `bytes`.
  package static func hash(
    _ bytes: UnsafeRawBufferPointer, with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: algorithm.byteCount)
    try check(
      EVP_Digest(bytes.baseAddress, bytes.count, &hash, nil, algorithm.method, nil), "EVP_Digest")
    return hash
  }

  /// Returns the hash of `bytes`.
  package static func hash(_ bytes: [UInt8], with algorithm: DigestAlgorithm) throws(CryptoError) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: algorithm.byteCount)
    try check(EVP_Digest(bytes, bytes.count, &hash, nil, algorithm.method, nil), "EVP_Digest")
    return hash
  }
}
