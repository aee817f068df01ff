internal import CXFOpenSSL

/// One authenticated cipher with a context that is used for many messages, each with its own key or nonce.
///
/// The key schedule of the last message stays in the library's memory until the next one or until the end,
/// and is cleared then.
///
/// Not `Sendable`: an object has one state, so that one thread at a time may use it.
package final class AEADContext {
  /// The cipher.
  package let algorithm: AEADAlgorithm
  private let context: CipherContext

  /// Creates a context without a key.
  ///
  /// - Throws: `CryptoError` when the library has no such cipher.
  package init(_ algorithm: AEADAlgorithm) throws(CryptoError) {
    self.algorithm = algorithm
    context = try CipherContext(algorithm.cipher)
  }

  /// What a text is protected with.
  package struct Parameters {
    let key: UnsafeRawBufferPointer
    let nonce: UnsafeRawBufferPointer
    let additionalData: UnsafeRawBufferPointer

    /// Creates the parameters; the memory must last as long as they are used.
    ///
    /// - Parameters:
    ///   - key: `AEADAlgorithm.keyByteCount` bytes.
    ///   - nonce: 12 bytes, which must be used for one text under a key only.
    ///   - additionalData: what is authenticated with the text.
    package init(
      key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additionalData: UnsafeRawBufferPointer
    ) {
      self.key = key
      self.nonce = nonce
      self.additionalData = additionalData
    }
  }

  /// Writes the ciphertext, as long as the plaintext, and the tag. Nothing is allocated.
  ///
  /// Plaintext and ciphertext may be the same memory.
  package func seal(
    _ plaintext: UnsafeRawBufferPointer, _ parameters: Parameters,
    into ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    guard tag.count == AEADAlgorithm.tagByteCount else { throw .wrongTagLength }
    try checkLengths(plaintext, parameters, ciphertext)
    do throws(CryptoError) {
      try context.begin(.encrypting, key: parameters.key, nonce: parameters.nonce)
      try context.authenticate(parameters.additionalData)
      try context.process(plaintext, into: ciphertext)
      try context.finishSealing(tag: tag)
    } catch {
      throw .crypto(error)
    }
  }

  /// Writes the plaintext, as long as the ciphertext, when the tag is right. Nothing is allocated.
  ///
  /// On any error `plaintext` holds zeros. Plaintext and ciphertext may be the same memory.
  package func open(
    _ ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, _ parameters: Parameters,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    guard tag.count == AEADAlgorithm.tagByteCount else { throw .wrongTagLength }
    try checkLengths(ciphertext, parameters, plaintext)
    var isAuthentic = false
    defer {
      if !isAuthentic, let start = plaintext.baseAddress { OPENSSL_cleanse(start, plaintext.count) }
    }
    do throws(CryptoError) {
      try context.begin(.decrypting, key: parameters.key, nonce: parameters.nonce)
      try context.authenticate(parameters.additionalData)
      try context.process(ciphertext, into: plaintext)
      isAuthentic = try context.finishOpening(tag: tag)
    } catch {
      throw .crypto(error)
    }
    guard isAuthentic else { throw .authenticationFailed }
  }

  private func checkLengths(
    _ input: UnsafeRawBufferPointer, _ parameters: Parameters, _ output: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    guard parameters.key.count == algorithm.keyByteCount else { throw .wrongKeyLength }
    guard parameters.nonce.count == AEADAlgorithm.nonceByteCount else { throw .wrongNonceLength }
    guard output.count == input.count else { throw .wrongBufferLength }
    guard input.count <= algorithm.maximumTextByteCount else { throw .tooLong }
  }
}
