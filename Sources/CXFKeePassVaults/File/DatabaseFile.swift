internal import CXFVaults

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The file of a database: read whole, and replaced whole by another one.
struct DatabaseFile: Sendable {
  /// Absolute, without symbolic links.
  let path: String

  /// - Throws: `VaultError.storage` where there is no such file.
  init(_ path: String) throws(VaultError) { self.path = try VaultPath.resolved(path) }

  /// What was behind the name before the last change.
  var backupPath: String { path + ".old" }
  /// What says that one of our programs is changing the file. Other programs have names of their own for that.
  var lockPath: String { "\(folder)/.\(name).cxf-lock" }
  var folder: String { Self.split(path).folder }
  var name: String { Self.split(path).name }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let head = String(path[..<slash])
    return (head.utf8.isEmpty ? "/" : head, String(path[path.utf8.index(after: slash)...]))
  }

  // MARK: Reading

  /// The bytes of the file.
  ///
  /// - Throws: `VaultError.storage`.
  func read() throws(VaultError) -> [UInt8] { try Self.read(path) }

  private static func read(_ path: String) throws(VaultError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("the file cannot be opened") }
    defer { close(descriptor) }
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw failure("the file cannot be read") }
    var bytes = [UInt8](repeating: 0, count: Int(raw.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: max(count, 1 << 16)) }
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw failure("the file cannot be read")
      }
      if got == 0 { break }
      count += got
    }
    bytes.removeSubrange(count...)
    return bytes
  }

  // MARK: Writing

  /// Puts other bytes in the place of the file: at any moment the old or the new ones are there, whole. What was there is the backup
  /// from then on.
  ///
  /// - Parameter sha256: of what must still be there.
  /// - Throws: `VaultError.busy` where something else is, `.storage`.
  func replace(sha256: [UInt8], with bytes: [UInt8]) throws(VaultError) {
    try checkBackup()
    let (temporary, descriptor) = try makeTemporary()
    defer {
      close(descriptor)
      // Nothing is there any more when all went well.
      unlink(temporary)
    }
    try Self.write(bytes, to: descriptor)
    takeOver(descriptor)
    guard fsync(descriptor) == 0 else { throw Self.failure("the file cannot be written") }
    let current = try read()
    guard KeePassDigest.full(current) == sha256 else {
      throw .busy("another program has just changed the file, which was left as that left it")
    }
    try backUp(current)
    guard rename(temporary, path) == 0 else { throw Self.failure("the file cannot be replaced") }
    try syncFolder()
  }

  /// Makes a file beside the database that only its owner can read.
  private func makeTemporary() throws(VaultError) -> (path: String, descriptor: Int32) {
    let temporary = "\(folder)/.tmp-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("no file can be made beside it") }
    fchmod(descriptor, 0o600)
    return (temporary, descriptor)
  }

  /// Gives a new file the owner and the mode of the one whose place it takes, as far as that is allowed.
  private func takeOver(_ descriptor: Int32) {
    var raw = stat()
    guard stat(path, &raw) == 0 else { return }
    if fchown(descriptor, raw.st_uid, raw.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, raw.st_gid) }
    var own = stat()
    // Who may read the file as a member of its group must be in the same group.
    guard fstat(descriptor, &own) == 0, own.st_gid == raw.st_gid, own.st_uid == raw.st_uid else { return }
    fchmod(descriptor, raw.st_mode & 0o777)
  }

  /// Refuses to replace what cannot be a backup of the database.
  private func checkBackup() throws(VaultError) {
    guard let head = Self.head(of: backupPath), head != Self.signature else { return }
    throw .storage(
      "'\(Self.split(backupPath).name)' beside it, whose place the backup takes, is no KeePass database; "
        + "move it away first")
  }

  /// Whether there is a backup.
  var hasBackup: Bool { Self.head(of: backupPath) == Self.signature }

  /// With which every KeePass database begins.
  private static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A]

  /// The first four bytes of a file; nil where there is none that can be read.
  private static func head(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: signature.count)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Gives the file that is there a second name, which it keeps when its first one goes to another.
  private func backUp(_ bytes: [UInt8]) throws(VaultError) {
    let temporary = "\(folder)/.tmp-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    if link(path, temporary) == 0 {
      guard rename(temporary, backupPath) == 0 else {
        defer { unlink(temporary) }
        throw Self.failure("the backup cannot be made")
      }
      // Nothing happens to two names of one file.
      unlink(temporary)
      return
    }
    // Disks without links.
    let (copy, descriptor) = try makeTemporary()
    defer {
      close(descriptor)
      unlink(copy)
    }
    try Self.write(bytes, to: descriptor)
    takeOver(descriptor)
    guard fsync(descriptor) == 0, rename(copy, backupPath) == 0 else {
      throw Self.failure("the backup cannot be made")
    }
  }

  private func syncFolder() throws(VaultError) {
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return }
    defer { close(opened) }
    guard fsync(opened) == 0 || errno == EINVAL || errno == EROFS else {
      throw Self.failure("the folder cannot be written")
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(VaultError) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset, off_t(offset))
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw failure("the file cannot be written")
      }
      offset += written
    }
  }

  private static func failure(_ what: String) -> VaultError {
    .storage("\(what): \(String(cString: strerror(errno)))")
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
