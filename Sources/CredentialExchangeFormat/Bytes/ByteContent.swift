/// Bytes that come one piece after the other.
package protocol ByteStream: AnyObject {
  /// Returns the next bytes, at most `count` (above 0) of them; none only at the end.
  ///
  /// - Throws: what makes them unreadable; nothing more comes then.
  func next(upTo count: Int) throws -> [UInt8]
}

/// Bytes that can be read again from the beginning, and are the same each time.
package protocol ByteContent: Sendable {
  /// The number of bytes, where it is known without reading them.
  var knownCount: UInt64? { get }
  /// Begins reading.
  func open() throws -> any ByteStream
}

/// Bytes of known number that can be read from anywhere, and are the same each time.
///
/// Several threads may read at once.
package protocol RandomAccessBytes: ByteContent {
  /// The number of bytes.
  var count: UInt64 { get }
  /// Fills all of `buffer` with the bytes that begin at `offset`.
  ///
  /// - Throws: `ByteRangeError` when there are fewer; what makes them unreadable.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws
}

/// Bytes were asked for that lie behind the end.
package struct ByteRangeError: Error, Hashable {
  /// Creates the error.
  package init() {}
}

extension RandomAccessBytes {
  /// The number of bytes.
  package var knownCount: UInt64? { count }

  /// Begins reading.
  package func open() -> any ByteStream { RandomAccessStream(self) }

  /// Returns `count` bytes that begin at `offset`.
  ///
  /// - Throws: `ByteRangeError` when there are fewer, before anything is allocated; what makes them unreadable.
  package func read(at offset: UInt64, count wanted: Int) throws -> [UInt8] {
    guard wanted >= 0, offset <= count, UInt64(wanted) <= count - offset else { throw ByteRangeError() }
    return try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, used in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      used = wanted
    }
  }

  /// Returns a part of the bytes as bytes of their own.
  ///
  /// - Throws: `ByteRangeError` when it does not lie within.
  package func window(at offset: UInt64, count wanted: UInt64) throws(ByteRangeError) -> ByteWindow {
    guard offset <= count, wanted <= count - offset else { throw ByteRangeError() }
    return ByteWindow(base: self, offset: offset, count: wanted)
  }
}

/// A part of other bytes.
package struct ByteWindow: RandomAccessBytes {
  private let base: any RandomAccessBytes
  private let offset: UInt64
  package let count: UInt64

  fileprivate init(base: any RandomAccessBytes, offset: UInt64, count: UInt64) {
    self.base = base
    self.offset = offset
    self.count = count
  }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard offset <= count, UInt64(buffer.count) <= count - offset else { throw ByteRangeError() }
    try base.read(at: self.offset + offset, into: buffer)
  }
}

/// Bytes in memory.
package struct MemoryBytes: RandomAccessBytes {
  private let bytes: [UInt8]
  package var count: UInt64 { UInt64(bytes.count) }

  /// Creates the value.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard offset <= count, UInt64(buffer.count) <= count - offset else { throw ByteRangeError() }
    let start = Int(offset)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + buffer.count]))
    }
  }
}

/// Reads bytes of random access from the beginning to the end.
private final class RandomAccessStream<Bytes: RandomAccessBytes>: ByteStream {
  private let bytes: Bytes
  private var offset: UInt64 = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  func next(upTo count: Int) throws -> [UInt8] {
    let piece = Int(min(UInt64(max(count, 0)), bytes.count - offset))
    guard piece > 0 else { return [] }
    let result = try bytes.read(at: offset, count: piece)
    offset += UInt64(piece)
    return result
  }
}

extension ByteContent {
  /// Returns all bytes.
  ///
  /// - Parameter limit: the most that there may be.
  /// - Throws: `ByteLimitError` when there are more; what makes them unreadable.
  package func readAll(limit: Int) throws -> [UInt8] {
    if let knownCount, knownCount > UInt64(limit) { throw ByteLimitError(limit: limit) }
    let stream = try open()
    var bytes: [UInt8] = []
    if let knownCount { bytes.reserveCapacity(Int(knownCount)) }
    while true {
      let piece = try stream.next(upTo: 1 << 16)
      if piece.isEmpty { return bytes }
      guard piece.count <= limit - bytes.count else { throw ByteLimitError(limit: limit) }
      bytes += piece
    }
  }
}

/// There are more bytes than are allowed.
package struct ByteLimitError: Error, Hashable {
  /// The most that there may be.
  package let limit: Int

  /// Creates the error.
  package init(limit: Int) { self.limit = limit }
}
