/// A key that is encrypted over and over with AES-256, which makes trying keys costly in time and nothing else. Old files of
/// other programs need it.
package enum AESKeyTransform {
  /// The lengths of the key and of the seed, in bytes.
  package static let byteCount = 32

  /// Returns both halves of a key, each encrypted that many times under the seed, block by block.
  ///
  /// - Parameters:
  ///   - key: 32 bytes.
  ///   - seed: 32 bytes, the key of AES.
  ///   - rounds: how often; 0 gives the key itself.
  /// - Throws: `CryptoError` for other lengths, and where the library fails.
  package static func apply(
    to key: borrowing SecretBytes, seed: [UInt8], rounds: UInt64
  ) throws(CryptoError) -> SecretBytes {
    guard key.count == byteCount, seed.count == byteCount else {
      throw CryptoError(operation: "AES", reasons: ["length out of range"])
    }
    return try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
      try SecretBytes(count: byteCount) { (result: UnsafeMutableRawBufferPointer) throws(CryptoError) in
        result.copyMemory(from: key)
        for half in [0, blockByteCount] {
          let block = UnsafeMutableRawBufferPointer(rebasing: result[half..<(half + blockByteCount)])
          try encrypt(block, seed: seed, rounds: rounds)
        }
      }
    }
  }

  /// Encrypts a block many times. Chaining blocks of zeros does the same as feeding a result back, and lets one call of the
  /// library do many rounds.
  private static func encrypt(
    _ block: UnsafeMutableRawBufferPointer, seed: [UInt8], rounds: UInt64
  ) throws(CryptoError) {
    guard rounds > 0 else { return }
    let cipher = try CipherContext(AESCBC.aes256)
    try seed.withBytes { (seed: UnsafeRawBufferPointer) throws(CryptoError) in
      try cipher.begin(.encrypting, key: seed, nonce: UnsafeRawBufferPointer(block))
    }
    try cipher.turnPaddingOff()
    let zeros = [UInt8](repeating: 0, count: pieceBlockCount * blockByteCount)
    // Cleared when it is given back: what is between two rounds is as secret as the result.
    _ = try SecretBytes(count: zeros.count) { (room: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try zeros.withBytes { (zeros: UnsafeRawBufferPointer) throws(CryptoError) in
        var left = rounds
        while left > 0 {
          let count = Int(min(left, UInt64(pieceBlockCount)))
          let piece = UnsafeRawBufferPointer(rebasing: zeros[..<(count * blockByteCount)])
          try cipher.process(piece, into: room)
          left -= UInt64(count)
          if left == 0 {
            block.copyMemory(
              from: UnsafeRawBufferPointer(
                rebasing: room[((count - 1) * blockByteCount)..<(count * blockByteCount)]))
          }
        }
      }
    }
  }

  private static let blockByteCount = 16
  private static let pieceBlockCount = 4096
}
