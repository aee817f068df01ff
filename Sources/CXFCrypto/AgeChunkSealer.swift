/// Seals a content that comes in pieces, chunk by chunk.
final class AgeChunkSealer {
  private let cipher: AgeChunkCipher
  /// What is not sealed yet: between pieces there is always something, because the last chunk is not empty.
  private let pending: AgeScratch
  private var pendingCount = 0
  private var number: UInt64 = 0
  private var isOver = false

  init(_ key: AgePayloadKey, memory: SecretMemory) throws(AgeError) {
    cipher = try AgeChunkCipher(key)
    pending = AgeScratch(count: AgeChunkCipher.plaintextByteCount, memory: memory)
  }

  /// Takes the next plaintext and returns the chunks that are ready, sealed.
  func append(_ piece: UnsafeRawBufferPointer) throws(AgeError) -> [UInt8] {
    guard !isOver else { throw .outOfOrder }
    let size = AgeChunkCipher.plaintextByteCount
    let total = pendingCount + piece.count
    let ready = total == 0 ? 0 : (total - 1) / size
    guard ready > 0 else {
      keep(piece)
      return []
    }
    var taken = 0
    let sealed = try output(byteCount: ready * AgeChunkCipher.sealedByteCount) {
      (sealed: UnsafeMutableRawBufferPointer) throws(AgeError) in
      for index in 0..<ready {
        let start = index * AgeChunkCipher.sealedByteCount
        let target = UnsafeMutableRawBufferPointer(
          rebasing: sealed[start..<(start + AgeChunkCipher.sealedByteCount)])
        if pendingCount > 0 {
          taken = size - pendingCount
          keep(UnsafeRawBufferPointer(rebasing: piece[..<taken]))
          try seal(UnsafeRawBufferPointer(pending.bytes), isLast: false, into: target)
          pendingCount = 0
        } else {
          try seal(
            UnsafeRawBufferPointer(rebasing: piece[taken..<(taken + size)]), isLast: false, into: target)
          taken += size
        }
      }
    }
    keep(UnsafeRawBufferPointer(rebasing: piece[taken...]))
    return sealed
  }

  /// Returns the last chunk, sealed.
  func finish() throws(AgeError) -> [UInt8] {
    guard !isOver else { throw .outOfOrder }
    let last = UnsafeRawBufferPointer(rebasing: pending.bytes[..<pendingCount])
    let sealed = try output(byteCount: pendingCount + AgeChunkCipher.tagByteCount) {
      (sealed: UnsafeMutableRawBufferPointer) throws(AgeError) in
      try seal(last, isLast: true, into: sealed)
    }
    isOver = true
    return sealed
  }

  private func keep(_ piece: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: pending.bytes[pendingCount...]).copyMemory(from: piece)
    pendingCount += piece.count
  }

  private func seal(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, into sealed: UnsafeMutableRawBufferPointer
  ) throws(AgeError) {
    try cipher.seal(chunk, number: number, isLast: isLast, into: sealed)
    number += 1
  }

  /// Nothing comes after a failure: some chunks would be missing.
  private func output(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(AgeError) -> Void
  ) throws(AgeError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: byteCount)
    do throws(AgeError) {
      try result.withMutableBytes(body)
    } catch {
      isOver = true
      throw error
    }
    return result
  }
}
