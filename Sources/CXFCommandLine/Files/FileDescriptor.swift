#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file, whatever path leads to it.
package struct FileIdentity: Sendable, Hashable {
  /// Number of the device.
  package let device: UInt64
  /// Number of the inode on the device.
  package let inode: UInt64

  /// Creates an identity.
  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// What kind of thing a path names.
enum FileKind {
  case regular
  case directory
  case blockDevice
  /// A pipe, a terminal, a character device or a socket: bytes go through it.
  case stream
}

/// What `stat` tells.
struct FileStatus {
  let identity: FileIdentity
  let kind: FileKind
  /// Size in bytes, for a regular file.
  let size: Int

  init(_ raw: stat) {
    identity = FileIdentity(device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino))
    size = Int(raw.st_size)
    kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFBLK: .blockDevice
      default: .stream
      }
  }

  /// Returns the status of what the path leads to, or nil when nothing is there.
  static func of(path: String, followLinks: Bool = true) throws(SystemError) -> FileStatus? {
    var raw = stat()
    guard (followLinks ? stat(path, &raw) : lstat(path, &raw)) == 0 else {
      let error = SystemError.current
      if error.code == ENOENT { return nil }
      throw error
    }
    return FileStatus(raw)
  }
}

/// An open file descriptor that is closed with its owner.
struct FileDescriptor: ~Copyable {
  let number: Int32
  private let isOwned: Bool

  /// Takes a descriptor; one that is only borrowed stays open.
  init(number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  /// Opens a path.
  init(path: String, flags: Int32, mode: mode_t = 0) throws(SystemError) {
    // A C string ends at the first NUL: another file than the one named would be opened.
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    var descriptor: Int32
    repeat {
      descriptor = open(path, flags | O_CLOEXEC, mode)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .current }
    self.init(number: descriptor, isOwned: true)
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(number, &raw) == 0 else { throw .current }
    return FileStatus(raw)
  }

  /// Returns at most `count` bytes; none at the end.
  func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      var result: Int
      repeat {
        #if canImport(Glibc)
          result = Glibc.read(number, buffer.baseAddress, count)
        #else
          result = Musl.read(number, buffer.baseAddress, count)
        #endif
      } while result < 0 && (errno == EINTR || Self.waits(for: POLLIN, on: number))
      if result < 0 { failure = .current }
      used = max(result, 0)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes.
  func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    var failure: SystemError?
    let contiguous: Void? = bytes.withContiguousStorageIfAvailable { failure = Self.write($0, to: number) }
    if contiguous == nil {
      ContiguousArray(bytes).withUnsafeBufferPointer { failure = Self.write($0, to: number) }
    }
    if let failure { throw failure }
  }

  private static func write(_ buffer: UnsafeBufferPointer<UInt8>, to number: Int32) -> SystemError? {
    var offset = 0
    while offset < buffer.count {
      #if canImport(Glibc)
        let result = Glibc.write(number, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
      #else
        let result = Musl.write(number, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
      #endif
      if result < 0 {
        if errno == EINTR { continue }
        if waits(for: POLLOUT, on: number) { continue }
        return .current
      }
      offset += result
    }
    return nil
  }

  /// Someone may have left a pipe or terminal in non-blocking mode: waits until it is ready, if that is why
  /// the last call failed.
  private static func waits(for events: Int32, on number: Int32) -> Bool {
    guard errno == EAGAIN else { return false }
    var wait = pollfd(fd: number, events: Int16(events), revents: 0)
    return poll(&wait, 1, -1) > 0 || errno == EINTR
  }

  /// Waits until the bytes are on the disk; descriptors that have no disk count as done.
  func synchronize() throws(SystemError) {
    while fsync(number) != 0 {
      let error = SystemError.current
      if error.code == EINTR { continue }
      if error.code == EINVAL || error.code == EROFS || error.code == ENOTSUP { return }
      throw error
    }
  }
}
