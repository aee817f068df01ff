internal import CredentialExchangeFormat

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The bytes of a regular file, as many as it had when it was opened.
///
/// The file is held by its descriptor: what happens to its name does not matter. Whoever changes its bytes meanwhile
/// breaks the promise of `ByteContent`; only a file that became shorter is noticed.
package final class FileBytes: RandomAccessBytes {
  private let descriptor: Int32
  package let count: UInt64

  /// Opens a file; a symbolic link is followed.
  ///
  /// - Throws: `FileAccessError`.
  package convenience init(path: String) throws(FileAccessError) {
    // A C string ends at the first NUL: another file than the one named would be opened.
    guard !path.utf8.contains(0) else { throw .system(call: "open", code: EINVAL) }
    var descriptor: Int32
    repeat {
      // Not to wait for the other end of a pipe, which is refused below.
      descriptor = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .current("open") }
    try self.init(descriptor: descriptor)
  }

  /// Takes over a descriptor that is open for reading; it is closed at the end, also when this throws.
  ///
  /// - Throws: `FileAccessError`.
  package init(descriptor: Int32) throws(FileAccessError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = FileAccessError.current("fstat")
      _ = close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      _ = close(descriptor)
      throw .notRegular
    }
    self.descriptor = descriptor
    self.count = UInt64(max(status.st_size, 0))
  }

  deinit {
    _ = close(descriptor)
  }

  /// Fills all of `buffer` with the bytes that begin at `offset`.
  ///
  /// - Throws: `ByteRangeError` when there are fewer; `FileAccessError`.
  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard offset <= count, UInt64(buffer.count) <= count - offset else { throw ByteRangeError() }
    var done = 0
    while done < buffer.count {
      let result = pread(
        descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
      if result < 0 {
        if errno == EINTR { continue }
        throw FileAccessError.current("pread")
      }
      guard result > 0 else { throw FileAccessError.truncated }
      done += result
    }
  }
}

/// The system's call, which a method of the class hides inside it.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
