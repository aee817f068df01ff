internal import CredentialExchangeFormat

/// The plaintext of a file of age that comes as a stream.
///
/// Every byte is verified before it is handed out. Whether the file is whole is known only at its end: who gets an
/// error has had everything before it, and must not take that for the whole.
package final class AgeDecryptor: ByteStream {
  private let source: any ByteStream
  private let cipher: AgeChunkCipher
  private let sealed = AgeScratch(count: AgeChunkCipher.sealedByteCount)
  private let plaintext: AgeScratch
  /// The part of `plaintext` that was not handed out yet.
  private var waiting = 0..<0
  private var number: UInt64 = 0
  private var hasLast = false
  private var outcome: Result<Void, any Error>?

  init(_ source: any ByteStream, key: AgePayloadKey, memory: SecretMemory) throws(AgeError) {
    self.source = source
    cipher = try AgeChunkCipher(key)
    plaintext = AgeScratch(count: AgeChunkCipher.plaintextByteCount, memory: memory)
  }

  /// Returns the next bytes, at most `count` (above 0) of them; none only at the end of a whole file.
  ///
  /// - Throws: `AgeError.payloadFailure`, and again each time that it is asked; `.armorFailure`, `.crypto`; what the
  ///   source throws.
  package func next(upTo count: Int) throws -> [UInt8] {
    guard count > 0 else { return [] }
    while waiting.isEmpty {
      if let outcome {
        try outcome.get()
        return []
      }
      do {
        if hasLast {
          guard try source.next(upTo: 1).isEmpty else { throw AgeError.payloadFailure(.trailingBytes) }
          outcome = .success(())
        } else {
          try openNext()
        }
      } catch {
        outcome = .failure(error)
      }
    }
    let piece = waiting.prefix(count)
    waiting = piece.upperBound..<waiting.upperBound
    return Array(UnsafeRawBufferPointer(rebasing: plaintext.bytes[piece]))
  }

  private func openNext() throws {
    let input = try nextChunk()
    let isFull = input.count == AgeChunkCipher.sealedByteCount
    guard !input.isEmpty else { throw AgeError.payloadFailure(.truncated) }
    guard input.count >= AgeChunkCipher.tagByteCount else { throw AgeError.payloadFailure(.chunk(number)) }
    let count = input.count - AgeChunkCipher.tagByteCount
    guard count > 0 || number == 0 else { throw AgeError.payloadFailure(.emptyLastChunk) }
    let output = UnsafeMutableRawBufferPointer(rebasing: plaintext.bytes[..<count])
    // A full chunk is nearly always one of many. What it is not, it cannot be opened as.
    if try isFull && cipher.open(input, number: number, isLast: false, into: output) {
      number += 1
    } else if try cipher.open(input, number: number, isLast: true, into: output) {
      hasLast = true
    } else {
      throw AgeError.payloadFailure(.chunk(number))
    }
    waiting = 0..<count
  }

  /// A sealed chunk; a shorter one only at the end of the source.
  private func nextChunk() throws -> UnsafeRawBufferPointer {
    var count = 0
    while count < sealed.bytes.count {
      let piece = try source.next(upTo: sealed.bytes.count - count)
      guard !piece.isEmpty else { break }
      // No source gives more than it was asked for; memory does not depend on it.
      guard piece.count <= sealed.bytes.count - count else { throw ByteRangeError() }
      UnsafeMutableRawBufferPointer(rebasing: sealed.bytes[count...]).copyBytes(from: piece)
      count += piece.count
    }
    return UnsafeRawBufferPointer(rebasing: sealed.bytes[..<count])
  }
}
