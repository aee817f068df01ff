/// Key derivation by RFC 5869: `extract` makes a key of even strength from a secret, `expand` makes as many
/// keys from it as there are `info` texts, `derive` does both.
package enum HKDF {
  /// Returns the pseudorandom key of a secret, `algorithm.byteCount` bytes.
  ///
  /// An empty salt counts as one of zeros.
  ///
  /// - Throws: `CryptoError` when the library refuses.
  package static func extract(
    salt: [UInt8], ikm: borrowing SecretBytes, with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> SecretBytes {
    let hash = try KeyedHash(salt: salt, with: algorithm)
    try ikm.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in try hash.update(bytes) }
    return try hash.finishSecret()
  }

  /// Returns `count` bytes derived from a pseudorandom key.
  ///
  /// - Parameters:
  ///   - prk: a key of `algorithm.byteCount` bytes or more, as `extract` gives.
  ///   - info: what the result is for; it may be empty.
  ///   - count: 0 to 255 times `algorithm.byteCount`.
  /// - Throws: `CryptoError` for another count, or when the library refuses.
  package static func expand(
    _ prk: borrowing SecretBytes, info: [UInt8], count: Int, with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> SecretBytes {
    try expand(KeyedHash(key: prk, with: algorithm), info: info, count: count, with: algorithm)
  }

  /// Returns `count` bytes derived from a pseudorandom key that is set up already, which can be used again.
  ///
  /// - Parameter memory: where the result lies.
  static func expand(
    _ hash: KeyedHash, info: [UInt8], count: Int, with algorithm: DigestAlgorithm,
    memory: SecretMemory = .heap
  ) throws(CryptoError) -> SecretBytes {
    let blockByteCount = algorithm.byteCount
    guard (0...maximumBlockCount * blockByteCount).contains(count) else {
      throw CryptoError(operation: "HKDF-Expand", reasons: ["length out of range"])
    }
    return try SecretBytes(count: count, memory: memory) {
      (output: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      var written = 0
      var counter: UInt8 = 1
      while written < count {
        if written > 0 {
          try hash.update(UnsafeRawBufferPointer(rebasing: output[(written - blockByteCount)..<written]))
        }
        try hash.update(info)
        try hash.update([counter])
        let rest = count - written
        if rest >= blockByteCount {
          let block = output[written..<(written + blockByteCount)]
          try hash.finish(into: UnsafeMutableRawBufferPointer(rebasing: block))
          written += blockByteCount
          // The last block has number 255, after which this is not read again.
          counter &+= 1
        } else {
          let block = try hash.finishSecret(memory: memory)
          block.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: output[written...]).copyMemory(
              from: UnsafeRawBufferPointer(rebasing: $0[..<rest]))
          }
          written = count
        }
      }
    }
  }

  /// Returns `count` bytes derived from a secret: `extract`, then `expand`.
  ///
  /// - Throws: `CryptoError` for a count over 255 times `algorithm.byteCount`, or when the library refuses.
  package static func derive(
    ikm: borrowing SecretBytes, salt: [UInt8], info: [UInt8], count: Int, with algorithm: DigestAlgorithm
  ) throws(CryptoError) -> SecretBytes {
    let prk = try extract(salt: salt, ikm: ikm, with: algorithm)
    return try expand(prk, info: info, count: count, with: algorithm)
  }

  /// A block's number is one byte and begins at 1.
  static let maximumBlockCount = 255
}

extension KeyedHash {
  /// Ends the message and returns its tag as a secret.
  func finishSecret(memory: SecretMemory = .heap) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: tagByteCount, memory: memory) {
      (bytes: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try finish(into: bytes)
    }
  }
}
