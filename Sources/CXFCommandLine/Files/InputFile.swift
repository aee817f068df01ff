#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Why an input could not be read.
package enum InputFileError: CommandFailure, Hashable {
  /// Nothing is at the path.
  case missing(path: String)
  /// The path names a folder.
  case isDirectory(path: String)
  /// It cannot be opened.
  case unreadable(path: String, SystemError)
  /// It has more bytes than are read at most.
  case tooLarge(path: String, limit: Int)
  /// Reading failed on the way.
  case readFailed(path: String, SystemError)
  /// A second input wants standard input, too.
  case standardInputTaken
  /// Standard input is a terminal, where nothing was piped in.
  case standardInputIsTerminal

  /// The status of this error.
  package var exitCode: ExitCode {
    switch self {
    case .missing, .isDirectory, .unreadable, .tooLarge: .noInput
    case .readFailed: .inputOutput
    case .standardInputTaken, .standardInputIsTerminal: .usage
    }
  }

  /// What went wrong.
  package var message: String {
    switch self {
    case .missing(let path): "no such file: '\(path)'"
    case .isDirectory(let path): "'\(path)' is a folder, not a file"
    case .unreadable(let path, let error): "cannot open '\(path)': \(error.message)"
    case .tooLarge(let path, let limit): "'\(path)' is larger than \(limit) bytes"
    case .readFailed(let path, let error): "cannot read '\(path)': \(error.message)"
    case .standardInputTaken: "standard input is asked for twice"
    case .standardInputIsTerminal: "nothing is piped into standard input"
    }
  }

  /// What to do next.
  package var hint: String? {
    switch self {
    case .missing: "check the spelling, or write '-' for standard input"
    case .isDirectory: "name a file in it"
    case .standardInputTaken: "only one input can be '-'; give the others as files"
    case .standardInputIsTerminal: "name a file, or pipe one in"
    default: nil
    }
  }
}

/// An input, read whole.
package struct InputFile: Sendable {
  /// The path as the user wrote it; `-` for standard input.
  package let path: String
  /// The content.
  package var bytes: [UInt8]
  /// Which file it was, when it was a regular one.
  package let identity: FileIdentity?
}

/// Reads the inputs of one command, and remembers them: standard input can be had once, and an output must
/// not be one of the inputs.
package struct InputFiles: Sendable {
  /// The most bytes that are read from one input unless a call says otherwise: 1 GiB.
  package static let defaultLimit = 1 << 30
  /// The most bytes of a file that holds a secret: 1 MiB.
  package static let secretLimit = 1 << 20
  private static let chunkSize = 1 << 16

  /// The regular files read so far.
  package private(set) var identities: [FileIdentity] = []
  private let standardInput: any ByteReader
  private var isStandardInputTaken = false

  /// Creates a reader for one command.
  package init(_ environment: CommandEnvironment) {
    standardInput = environment.input
  }

  /// Reads a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The most bytes that are accepted.
  /// - Throws: ``InputFileError``.
  package mutating func read(
    _ path: String, limit: Int = defaultLimit
  ) throws(InputFileError) -> InputFile {
    if path.isBytes("-") { return try readStandardInput(limit: limit, refusesTerminal: true) }
    if Self.descriptorNumber(of: path) == STDIN_FILENO {
      return try readStandardInput(limit: limit, refusesTerminal: false)
    }
    return try readFile(path, limit: limit)
  }

  /// Reads the rest of an open descriptor that the caller of the program passed in.
  ///
  /// - Throws: ``InputFileError``.
  package mutating func read(
    descriptor number: Int32, limit: Int = secretLimit
  ) throws(InputFileError) -> InputFile {
    if number == STDIN_FILENO { return try readStandardInput(limit: limit, refusesTerminal: false) }
    return try readAll(
      FileDescriptor(number: number, isOwned: false), path: "descriptor \(number)", limit: limit)
  }

  /// Reads a secret: all bytes of the file up to one final LF or CRLF. The array is their only copy here; the caller
  /// clears it.
  ///
  /// - Throws: ``InputFileError``.
  package mutating func readSecret(_ path: String) throws(InputFileError) -> [UInt8] {
    var file = try read(path, limit: Self.secretLimit)
    return Self.takeLine(&file.bytes)
  }

  /// Reads a secret from an open descriptor: all bytes up to one final LF or CRLF.
  ///
  /// - Throws: ``InputFileError``.
  package mutating func readSecret(descriptor number: Int32) throws(InputFileError) -> [UInt8] {
    var file = try read(descriptor: number)
    return Self.takeLine(&file.bytes)
  }

  /// Looks at the beginning of a regular file, which is then one of the inputs; the rest is for somebody else to read.
  ///
  /// - Returns: at most `count` bytes; nil for standard input and for what is no regular file, of which nothing was
  ///   read.
  /// - Throws: ``InputFileError``.
  package mutating func head(_ path: String, count: Int) throws(InputFileError) -> [UInt8]? {
    guard !path.isBytes("-"), Self.descriptorNumber(of: path) == nil else { return nil }
    let kind: FileKind?
    do throws(SystemError) {
      kind = try FileStatus.of(path: path)?.kind
    } catch {
      throw error.code == ENOTDIR ? .missing(path: path) : .unreadable(path: path, error)
    }
    guard kind != .directory else { throw .isDirectory(path: path) }
    // A pipe without a writer would keep us waiting.
    guard kind == .regular || kind == nil else { return nil }
    let file = try open(path)
    do throws(SystemError) {
      let status = try file.status()
      var head: [UInt8] = []
      while head.count < count {
        let chunk = try file.read(upTo: count - head.count)
        if chunk.isEmpty { break }
        head += chunk
      }
      identities.append(status.identity)
      return head
    } catch {
      throw .readFailed(path: path, error)
    }
  }

  private static func takeLine(_ bytes: inout [UInt8]) -> [UInt8] {
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    defer { bytes = [] }
    return bytes
  }

  /// Standard input, for the one reader that can have it.
  mutating func takeStandardInput(refusesTerminal: Bool) throws(InputFileError) -> any ByteReader {
    guard !isStandardInputTaken else { throw .standardInputTaken }
    guard !refusesTerminal || !standardInput.isTerminal else { throw .standardInputIsTerminal }
    isStandardInputTaken = true
    if let identity = standardInput.identity { identities.append(identity) }
    return standardInput
  }

  private mutating func readStandardInput(
    limit: Int, refusesTerminal: Bool
  ) throws(InputFileError) -> InputFile {
    let standardInput = try takeStandardInput(refusesTerminal: refusesTerminal)
    let identity = standardInput.identity
    var bytes: [UInt8] = []
    let isSecret = limit <= Self.secretLimit
    if isSecret { bytes.reserveCapacity(limit) }
    while true {
      var chunk: [UInt8]
      do {
        chunk = try standardInput.read(upTo: Self.chunkSize)
      } catch .readFailed(_, let error) {
        throw error.code == EISDIR ? .isDirectory(path: "-") : .readFailed(path: "-", error)
      } catch {
        throw .readFailed(path: "-", SystemError(code: EPIPE))
      }
      if chunk.isEmpty { break }
      defer { if isSecret { clear(&chunk) } }
      guard chunk.count <= limit - bytes.count else { throw .tooLarge(path: "-", limit: limit) }
      bytes += chunk
    }
    return InputFile(path: "-", bytes: bytes, identity: identity)
  }

  private mutating func readFile(_ path: String, limit: Int) throws(InputFileError) -> InputFile {
    try readAll(try open(path), path: path, limit: limit)
  }

  /// Opens a file or a pipe for reading.
  func open(_ path: String) throws(InputFileError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(path: path, flags: O_RDONLY)
    } catch {
      throw error.code == ENOENT || error.code == ENOTDIR
        ? .missing(path: path) : .unreadable(path: path, error)
    }
  }

  private mutating func readAll(
    _ file: borrowing FileDescriptor, path: String, limit: Int
  ) throws(InputFileError) -> InputFile {
    let status: FileStatus
    do {
      status = try file.status()
    } catch {
      throw .unreadable(path: path, error)
    }
    guard status.kind != .directory else { throw .isDirectory(path: path) }
    let isRegular = status.kind == .regular
    guard !isRegular || status.size <= limit else { throw .tooLarge(path: path, limit: limit) }
    var bytes: [UInt8] = []
    // Room for all at once: an array that grows leaves copies behind, which matters for secrets.
    let isSecret = limit <= Self.secretLimit
    if isRegular || isSecret { bytes.reserveCapacity(isSecret ? max(status.size, limit) : status.size) }
    do {
      // To the end and not to the size: a file of /proc says 0, and another may have grown.
      while true {
        var chunk = try file.read(upTo: Self.chunkSize)
        if chunk.isEmpty { break }
        defer { if isSecret { clear(&chunk) } }
        guard chunk.count <= limit - bytes.count else {
          throw InputFileError.tooLarge(path: path, limit: limit)
        }
        bytes += chunk
      }
    } catch let error as SystemError {
      throw .readFailed(path: path, error)
    } catch {
      throw .tooLarge(path: path, limit: limit)
    }
    if isRegular { identities.append(status.identity) }
    return InputFile(path: path, bytes: bytes, identity: isRegular ? status.identity : nil)
  }

  /// Returns the descriptor that a path such as `/dev/stdin` or `/dev/fd/3` names.
  static func descriptorNumber(of path: String) -> Int32? {
    for (number, name) in ["/dev/stdin", "/dev/stdout", "/dev/stderr"].enumerated() where path.isBytes(name) {
      return Int32(number)
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.utf8.starts(with: folder.utf8) {
      return Int32(String(Substring(path.utf8.dropFirst(folder.utf8.count))))
    }
    return nil
  }
}
