/// A cipher that also authenticates, with nonces of 12 bytes and tags of 16.
package enum AEADAlgorithm: Sendable, Hashable, CaseIterable {
  /// AES-128 in GCM (NIST SP 800-38D).
  case aes128GCM
  /// AES-256 in GCM (NIST SP 800-38D).
  case aes256GCM
  /// ChaCha20 with Poly1305 (RFC 8439).
  case chaCha20Poly1305

  /// The length of a nonce in bytes.
  package static let nonceByteCount = 12

  /// The length of a tag in bytes.
  package static let tagByteCount = 16

  /// The length of a key in bytes.
  package var keyByteCount: Int {
    switch self {
    case .aes128GCM: 16
    case .aes256GCM, .chaCha20Poly1305: 32
    }
  }

  /// The longest text under one key and nonce, in bytes: the block counter has 32 bits.
  package var maximumTextByteCount: Int {
    switch self {
    case .aes128GCM, .aes256GCM: (1 << 36) - 32
    case .chaCha20Poly1305: (1 << 38) - 64
    }
  }

  /// The library's object for the cipher.
  var cipher: FetchedAlgorithm {
    switch self {
    case .aes128GCM: Self.fetchedAES128GCM
    case .aes256GCM: Self.fetchedAES256GCM
    case .chaCha20Poly1305: Self.fetchedChaCha20Poly1305
    }
  }

  private static let fetchedAES128GCM = FetchedAlgorithm(cipher: "AES-128-GCM")
  private static let fetchedAES256GCM = FetchedAlgorithm(cipher: "AES-256-GCM")
  private static let fetchedChaCha20Poly1305 = FetchedAlgorithm(cipher: "ChaCha20-Poly1305")
}
