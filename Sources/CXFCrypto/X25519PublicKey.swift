/// A public key of X25519 (RFC 7748): the u coordinate, little-endian, 32 bytes as they were received.
package struct X25519PublicKey: Sendable, Hashable {
  /// The length of a public and of a private key, in bytes.
  package static let byteCount = 32

  /// The key's 32 bytes.
  package let bytes: [UInt8]

  /// Creates a key of 32 bytes. Every such text is a key; bad ones show when a secret is agreed on.
  ///
  /// - Throws: `X25519Error.wrongLength`.
  package init(_ bytes: some Collection<UInt8>) throws(X25519Error) {
    guard bytes.count == Self.byteCount else { throw .wrongLength }
    self.bytes = Array(bytes)
  }
}
