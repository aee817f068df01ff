internal import CXFCrypto
internal import CXFFormats

/// SHA-256 of bytes that come piece by piece, and how many there were.
final class RunningDigest {
  private var digest: Digest?
  private(set) var count: UInt64 = 0

  init() throws(CryptoError) { digest = try Digest(.sha256) }

  func update(_ bytes: [UInt8]) throws(CryptoError) {
    count += UInt64(bytes.count)
    try digest?.update(bytes)
  }

  /// The hash; nothing may be added afterwards.
  func finish() throws(CryptoError) -> [UInt8] {
    guard let digest = digest.take() else { return [] }
    return try digest.finish()
  }
}
