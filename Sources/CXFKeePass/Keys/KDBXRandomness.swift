package import CXFCrypto

/// Where seeds, vectors and keys of a file that is written come from, so that a test can make a file that is known.
package struct KDBXRandomness: Sendable {
  /// Returns that many bytes, which nobody else ever gets.
  package let bytes: @Sendable (Int) throws(CryptoError) -> SecretBytes

  /// Creates a source. For anything but tests there is `system`.
  package init(bytes: @escaping @Sendable (Int) throws(CryptoError) -> SecretBytes) { self.bytes = bytes }

  /// The library's generator.
  package static let system = KDBXRandomness { (count: Int) throws(CryptoError) in
    try SecretBytes.random(count: count)
  }

  func take(_ count: Int) throws(KDBXError) -> [UInt8] {
    try withCrypto { () throws(CryptoError) in try bytes(count) }.withUnsafeBytes { Array($0) }
  }
}
