#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A text that is longer than what should be in memory at once. Addresses are reserved for all of it, so that an offset means
/// one place as long as the window lives; bytes are read when they are reached, and given back when they are done with.
final class TextWindow {
  /// The bytes that are read, and given back, at once: 1 MiB where nothing else is asked for.
  static let chunkByteCount = 1 << 20

  /// The bytes of this window that are read, and given back, at once.
  let chunk: Int
  /// Where the text begins.
  let base: UnsafeMutablePointer<UInt8>
  /// The bytes that were read, counted from the start; some may have been given back.
  private(set) var loaded = 0
  /// Why reading ended before the end of the text.
  private(set) var failure: (any Error)?

  private let source: any RandomAccessBytes
  /// Where the text begins in the source.
  private let start: UInt64
  private let count: Int
  private let reserved: Int
  /// What lies before it was given back, or is kept.
  private var released = 0
  /// Called with the number of bytes read so far; what it throws ends the reading.
  private let progress: (Int) throws -> Void

  /// Creates a window that nothing was read through yet.
  ///
  /// - Parameter start: the bytes of the source that are no part of the text.
  /// - Throws: `JSONError` where the text is longer than is read.
  init(
    _ source: any RandomAccessBytes, from start: Int, chunk: Int = chunkByteCount,
    progress: @escaping (Int) throws -> Void = { _ in }
  ) throws(JSONError) {
    let whole = source.count - min(source.count, UInt64(start))
    guard whole <= UInt64(JSONSource.maximumCount) else {
      throw JSONError(.tooLarge, at: JSONSource.maximumCount)
    }
    count = Int(whole)
    let page = Int(getpagesize())
    reserved = (count / page + 1) * page
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    guard let memory = mmap(nil, reserved, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
      throw JSONError(.tooLarge, at: count)
    }
    base = memory.bindMemory(to: UInt8.self, capacity: reserved)
    self.source = source
    self.chunk = max(chunk, 1)
    self.start = UInt64(start)
    self.progress = progress
  }

  deinit { munmap(base, reserved) }

  /// Reads on where nothing was read behind `end` yet; returns how far the text was read, which is not above `end` only at
  /// the end of the text, or where `failure` says why.
  func load(beyond end: Int) -> Int {
    guard loaded <= end, loaded < count, failure == nil else { return loaded }
    let piece = min(chunk, count - loaded)
    do {
      try progress(loaded)
      try source.read(
        at: start + UInt64(loaded), into: UnsafeMutableRawBufferPointer(start: base + loaded, count: piece))
      loaded += piece
    } catch {
      failure = error
    }
    return loaded
  }

  /// Gives back what lies within `range`, once it is as much as a chunk. What lies before earlier ranges stays as it is.
  func release(_ range: Range<Int>) {
    let start = max(released, range.lowerBound)
    guard range.upperBound - start >= chunk else { return }
    let from = UnsafeMutableRawPointer(base + start).alignedUp(toMultipleOf: Int(getpagesize()))
    let to = UnsafeMutableRawPointer(base + range.upperBound).alignedDown(toMultipleOf: Int(getpagesize()))
    if from < to { madvise(from, to - from, MADV_DONTNEED) }
    released = range.upperBound
  }

  /// Returns the value that begins at an offset, read anew.
  func value(at offset: Int) -> [UInt8] {
    var size = 1 << 12
    while true {
      let piece = min(size, count - offset)
      guard piece > 0, let bytes = try? source.read(at: start + UInt64(offset), count: piece) else {
        return []
      }
      let length = bytes.withUnsafeBufferPointer { buffer -> Int? in
        var cursor = JSONCursor(buffer)
        return try? cursor.skipValue().count
      }
      if let length, length < piece || piece < size { return Array(bytes.prefix(length)) }
      if piece < size { return [] }
      size *= 4
    }
  }
}
