internal import CXFCrypto

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Opens OpenPGP messages by the program `gpg`, where it is installed.
///
/// The passphrase goes by a pipe, the plaintext comes by another: neither is ever in a file or an argument.
enum GnuPG {
  /// Why a message was not opened.
  enum Failure: Error, Equatable {
    /// There is no such program.
    case missing
    /// The passphrase is another one.
    case wrongPassphrase
    /// None of the keys that open it is there, or its passphrase was not given.
    case noKey
    /// It is no message that is encrypted with a passphrase, or it is damaged.
    case damaged
    /// The system refused something.
    case system(String)
  }

  /// The most bytes that a message may unpack to.
  private static let limit = 1 << 30

  /// Whose keys may open a message.
  enum Keys {
    /// Nobody's: a passphrase alone. The program gets a folder of its own, so that no setting of the user counts.
    case none
    /// The user's: those whose passphrase the agent has, or which open with the one that is given.
    case user
  }

  /// Returns what is in a message.
  static func decrypt(
    _ message: [UInt8], passphrase: SourcePassphrase?, keys: Keys
  ) throws(Failure) -> [UInt8] {
    let home = try Home()
    defer { home.remove() }
    let input = try home.file(message)
    defer { close(input) }
    let secret = try Pipe()
    let output = try Pipe()
    let status = try Pipe()
    var words = [
      // Nothing is fetched for signatures either, whatever the user's settings say.
      "gpg", "--batch", "--no-tty", "--quiet", "--no-auto-key-retrieve", "--no-auto-key-locate",
      "--status-fd", "4", "--max-output", String(limit),
    ]
    if keys == .none { words += ["--homedir", home.path, "--no-options", "--no-autostart"] }
    if let passphrase {
      words += ["--pinentry-mode", "loopback", "--passphrase-fd", "3"]
      // A pipe holds far more than any passphrase, so that this does not wait for a reader.
      try secret.write(passphrase.bytes)
    } else {
      // Nobody but this program asks people for anything.
      words += ["--pinentry-mode", "error"]
    }
    secret.closeWriter()
    let process = try spawn(
      words + ["--decrypt"], [(input, 0), (output.writer, 1), (secret.reader, 3), (status.writer, 4)])
    secret.closeReader()
    output.closeWriter()
    status.closeWriter()
    let plaintext = output.readAll(limit: limit)
    let report = String(decoding: status.readAll(limit: 1 << 20) ?? [], as: UTF8.self)
    let code = wait(process)
    // Only what it vouches for counts: a message that was cut or altered gives a beginning, too.
    if code == 0, report.contains("DECRYPTION_OKAY"), let plaintext { return plaintext }
    if report.contains("BADMDC") || report.contains("NODATA") { throw .damaged }
    if report.contains("NO_SECKEY") || keys == .user && report.contains("ERROR pkdecrypt_failed") {
      throw .noKey
    }
    if report.contains("DECRYPTION_FAILED") || report.contains("BAD_PASSPHRASE") { throw .wrongPassphrase }
    throw report.isEmpty && code == 127 ? .missing : .damaged
  }

  // MARK: The process

  private static func spawn(_ arguments: [String], _ descriptors: [(Int32, Int32)]) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { throw .system("posix_spawn") }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "gpg", &actions, nil, &pointers, environ)
    if code == ENOENT { throw .missing }
    guard code == 0 else { throw .system("posix_spawn") }
    return process
  }

  private static func wait(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return -1 } }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// A pipe whose ends no child gets by itself.
  private final class Pipe {
    private(set) var reader: Int32 = -1
    private(set) var writer: Int32 = -1

    init() throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw .system("pipe") }
      // Ends below 5 would be in the way of those that the child gets.
      reader = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
      writer = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
      close(ends[0])
      close(ends[1])
      guard reader >= 0, writer >= 0 else { throw .system("fcntl") }
    }

    deinit {
      closeReader()
      closeWriter()
    }

    func closeReader() {
      if reader >= 0 { close(reader) }
      reader = -1
    }

    func closeWriter() {
      if writer >= 0 { close(writer) }
      writer = -1
    }

    func write(_ secret: borrowing SecretBytes) throws(Failure) {
      let (count, end) = (secret.count, writer)
      guard count < 1 << 15 else { throw .system("write") }
      let written = secret.withUnsafeBytes { bytes in
        bytes.baseAddress.map { writeBytes(end, $0, bytes.count) } ?? 0
      }
      guard written == count else { throw .system("write") }
    }

    /// Reads to the end; nil where there is more than allowed.
    func readAll(limit: Int) -> [UInt8]? {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(reader, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return bytes }
        guard bytes.count + count <= limit else { return nil }
        bytes += buffer[..<count]
      }
    }
  }

  /// The folder that the program takes for its own.
  private struct Home {
    let path: String

    init() throws(Failure) {
      let folder = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/tmp"
      var template = Array("\(folder)/cxf-gpg-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw .system("mkdtemp") }
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file that has no name any more, and returns its descriptor.
    func file(_ bytes: [UInt8]) throws(Failure) -> Int32 {
      let name = "\(path)/message"
      let made = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard made >= 0 else { throw .system("open") }
      unlink(name)
      let descriptor = fcntl(made, F_DUPFD_CLOEXEC, 10)
      close(made)
      guard descriptor >= 0 else { throw .system("fcntl") }
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes {
          pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          close(descriptor)
          throw .system("write")
        }
        done += count
      }
      return descriptor
    }

    func remove() {
      if let folder = opendir(path) {
        while let entry = readdir(folder) {
          let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          }
          guard name != ".", name != ".." else { continue }
          if unlink("\(path)/\(name)") != 0 { rmdir("\(path)/\(name)") }
        }
        closedir(folder)
      }
      rmdir(path)
    }
  }
}

/// `write` of the C library, where a method has its name.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
