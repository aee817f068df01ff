/// Why no key could be derived from a passphrase.
package enum Argon2Error: Error, Equatable, Sendable {
  /// The salt is shorter than 8 bytes.
  case saltTooShort
  /// The memory is less than 8 KiB for each lane.
  case memoryTooSmall
  /// The memory is more than can be addressed.
  case memoryTooLarge
  /// There are no iterations.
  case noIterations
  /// The number of lanes is not between 1 and 2^24 - 1.
  case parallelismOutOfRange
  /// The result would be shorter than 4 bytes, or an input or the result longer than 2^32 - 1.
  case lengthOutOfRange
  /// The system does not give that much memory.
  case outOfMemory
  /// The system does not start that many threads.
  case noThreads
  /// The library failed otherwise; the number is its code.
  case library(Int32)
}
