#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Why an output could not be made.
package enum OutputFileError: CommandFailure, Hashable {
  /// Something is at the path, and replacing it was not asked for.
  case exists(path: String)
  /// The path names a folder.
  case isDirectory(path: String)
  /// The path names a disk.
  case isDevice(path: String)
  /// The path names a file that is also an input.
  case isInput(path: String)
  /// The folder of the path is not there.
  case missingFolder(path: String)
  /// It cannot be created.
  case cannotCreate(path: String, SystemError)
  /// Writing failed on the way.
  case writeFailed(path: String, SystemError)
  /// The reader of the pipe has gone.
  case brokenPipe

  /// The status of this error.
  package var exitCode: ExitCode {
    switch self {
    case .writeFailed, .brokenPipe: .inputOutput
    default: .cannotCreate
    }
  }

  /// What went wrong.
  package var message: String {
    switch self {
    case .exists(let path): "'\(path)' exists already"
    case .isDirectory(let path): "'\(path)' is a folder"
    case .isDevice(let path): "'\(path)' is a disk"
    case .isInput(let path): "'\(path)' is also an input"
    case .missingFolder(let path): "there is no folder for '\(path)'"
    case .cannotCreate(let path, let error): "cannot create '\(path)': \(error.message)"
    case .writeFailed(let path, let error): "cannot write '\(path)': \(error.message)"
    case .brokenPipe: "the reader of the output has gone"
    }
  }

  /// What to do next.
  package var hint: String? {
    switch self {
    case .exists: "write '--force' to replace it, or choose another name"
    case .isDirectory: "name a file in it"
    case .isInput: "write to another file and rename it afterwards"
    case .missingFolder: "create the folder first"
    default: nil
    }
  }

  /// True for a broken pipe.
  package var isQuiet: Bool { self == .brokenPipe }
}

/// A file in the making: whole under its name after ``commit()``, or not there at all.
///
/// The bytes go into a hidden file beside the target, readable by its owner alone (mode 0600) from the first
/// byte; ``commit()`` puts them on the disk and moves the file into place. Without `replacing` the move itself
/// refuses an existing target, so that a file that appears in the meantime is safe. Whatever ends the process
/// before leaves the target as it was; a kill leaves the hidden file at most.
///
/// A pipe, a terminal or a device such as `/dev/null` is written directly. A symbolic link to a file is kept:
/// the file it leads to is replaced.
package struct OutputFile: ~Copyable {
  private let path: String
  private let target: String
  private let replacing: Bool
  private let file: FileDescriptor
  /// Nil when the target is written directly, and after the end.
  private var temporary: String?
  private let registration: TemporaryFiles.Registration?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where it will be.
  ///   - replacing: Whether an existing file is replaced.
  ///   - inputs: The files that were read, which are never replaced.
  /// - Throws: ``OutputFileError``.
  package init(
    _ path: String, replacing: Bool = false, inputs: [FileIdentity] = []
  ) throws(OutputFileError) {
    let plan = try Self.plan(path, replacing: replacing, inputs: inputs)
    var target = path
    var temporary: String?
    if case .file(let resolved) = plan {
      target = resolved
      temporary = Self.temporaryPath(beside: resolved)
    }
    // Before the file is there: a signal in between finds nothing to remove, never something forgotten.
    let registration = temporary.flatMap(TemporaryFiles.register)
    let file: FileDescriptor
    do {
      file = try Self.open(plan, path: path, temporary: temporary)
    } catch {
      TemporaryFiles.forget(registration)
      throw error
    }
    self.path = path
    self.target = target
    self.replacing = replacing
    self.file = file
    self.temporary = temporary
    self.registration = registration
  }

  deinit {
    if let temporary { _ = unlink(temporary) }
    TemporaryFiles.forget(registration)
  }

  /// Checks whether a file could be begun, without creating anything.
  ///
  /// - Throws: ``OutputFileError`` as the initialiser would.
  package static func check(
    _ path: String, replacing: Bool = false, inputs: [FileIdentity] = []
  ) throws(OutputFileError) {
    guard case .file(let target) = try plan(path, replacing: replacing, inputs: inputs) else { return }
    let folder = folder(of: target)
    let status: FileStatus?
    do {
      status = try FileStatus.of(path: folder)
    } catch {
      throw .cannotCreate(path: path, error)
    }
    guard status?.kind == .directory else { throw .missingFolder(path: path) }
    guard access(folder, W_OK | X_OK) == 0 else { throw .cannotCreate(path: path, .current) }
  }

  /// Returns whether the path names something that bytes go through (a pipe, a terminal, a device), rather than
  /// a file that stays.
  package static func isStream(_ path: String) -> Bool {
    if let number = InputFiles.descriptorNumber(of: path) {
      return (try? FileDescriptor(number: number, isOwned: false).status())?.kind == .stream
    }
    return (try? FileStatus.of(path: path))?.kind == .stream
  }

  /// Appends bytes.
  ///
  /// - Throws: ``OutputFileError``.
  package func write(_ bytes: some Collection<UInt8>) throws(OutputFileError) {
    do {
      try file.write(bytes)
    } catch {
      throw error.code == EPIPE ? .brokenPipe : .writeFailed(path: path, error)
    }
  }

  /// Puts the file on the disk and under its name.
  ///
  /// - Throws: ``OutputFileError``; then the target is as it was, unless only the last step failed, which
  ///   makes the name itself durable.
  package consuming func commit() throws(OutputFileError) {
    do {
      try file.synchronize()
    } catch {
      throw .writeFailed(path: path, error)
    }
    guard let temporary else { return }
    do throws(SystemError) {
      try Self.move(temporary, to: target, replacing: replacing)
    } catch {
      switch error.code {
      case EEXIST: throw .exists(path: path)
      case EISDIR, ENOTEMPTY: throw .isDirectory(path: path)
      default: throw .cannotCreate(path: path, error)
      }
    }
    self.temporary = nil
    do {
      try Self.synchronizeFolder(of: target)
    } catch {
      throw .writeFailed(path: path, error)
    }
  }

  /// Writes a whole file at once.
  ///
  /// - Throws: ``OutputFileError``.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, replacing: Bool = false, inputs: [FileIdentity] = []
  ) throws(OutputFileError) {
    let file = try OutputFile(path, replacing: replacing, inputs: inputs)
    try file.write(bytes)
    try file.commit()
  }

  // MARK: Steps

  private enum Plan {
    case descriptor(Int32)
    case stream
    case file(String)
  }

  private static func plan(
    _ path: String, replacing: Bool, inputs: [FileIdentity]
  ) throws(OutputFileError) -> Plan {
    if let number = InputFiles.descriptorNumber(of: path) { return .descriptor(number) }
    guard !path.utf8.isEmpty else { throw .cannotCreate(path: path, SystemError(code: ENOENT)) }
    guard !path.utf8.contains(0) else { throw .cannotCreate(path: path, SystemError(code: EINVAL)) }
    let status: FileStatus?
    let isLinked: Bool
    do {
      status = try FileStatus.of(path: path)
      isLinked = status == nil ? try FileStatus.of(path: path, followLinks: false) != nil : true
    } catch {
      throw error.code == ENOTDIR ? .missingFolder(path: path) : .cannotCreate(path: path, error)
    }
    guard let status else {
      // A link that leads nowhere is something that exists.
      if isLinked && !replacing { throw .exists(path: path) }
      if path.utf8.last == UInt8(ascii: "/") { throw .isDirectory(path: path) }
      return .file(path)
    }
    switch status.kind {
    case .stream: return .stream
    case .directory: throw .isDirectory(path: path)
    case .blockDevice: throw .isDevice(path: path)
    case .regular: break
    }
    guard !inputs.contains(status.identity) else { throw .isInput(path: path) }
    guard replacing else { throw .exists(path: path) }
    guard let resolved = realpath(path, nil) else { throw .cannotCreate(path: path, .current) }
    defer { free(resolved) }
    guard let target = String(validatingCString: resolved) else {
      throw .cannotCreate(path: path, SystemError(code: EILSEQ))
    }
    return .file(target)
  }

  private static func open(
    _ plan: Plan, path: String, temporary: String?
  ) throws(OutputFileError) -> FileDescriptor {
    do throws(SystemError) {
      if case .descriptor(let number) = plan {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .current }
        return FileDescriptor(number: copy, isOwned: true)
      }
      guard let temporary else { return try FileDescriptor(path: path, flags: O_WRONLY | O_NOCTTY) }
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try FileDescriptor(path: temporary, flags: flags, mode: 0o600)
      // The umask can take bits away from the mode, an inherited access list can add some.
      _ = fchmod(file.number, 0o600)
      return file
    } catch {
      throw error.code == ENOENT || error.code == ENOTDIR
        ? .missingFolder(path: path) : .cannotCreate(path: path, error)
    }
  }

  /// A name that begins with a dot, in the same folder, with 64 random bits.
  private static func temporaryPath(beside target: String) -> String {
    let folder = folder(of: target)
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    return prefix + ".tmp-" + random
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let head = String(path[..<slash])
    return head.utf8.isEmpty ? "/" : head
  }

  /// Without `replacing`: `link` refuses an existing name on every kind of disk that has links; where there are none, the call of
  /// Linux for it, which old C libraries lack and Swift does not import.
  private static func move(_ source: String, to target: String, replacing: Bool) throws(SystemError) {
    if replacing {
      guard rename(source, target) == 0 else { throw .current }
      return
    }
    if link(source, target) == 0 {
      _ = unlink(source)
      return
    }
    let error = SystemError.current
    guard error.code == EPERM || error.code == ENOTSUP || error.code == EMLINK || error.code == ENOSYS,
      let symbol = dlsym(nil, "renameat2")
    else { throw error }
    typealias RenameAt2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    let renameAt2 = unsafeBitCast(symbol, to: RenameAt2.self)
    let noReplace: UInt32 = 1
    guard renameAt2(AT_FDCWD, source, AT_FDCWD, target, noReplace) == 0 else { throw .current }
  }

  private static func synchronizeFolder(of path: String) throws(SystemError) {
    do throws(SystemError) {
      try FileDescriptor(path: folder(of: path), flags: O_RDONLY | O_DIRECTORY).synchronize()
    } catch {
      // A folder that may be written but not read cannot be synchronised; the file is in place.
      guard error.code == EACCES else { throw error }
    }
  }
}
