#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The file system, as far as vaults need it.
package enum VaultPath {
  /// Returns the absolute path of an existing regular file, without symbolic links.
  ///
  /// - Throws: `VaultError.storage`.
  package static func resolved(_ path: String) throws(VaultError) -> String {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else {
      throw .storage("the vault cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else {
      throw .storage("the path of the vault is not UTF-8")
    }
    var raw = stat()
    guard stat(text, &raw) == 0, raw.st_mode & S_IFMT == S_IFREG else {
      throw .storage("the vault is not a regular file")
    }
    return text
  }

  /// Returns the first bytes of a file.
  static func head(_ path: String, count: Int) throws(VaultError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .storage("the vault cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard filled >= 0 else { throw .storage("the vault cannot be read: \(String(cString: strerror(errno)))") }
    return Array(bytes.prefix(filled))
  }

  /// Makes a file of these bytes that only its owner can read: whole under its name, or not there. An existing one is never
  /// touched.
  ///
  /// - Throws: `VaultError.cannotCreate`, `.storage`.
  package static func create(_ path: String, _ bytes: [UInt8]) throws(VaultError) {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { throw .cannotCreate("the path is no path") }
    let folder = folder(of: path)
    let temporary = folder + "/.tmp-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotCreate(String(cString: strerror(errno))) }
    defer {
      close(descriptor)
      // Nothing is there any more when all went well.
      unlink(temporary)
    }
    // The umask can take bits away, an inherited access list can add some.
    fchmod(descriptor, 0o600)
    try write(bytes, to: descriptor)
    guard fsync(descriptor) == 0 else { throw .storage(String(cString: strerror(errno))) }
    // Refuses an existing name, also one that has appeared just now.
    if link(temporary, path) != 0 { try moveWithoutLinks(temporary, path) }
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return }
    defer { close(opened) }
    guard fsync(opened) == 0 || errno == EINVAL || errno == EROFS else {
      throw .storage(String(cString: strerror(errno)))
    }
  }

  /// For disks that have no links: the call of Linux that moves without replacing, which Swift does not import.
  private static func moveWithoutLinks(_ source: String, _ target: String) throws(VaultError) {
    let code = errno
    typealias RenameAt2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    if code == EPERM || code == ENOTSUP || code == EMLINK || code == ENOSYS,
      let symbol = dlsym(nil, "renameat2")
    {
      let renameAt2 = unsafeBitCast(symbol, to: RenameAt2.self)
      let noReplace: UInt32 = 1
      if renameAt2(AT_FDCWD, source, AT_FDCWD, target, noReplace) == 0 { return }
    }
    if code == EEXIST || errno == EEXIST { throw .cannotCreate("a file is there already") }
    throw .cannotCreate(String(cString: strerror(code)))
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(VaultError) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
        #else
          Musl.write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
        #endif
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw .storage(String(cString: strerror(errno)))
      }
      offset += written
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let head = String(path[..<slash])
    return head.utf8.isEmpty ? "/" : head
  }
}
