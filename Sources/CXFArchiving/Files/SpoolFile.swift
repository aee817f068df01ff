#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A temporary file without a name, for bytes that come once and are to be read from anywhere.
///
/// It lies in `$TMPDIR`, or in `/tmp`, with mode 0600, and is gone with its last descriptor, however the process ends.
/// What is written into it is as readable to the owner's other programs as any file: plaintext secrets do not belong there.
package final class SpoolFile {
  private let descriptor: Int32
  /// The number of bytes written.
  package private(set) var count: UInt64 = 0

  /// Creates an empty file.
  ///
  /// - Parameter folder: where it lies; nil for the folder described above.
  /// - Throws: `FileAccessError`.
  package init(folder: String? = nil) throws(FileAccessError) {
    descriptor = try Self.create(in: folder ?? Self.temporaryFolder)
  }

  deinit {
    _ = close(descriptor)
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileAccessError`; then the file is of no further use.
  package func append(_ bytes: [UInt8]) throws(FileAccessError) {
    var failure: FileAccessError?
    bytes.withUnsafeBytes { failure = write($0) }
    if let failure { throw failure }
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileAccessError`; then the file is of no further use.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileAccessError) {
    if let failure = write(bytes) { throw failure }
  }

  /// Returns what has been written so far; what is appended later is not part of it.
  ///
  /// - Throws: `FileAccessError`.
  package func bytes() throws(FileAccessError) -> FileBytes {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .current("fcntl") }
    return try FileBytes(descriptor: copy)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> FileAccessError? {
    var done = 0
    while done < bytes.count {
      let result = pwrite(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(count))
      if result < 0 {
        if errno == EINTR { continue }
        return .current("pwrite")
      }
      done += result
      count += UInt64(result)
    }
    return nil
  }

  private static var temporaryFolder: String {
    guard let named = getenv("TMPDIR"), let folder = String(validatingCString: named), !folder.utf8.isEmpty
    else { return "/tmp" }
    return folder
  }

  private static func create(in folder: String) throws(FileAccessError) -> Int32 {
    guard !folder.utf8.contains(0) else { throw .system(call: "open", code: EINVAL) }
    // With O_EXCL nobody can give the file a name later.
    let descriptor = open(folder, temporaryFileFlag | O_RDWR | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return descriptor }
    // Old kernels and some file systems know no nameless files, and each says so in another way.
    return try createAndUnlink(in: folder)
  }

  /// Makes a file without a name where the system cannot: it has one until this returns.
  static func createAndUnlink(in folder: String) throws(FileAccessError) -> Int32 {
    // 64 random bits, so that a name is hardly ever taken, and O_EXCL for when it is.
    let path = folder + "/.cxf-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .current("open") }
    guard unlink(path) == 0 else {
      let error = FileAccessError.current("unlink")
      _ = close(descriptor)
      throw error
    }
    return descriptor
  }

  /// `O_TMPFILE`, whose definition is too complex for Swift to import; the first number is the same on all processors that
  /// Swift runs on.
  private static let temporaryFileFlag: Int32 = 0o20_000_000 | O_DIRECTORY
}
