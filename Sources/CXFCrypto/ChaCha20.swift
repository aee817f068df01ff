internal import CXFOpenSSL

/// The stream cipher ChaCha20 (RFC 8439) without a tag, as other programs' files use it. Encrypting and decrypting are the
/// same. It proves nothing about what it decrypts: check a MAC where the file has one.
///
/// An object goes forward through one key stream; it is used by one thread at a time.
package final class ChaCha20 {
  private let context: CipherContext

  /// The lengths of a key and of a nonce, in bytes.
  package static let keyByteCount = 32
  package static let nonceByteCount = 12

  /// Begins at the first byte of the key stream, with the counter 0.
  ///
  /// - Parameters:
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes.
  /// - Throws: `CryptoError` for other lengths, and where the library fails.
  package init(key: borrowing SecretBytes, nonce: [UInt8]) throws(CryptoError) {
    guard key.count == Self.keyByteCount, nonce.count == Self.nonceByteCount else {
      throw CryptoError(operation: "ChaCha20", reasons: ["length out of range"])
    }
    let context = try CipherContext(Self.cipher)
    // The library takes the counter in front of the nonce.
    let start = [0, 0, 0, 0] + nonce
    try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
      try start.withBytes { (start: UnsafeRawBufferPointer) throws(CryptoError) in
        try context.begin(.encrypting, key: key, nonce: start)
      }
    }
    self.context = context
  }

  /// Combines the bytes with the next ones of the key stream.
  ///
  /// - Throws: `CryptoError` where the library fails.
  package func process(_ bytes: inout [UInt8]) throws(CryptoError) {
    guard !bytes.isEmpty else { return }
    try bytes.withMutableBytes { (buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try context.process(UnsafeRawBufferPointer(buffer), into: buffer)
    }
  }

  private static let cipher = FetchedAlgorithm(cipher: "ChaCha20")
}
