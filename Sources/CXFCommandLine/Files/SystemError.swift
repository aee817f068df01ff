#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The error number of a system call.
package struct SystemError: Error, Sendable, Hashable {
  /// The value of `errno`.
  package let code: Int32

  /// Creates an error from an error number.
  package init(code: Int32) {
    self.code = code
  }

  /// The error of the system call that just failed.
  static var current: SystemError { SystemError(code: errno) }

  /// The words of the system's table, with a lower-case first letter.
  package var message: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // "I/O error" and the like keep their capitals.
    guard let first = text.first, text.dropFirst().first?.isLowercase ?? false else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
