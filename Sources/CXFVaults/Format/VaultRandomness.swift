package import CXFCrypto

/// Where a vault takes random bytes from, so that a test can get the same vault twice.
package struct VaultRandomness: Sendable {
  /// Returns that many bytes that are not secret: nonces, salts, ids.
  package let bytes: @Sendable (Int) throws(CryptoError) -> [UInt8]
  /// Returns that many secret bytes: keys.
  package let secret: @Sendable (Int) throws(CryptoError) -> SecretBytes

  /// Creates a source.
  package init(
    bytes: @escaping @Sendable (Int) throws(CryptoError) -> [UInt8],
    secret: @escaping @Sendable (Int) throws(CryptoError) -> SecretBytes
  ) {
    self.bytes = bytes
    self.secret = secret
  }

  /// The generators of the cryptographic library.
  package static let system = VaultRandomness(
    bytes: { (count) throws(CryptoError) in try randomBytes(count: count) },
    secret: { (count) throws(CryptoError) in try SecretBytes.random(count: count) })

  func take(_ count: Int) throws(VaultError) -> [UInt8] {
    do throws(CryptoError) { return try bytes(count) } catch { throw VaultError(error) }
  }

  func takeSecret(_ count: Int) throws(VaultError) -> SecretBytes {
    do throws(CryptoError) { return try secret(count) } catch { throw VaultError(error) }
  }
}
