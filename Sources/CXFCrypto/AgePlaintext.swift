package import CredentialExchangeFormat
internal import Synchronization

/// The content of a sealed file, opened where it is read.
///
/// Its length is authentic: the last chunk was opened as the last one when the value was made. Every other chunk of
/// 64 KiB is verified before anything of it is handed out, each time that it is read; `verifyAll` does it for all
/// of them. Several threads may read at once.
package final class AgePlaintext: RandomAccessBytes {
  private let payload: AgePayload
  private let memory: SecretMemory
  /// Readers that nobody uses at the moment.
  private let idle = Mutex<[AgeChunkReader]>([])

  /// The number of bytes.
  package var count: UInt64 { payload.count }

  /// Opens the last chunk.
  ///
  /// - Throws: `AgeError.payloadFailure`, `.crypto`; what makes the sealed bytes unreadable.
  init(_ sealed: any RandomAccessBytes, key: AgePayloadKey, memory: SecretMemory = .heap) throws {
    payload = try AgePayload(sealed, key: key)
    self.memory = memory
    try withReader { try $0.verify(payload.chunkCount - 1) }
  }

  /// Fills all of `buffer` with the bytes that begin at `offset`.
  ///
  /// After an error the buffer holds zeros or verified bytes.
  ///
  /// - Throws: `ByteRangeError` when there are fewer; `AgeError.payloadFailure(.chunk)` where something was
  ///   changed; what makes the sealed bytes unreadable.
  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard offset <= count, UInt64(buffer.count) <= count - offset else { throw ByteRangeError() }
    guard !buffer.isEmpty else { return }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    try withReader { try $0.read(at: offset, into: buffer) }
  }

  /// Begins reading, with a memory of its own for the chunk that it is in.
  ///
  /// - Throws: `AgeError.crypto`.
  package func open() throws -> any ByteStream {
    AgePlaintextStream(try AgeChunkReader(payload, memory: memory), count: count)
  }

  /// Reads and verifies every chunk once.
  ///
  /// - Throws: `AgeError.payloadFailure(.chunk)` for the first one that was changed; what makes the sealed
  ///   bytes unreadable.
  package func verifyAll() throws {
    try withReader { reader in
      for number in 0..<payload.chunkCount { try reader.verify(number) }
    }
  }

  private func withReader(_ body: (AgeChunkReader) throws -> Void) throws {
    let reader = try idle.withLock { $0.popLast() } ?? AgeChunkReader(payload, memory: memory)
    defer {
      idle.withLock { if $0.count < Self.maximumIdleCount { $0.append(reader) } }
    }
    try body(reader)
  }

  /// Each holds two chunks.
  private static let maximumIdleCount = 4
}

/// Reads a content from the beginning to the end.
private final class AgePlaintextStream: ByteStream {
  private let reader: AgeChunkReader
  private let count: UInt64
  private var offset: UInt64 = 0

  init(_ reader: AgeChunkReader, count: UInt64) {
    self.reader = reader
    self.count = count
  }

  func next(upTo wanted: Int) throws -> [UInt8] {
    let piece = Int(min(UInt64(max(wanted, 0)), count - offset))
    guard piece > 0 else { return [] }
    let bytes = try [UInt8](unsafeUninitializedCapacity: piece) { buffer, used in
      try reader.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      used = piece
    }
    offset += UInt64(piece)
    return bytes
  }
}
