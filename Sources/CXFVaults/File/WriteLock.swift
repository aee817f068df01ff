#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The right to change a vault: a lock on a small file beside it, which says who has it. The system takes the lock away
/// when its owner ends, however it ends; a file that is left over means nothing.
package final class WriteLock: Sendable {
  private let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    // The name goes before the lock does: who opened the file meanwhile finds out that it is not the one any more.
    unlink(path)
    close(descriptor)
  }

  /// How long to wait between two attempts.
  private static let pause = Duration.milliseconds(20)

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - vault: The path of the vault, without symbolic links.
  ///   - program: What others are told about the owner, besides the number of the process.
  ///   - patience: How long another owner is waited for.
  ///   - lockPath: The small file; nil for the vault's path with `.lock` behind it.
  /// - Throws: `VaultError.busy` with the owner, `.storage`, or `CancellationError`.
  package static func acquire(
    _ vault: String, program: String, patience: Duration, at lockPath: String? = nil
  ) async throws -> WriteLock {
    let path = lockPath ?? vault + ".lock"
    let end = ContinuousClock.now + patience
    while true {
      if let lock = try attempt(path) {
        lock.sign(program)
        return lock
      }
      guard ContinuousClock.now < end else { throw VaultError.busy(owner(path)) }
      try await Task.sleep(for: pause)
    }
  }

  /// Takes the lock if nobody has it.
  private static func attempt(_ path: String) throws(VaultError) -> WriteLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .storage("the lock file cannot be made: \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      if code == EWOULDBLOCK || code == EINTR { return nil }
      throw .storage("the lock file cannot be locked: \(String(cString: strerror(code)))")
    }
    var own = stat()
    var named = stat()
    guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0, own.st_ino == named.st_ino,
      own.st_dev == named.st_dev
    else {
      // Its owner has just removed it: another file has the name now, or will.
      close(descriptor)
      return nil
    }
    return WriteLock(path: path, descriptor: descriptor)
  }

  private func sign(_ program: String) {
    let text = Array("\(getpid()) \(program)\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Who has the lock, as the file tells it.
  private static func owner(_ path: String) -> String {
    let unknown = "another program is changing the vault"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return unknown }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 80)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return unknown }
    let line = bytes.prefix(count).prefix { $0 >= 0x20 && $0 < 0x7F }
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard parts.count == 2 else { return unknown }
    let process = String(decoding: parts[0], as: UTF8.self)
    return "\(String(decoding: parts[1], as: UTF8.self)) (process \(process)) is changing the vault"
  }
}
