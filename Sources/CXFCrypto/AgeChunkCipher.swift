/// The content of a file of age (C2SP, age.md, "Payload"): chunks of 64 KiB, each sealed by itself under its number
/// and whether it is the last one, so that none can be moved, left out or added.
///
/// Not `Sendable`: an object has one state, so that one thread at a time may use it.
final class AgeChunkCipher {
  /// The length of every chunk but the last, in bytes.
  static let plaintextByteCount = 1 << 16
  /// How much longer a chunk is when it is sealed, in bytes.
  static let tagByteCount = AEADAlgorithm.tagByteCount
  /// The length of every sealed chunk but the last, in bytes.
  static let sealedByteCount = plaintextByteCount + tagByteCount

  /// The place of a chunk in the content, in bytes.
  static func offset(ofChunk number: UInt64) -> UInt64 { number &* UInt64(plaintextByteCount) }

  private let key: AgePayloadKey
  private let aead: AEADContext
  /// The number in 11 bytes, and the flag.
  private var nonce = [UInt8](repeating: 0, count: AEADAlgorithm.nonceByteCount)

  init(_ key: AgePayloadKey) throws(AgeError) {
    self.key = key
    do throws(CryptoError) {
      aead = try AEADContext(.chaCha20Poly1305)
    } catch {
      throw .crypto(error)
    }
  }

  /// Seals a chunk; `sealed` is longer by the tag.
  func seal(
    _ plaintext: UnsafeRawBufferPointer, number: UInt64, isLast: Bool,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(AgeError) {
    do throws(AEADError) {
      try withParameters(number, isLast) { (parameters: AEADContext.Parameters) throws(AEADError) in
        try aead.seal(
          plaintext, parameters, into: UnsafeMutableRawBufferPointer(rebasing: sealed[..<plaintext.count]),
          tag: UnsafeMutableRawBufferPointer(rebasing: sealed[plaintext.count...]))
      }
    } catch {
      throw AgeError(error)
    }
  }

  /// Opens a chunk; `plaintext` is shorter by the tag.
  ///
  /// - Returns: whether it is the chunk that was sealed there; otherwise `plaintext` holds zeros.
  func open(
    _ sealed: UnsafeRawBufferPointer, number: UInt64, isLast: Bool,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(AgeError) -> Bool {
    do throws(AEADError) {
      try withParameters(number, isLast) { (parameters: AEADContext.Parameters) throws(AEADError) in
        try aead.open(
          UnsafeRawBufferPointer(rebasing: sealed[..<plaintext.count]),
          tag: UnsafeRawBufferPointer(rebasing: sealed[plaintext.count...]), parameters, into: plaintext)
      }
      return true
    } catch .authenticationFailed {
      return false
    } catch {
      throw AgeError(error)
    }
  }

  private func withParameters(
    _ number: UInt64, _ isLast: Bool, _ body: (AEADContext.Parameters) throws(AEADError) -> Void
  ) throws(AEADError) {
    let flag = AEADAlgorithm.nonceByteCount - 1
    for place in 0..<8 { nonce[flag - 1 - place] = UInt8(truncatingIfNeeded: number >> UInt64(8 * place)) }
    nonce[flag] = isLast ? 1 : 0
    try key.secret.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(AEADError) in
      try nonce.withBytes { (nonce: UnsafeRawBufferPointer) throws(AEADError) in
        try body(
          AEADContext.Parameters(
            key: key, nonce: nonce, additionalData: UnsafeRawBufferPointer(start: nil, count: 0)))
      }
    }
  }
}

/// The key of one content, shared by all who read it and cleared after the last of them.
final class AgePayloadKey: Sendable {
  let secret: SecretBytes

  init(_ secret: consuming SecretBytes) { self.secret = secret }
}
