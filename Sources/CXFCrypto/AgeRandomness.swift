/// Where keys, salts and nonces of a file of age come from, so that a test can make a file that is known.
package struct AgeRandomness: Sendable {
  /// Returns that many bytes, which nobody else ever gets.
  package let bytes: @Sendable (Int) throws(CryptoError) -> SecretBytes

  /// Creates a source. For anything but tests there is `system`.
  package init(bytes: @escaping @Sendable (Int) throws(CryptoError) -> SecretBytes) { self.bytes = bytes }

  /// The library's generator for private values.
  package static let system = AgeRandomness { (count: Int) throws(CryptoError) in
    try SecretBytes.random(count: count)
  }
}
