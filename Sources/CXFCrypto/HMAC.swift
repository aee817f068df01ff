internal import CXFOpenSSL

/// Keyed hashes by RFC 2104.
package enum HMAC {
  /// Returns the tag of `message` under `key`, `algorithm.byteCount` bytes. Both may be empty.
  ///
  /// - Throws: `CryptoError` when the library refuses.
  package static func tag(
    of message: [UInt8], key: UnsafeRawBufferPointer, with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: algorithm.byteCount)
    var written = 0
    // A null key means "the key of last time" to the library, so an empty one needs an address too.
    var none: UInt8 = 0
    let made = withUnsafePointer(to: &none) { placeholder in
      EVP_Q_mac(
        nil, "HMAC", nil, algorithm.name, nil, key.baseAddress ?? UnsafeRawPointer(placeholder), key.count,
        message, message.count, &tag, tag.count, &written)
    }
    guard made != nil, written == tag.count else { throw CryptoError(draining: "EVP_Q_mac") }
    return tag
  }

  /// Returns the tag of `message` under `key`, `algorithm.byteCount` bytes.
  package static func tag(
    of message: [UInt8], key: [UInt8], with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    let result: Result<[UInt8], CryptoError> = key.withUnsafeBytes { bytes in
      Result { () throws(CryptoError) in try tag(of: message, key: bytes, with: algorithm) }
    }
    return try result.get()
  }

  /// Returns the tag of `message` under `key`, `algorithm.byteCount` bytes.
  package static func tag(
    of message: [UInt8], key: borrowing SecretBytes, with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    try key.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
      try tag(of: message, key: bytes, with: algorithm)
    }
  }
}

extension DigestAlgorithm {
  /// The name by which the library fetches the function.
  var name: String {
    switch self {
    case .sha1: "SHA1"
    case .sha256: "SHA256"
    case .sha384: "SHA384"
    case .sha512: "SHA512"
    }
  }
}
