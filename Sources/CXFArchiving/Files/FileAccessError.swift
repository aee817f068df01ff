#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Why the bytes of a file could not be had or kept.
package enum FileAccessError: Error, Hashable {
  /// A system call failed; `code` is the value of `errno`.
  case system(call: String, code: Int32)
  /// A pipe, a folder or a device: something whose bytes cannot be read twice.
  case notRegular
  /// The file became shorter while it was read.
  case truncated

  /// The error of the system call that just failed.
  static func current(_ call: String) -> FileAccessError { .system(call: call, code: errno) }
}
