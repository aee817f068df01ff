#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Which file a path leads to, and when it was changed last.
package struct FileStamp: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let times: [Int]

  /// Returns nil where nothing is there.
  package init?(path: String) {
    var raw = stat()
    guard stat(path, &raw) == 0 else { return nil }
    device = UInt64(raw.st_dev)
    inode = UInt64(raw.st_ino)
    size = Int64(raw.st_size)
    times = [raw.st_mtim.tv_sec, raw.st_mtim.tv_nsec, raw.st_ctim.tv_sec, raw.st_ctim.tv_nsec]
  }

  /// Whether it is the same file, changed or not.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}
