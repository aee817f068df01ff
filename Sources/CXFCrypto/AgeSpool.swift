package import CredentialExchangeFormat

/// Keeps plaintext that must be read again on a disk without leaving it there: what is written is the content of a
/// file of age, under a key that is in memory only and gone with this object and with what it opened.
///
/// Not `Sendable`: one thread at a time may write.
package final class SealedSpoolWriter {
  private let key: AgePayloadKey
  private let sealer: AgeChunkSealer
  private let memory: SecretMemory
  private var writtenCount: UInt64 = 0
  private var isFinished = false

  /// Makes a new key.
  ///
  /// - Throws: `AgeError.crypto`.
  package init(random: AgeRandomness = .system, memory: SecretMemory = .heap) throws(AgeError) {
    self.memory = memory
    do throws(CryptoError) {
      let secret = try random.bytes(AEADAlgorithm.chaCha20Poly1305.keyByteCount)
      key = AgePayloadKey(secret)
    } catch {
      throw .crypto(error)
    }
    sealer = try AgeChunkSealer(key, memory: memory)
  }

  /// Takes the next plaintext, and returns the next bytes to write; often none.
  ///
  /// - Throws: `AgeError.outOfOrder` after `finish`; `.crypto`, after which there is no going on.
  package func append(_ plaintext: UnsafeRawBufferPointer) throws(AgeError) -> [UInt8] {
    counted(try sealer.append(plaintext))
  }

  /// Takes the next plaintext, and returns the next bytes to write; often none.
  ///
  /// - Throws: `AgeError.outOfOrder` after `finish`; `.crypto`, after which there is no going on.
  package func append(_ plaintext: [UInt8]) throws(AgeError) -> [UInt8] {
    try plaintext.withBytes { (plaintext: UnsafeRawBufferPointer) throws(AgeError) in try append(plaintext) }
  }

  /// Returns the last bytes to write.
  ///
  /// - Throws: `AgeError.outOfOrder` the second time; `.crypto`.
  package func finish() throws(AgeError) -> [UInt8] {
    let last = counted(try sealer.finish())
    isFinished = true
    return last
  }

  /// Returns the plaintext of what was written.
  ///
  /// - Parameter sealed: all bytes that this object returned, in their order.
  /// - Throws: `AgeError.outOfOrder` before `finish`; `.payloadFailure` when they are not those bytes; what makes
  ///   them unreadable.
  package func open(_ sealed: any RandomAccessBytes) throws -> AgePlaintext {
    guard isFinished else { throw AgeError.outOfOrder }
    guard sealed.count >= writtenCount else { throw AgeError.payloadFailure(.truncated) }
    guard sealed.count == writtenCount else { throw AgeError.payloadFailure(.trailingBytes) }
    return try AgePlaintext(sealed, key: key, memory: memory)
  }

  private func counted(_ sealed: [UInt8]) -> [UInt8] {
    writtenCount += UInt64(sealed.count)
    return sealed
  }
}
