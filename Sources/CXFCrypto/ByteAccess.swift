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
}
