internal import CredentialExchangeFormat

/// Where the sealed content of a file lies, and the key to it.
struct AgePayload: Sendable {
  /// All chunks and nothing else.
  let sealed: any RandomAccessBytes
  let key: AgePayloadKey
  /// The length of the plaintext in bytes, as far as it follows from the length of the file.
  let count: UInt64
  /// The number of chunks, at least 1.
  let chunkCount: UInt64

  /// Looks at the length only.
  init(_ sealed: any RandomAccessBytes, key: AgePayloadKey) throws(AgeError) {
    let full = UInt64(AgeChunkCipher.sealedByteCount)
    let tag = UInt64(AgeChunkCipher.tagByteCount)
    let length = sealed.count
    guard length <= UInt64(Int.max) else { throw .payloadFailure(.tooLong) }
    guard length > 0 else { throw .payloadFailure(.truncated) }
    let chunkCount = (length + full - 1) / full
    let last = length - (chunkCount - 1) * full
    guard last >= tag else { throw .payloadFailure(.chunk(chunkCount - 1)) }
    guard last > tag || chunkCount == 1 else { throw .payloadFailure(.emptyLastChunk) }
    self.sealed = sealed
    self.key = key
    self.chunkCount = chunkCount
    count = length - chunkCount * tag
  }

  /// The length of a chunk in bytes.
  func byteCount(ofChunk number: UInt64) -> Int {
    Int(min(UInt64(AgeChunkCipher.plaintextByteCount), count - AgeChunkCipher.offset(ofChunk: number)))
  }
}

/// Opens chunks anywhere in a content, and remembers the last one that was wanted in parts.
// Its user takes it for itself: a pool hands it out, or a stream owns it.
final class AgeChunkReader: @unchecked Sendable {
  private let payload: AgePayload
  private let cipher: AgeChunkCipher
  private let sealed = AgeScratch(count: AgeChunkCipher.sealedByteCount)
  private let remembered: AgeScratch
  private var rememberedNumber: UInt64?

  init(_ payload: AgePayload, memory: SecretMemory) throws(AgeError) {
    self.payload = payload
    cipher = try AgeChunkCipher(payload.key)
    remembered = AgeScratch(count: AgeChunkCipher.plaintextByteCount, memory: memory)
  }

  /// Fills the buffer with plaintext; the range must lie within the content.
  ///
  /// When a chunk turns out to be damaged, only whole and verified ones were written before it, and zeros.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    let size = UInt64(AgeChunkCipher.plaintextByteCount)
    var filled = 0
    while filled < buffer.count {
      let (number, start) = (offset + UInt64(filled)).quotientAndRemainder(dividingBy: size)
      let chunk = payload.byteCount(ofChunk: number)
      let piece = min(chunk - Int(start), buffer.count - filled)
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + piece)])
      if piece == chunk {
        try open(number, into: target)
      } else {
        try remember(number)
        target.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: remembered.bytes[Int(start)..<(Int(start) + piece)]))
      }
      filled += piece
    }
  }

  /// Checks one chunk.
  func verify(_ number: UInt64) throws {
    rememberedNumber = nil
    try remember(number)
  }

  private func remember(_ number: UInt64) throws {
    guard rememberedNumber != number else { return }
    rememberedNumber = nil
    let count = payload.byteCount(ofChunk: number)
    try open(number, into: UnsafeMutableRawBufferPointer(rebasing: remembered.bytes[..<count]))
    rememberedNumber = number
  }

  private func open(_ number: UInt64, into plaintext: UnsafeMutableRawBufferPointer) throws {
    let input = UnsafeMutableRawBufferPointer(
      rebasing: sealed.bytes[..<(plaintext.count + AgeChunkCipher.tagByteCount)])
    try payload.sealed.read(at: number * UInt64(AgeChunkCipher.sealedByteCount), into: input)
    let isWhole = try cipher.open(
      UnsafeRawBufferPointer(input), number: number, isLast: number == payload.chunkCount - 1,
      into: plaintext)
    guard isWhole else { throw AgeError.payloadFailure(.chunk(number)) }
  }
}
