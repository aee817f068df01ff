internal import CXFCrypto

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The program `gpg`, which has the user's keys and asks for their passphrases itself.
enum GPGProgram {
  enum Failure: Error {
    /// There is no such program.
    case missing
    /// It gave no plaintext: the key is not there, or the file is damaged.
    case refused
  }

  /// The most bytes that an entry may have.
  static let limit = 1 << 28

  /// Returns what is inside an OpenPGP message.
  ///
  /// - Parameter passphrase: of the key; nil where the program's agent asks for it or has it.
  static func decrypt(_ message: [UInt8], passphrase: SourcePassphrase?) throws(Failure) -> [UInt8] {
    var arguments = ["gpg", "--quiet", "--batch", "--no-tty", "--yes"]
    if passphrase != nil { arguments += ["--pinentry-mode", "loopback", "--passphrase-fd", "3"] }
    arguments.append("--decrypt")
    guard let input = Pipe(), let output = Pipe(), let secret = Pipe() else { throw .missing }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The ends are closed when the program begins, and copies are not; a high number cannot be overwritten by a copy.
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if passphrase != nil { posix_spawn_file_actions_adddup2(&actions, secret.read, 3) }
    var process = pid_t()
    var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    list.append(nil)
    defer { for pointer in list { free(pointer) } }
    guard posix_spawnp(&process, "gpg", &actions, nil, list, environ) == 0 else { throw .missing }
    input.closeRead()
    output.closeWrite()
    secret.closeRead()
    if let passphrase {
      passphrase.bytes.withUnsafeBytes { bytes in _ = write(secret.write, bytes.baseAddress, bytes.count) }
    }
    secret.closeWrite()
    let result = exchange(message, input, output)
    input.closeWrite()
    output.closeRead()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status & 0x7F == 0, let result else { throw .refused }
    switch status >> 8 & 0xFF {
    case 0: return result
    case 127: throw .missing
    default: throw .refused
    }
  }

  /// Writes and reads at once, so that neither side waits for the other; nil for too much.
  private static func exchange(_ message: [UInt8], _ input: Pipe, _ output: Pipe) -> [UInt8]? {
    var result: [UInt8] = []
    var sent = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    _ = fcntl(input.write, F_SETFL, O_NONBLOCK)
    while true {
      let isSending = sent < message.count
      if !isSending { input.closeWrite() }
      var waiting = [pollfd(fd: output.read, events: Int16(POLLIN), revents: 0)]
      if isSending { waiting.append(pollfd(fd: input.write, events: Int16(POLLOUT), revents: 0)) }
      guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else { return nil }
      if isSending, waiting[1].revents != 0 {
        let count = message.withUnsafeBytes {
          write(input.write, $0.baseAddress.map { $0 + sent }, min(message.count - sent, 1 << 16))
        }
        // A program that wants no more has said what it has to say.
        if count > 0 { sent += count } else if errno != EAGAIN, errno != EINTR { sent = message.count }
      }
      guard waiting[0].revents != 0 else { continue }
      let count = read(output.read, &buffer, buffer.count)
      if count == 0 { return result }
      guard count > 0 else {
        if errno == EINTR { continue }
        return nil
      }
      result += buffer[..<count]
      if result.count > limit { return nil }
    }
  }

  /// The two ends of a pipe, which are closed at the latest with it.
  private final class Pipe {
    private(set) var read: Int32
    private(set) var write: Int32

    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      // Above the numbers that the program gets, and closed when it begins.
      read = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
      write = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
      close(ends[0])
      close(ends[1])
    }

    deinit {
      closeRead()
      closeWrite()
    }

    func closeRead() {
      if read >= 0 { close(read) }
      read = -1
    }

    func closeWrite() {
      if write >= 0 { close(write) }
      write = -1
    }
  }
}
