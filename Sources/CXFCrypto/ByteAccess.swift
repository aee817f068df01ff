extension Array where Element == UInt8 {
  /// Calls `body` with the bytes; unlike `withUnsafeBytes` it keeps the type of the error.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (bytes: UnsafeBufferPointer<UInt8>) throws(Failure) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Calls `body` with the bytes to change; unlike `withUnsafeMutableBytes` it keeps the type of the error.
  mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutableBufferPointer { (bytes: inout UnsafeMutableBufferPointer<UInt8>) throws(Failure) in
      try body(UnsafeMutableRawBufferPointer(bytes))
    }
  }

  /// Creates an array of `count` bytes that `body` fills all; they are not cleared first.
  ///
  /// - Throws: what `body` throws; there is no array then, and what `body` had written is its business.
  init<Failure: Error>(
    uninitializedCount count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(uninitializedCapacity: count) { (bytes: UnsafeMutableRawBufferPointer) throws(Failure) in
      try body(bytes)
      return count
    }
  }

  /// Creates an array of as many bytes as `body` says it wrote, at most `capacity`.
  ///
  /// - Throws: what `body` throws; there is no array then, and what `body` had written is its business.
  init<Failure: Error>(
    uninitializedCapacity capacity: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    var failure: Failure?
    self.init(unsafeUninitializedCapacity: capacity) { buffer, filled in
      let start = UnsafeMutableRawPointer(buffer.baseAddress)
      let bytes = UnsafeMutableRawBufferPointer(start: start, count: start == nil ? 0 : capacity)
      adviseLargePages(bytes)
      do throws(Failure) {
        filled = try body(bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
