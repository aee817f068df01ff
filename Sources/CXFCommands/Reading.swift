internal import CXFArchiving
internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat
internal import CredentialExchangeProtocol
internal import Synchronization

/// An input that was read as some format.
struct ReadInput: Sendable {
  var file: SourceFile
  var format: Format
  var reading: Reading
  /// The key file that opened it, if one did: to be marked as used when what comes of it is safe.
  var key: KeyFileUse?
}

/// Why an input could not be read, in words for the command line.
struct InputFailure: CodedFailure {
  let error: FormatError

  var code: String { error.finding.code.name }

  var exitCode: ExitCode {
    switch error.kind {
    case .damaged, .unknownFormat, .unsupportedEncryption: .badData
    case .passphraseNeeded, .wrongPassphrase: .refused
    case .unreadable: .inputOutput
    }
  }

  /// Does something that reads a format, and puts its failure in words for the command line.
  static func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FormatError {
      throw InputFailure(error: error)
    }
  }

  /// The failure of something that reads items on demand, in words for the command line.
  static func reading(_ error: any Error, _ names: [String]) -> any Error {
    let name = names.count == 1 ? "'\(names[0])'" : "an input"
    return switch error {
    case is ChangedSource, is ByteRangeError:
      SimpleFailure(
        .badData, "\(name) was changed while it was read",
        hint: "nothing was kept of it; run the command again")
    case let error as FileAccessError: UnreadableInput(path: names.first ?? "-", error: error)
    default: error
    }
  }

  /// The failure behind bytes that could not be read.
  static func cause(_ error: any Error, _ path: String) -> any Error {
    switch error {
    case let error as AgeError: AgeFailure(error: error, path: path)
    case let error as FileAccessError: UnreadableInput(path: path, error: error)
    default: error
    }
  }

  var message: String {
    FindingText.place(error.finding).map { "\($0): \(error.finding.message)" } ?? error.finding.message
  }

  var hint: String? { error.hint }
}

extension SourceFile {
  /// Whether it is a document of which only the beginning is in memory.
  fileprivate var isUnreadDocument: Bool { !isWhole && folder == nil && InputKind(bytes) == .document }
}

extension ProgressReporter {
  /// Begins a phase that is counted in MiB.
  ///
  /// - Returns: What to call with the number of bytes done so far; it throws where the work is to end.
  func bytes(_ phase: String, of count: UInt64) -> @Sendable (Int) throws -> Void {
    let mebibyte = 1 << 20
    begin("\(phase), in MiB", total: Int(clamping: count) / mebibyte)
    let shown = Mutex(0)
    return { [self] done in
      try Task.checkCancellation()
      let more = shown.withLock { shown in
        defer { shown = done / mebibyte }
        return done / mebibyte - shown
      }
      advance(by: more)
    }
  }
}

/// Reads inputs: bytes, format, records.
struct InputReader {
  static let from = OptionSpec.value(
    "from", label: "format", help: "Read the input as this format instead of the one detected.",
    allowed: FormatTable.all.filter { $0.read != nil }.map(\.id))
  static let map = OptionSpec.value(
    "map", label: "columns",
    help: "What the columns of a CSV hold, as in \"Site=url,Secret=password\"; with --from csv.",
    isRepeatable: true)
  static let input = ArgumentSpec(
    "input", help: "An export of a password manager, or - for standard input.", completion: .file)
  static let inputs = ArgumentSpec(
    "input", help: "Exports of password managers; - is standard input.", isRepeatable: true, completion: .file
  )
  /// The options of a command whose only secret is that of its inputs.
  static let options = [from, map] + PassphraseRole.options(.source) + keyOptions
  /// The options that open what is sealed, beside passphrases.
  static let keyOptions = [SealedInput.key, Fingerprint.option] + VaultOpening.keyOptions

  private let secrets: Passphrases
  private let opening: VaultOpening
  private let sealed: SealedInput
  private let arguments: ParsedArguments
  private let writesDatabase: Bool
  /// The option that names the key file of an input.
  var keyFileOption = VaultOpening.keyFile.name
  /// The regular files that were read, which no output may replace.
  var identities: [FileIdentity] { secrets.files.identities }

  /// - Parameters:
  ///   - secrets: with the role `source`.
  ///   - isExpected: whether `--fingerprint` is about the inputs.
  ///   - writesDatabase: whether `--key-file` may be meant for what is written.
  init(
    _ secrets: Passphrases, _ arguments: ParsedArguments, isExpected: Bool = true,
    writesDatabase: Bool = false
  ) throws {
    self.secrets = secrets
    self.arguments = arguments
    self.writesDatabase = writesDatabase
    opening = try VaultOpening(secrets, arguments, role: .source)
    sealed = SealedInput(
      secrets: secrets, arguments: arguments, limit: opening.limit, isExpected: isExpected)
  }

  /// Creates the reader of a command whose only secret is that of its inputs.
  init(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws {
    try self.init(Passphrases(arguments, environment, .source), arguments)
  }

  /// The bytes of an input; of a vault in a file only the first ones, because it is opened by its path.
  ///
  /// - Parameter documentLimit: the most bytes of a document that come into memory; a longer one is for the caller to read
  ///   where it lies. Nil to read it whole.
  func bytes(_ path: String, documentLimit: Int? = nil) throws -> SourceFile {
    let name = path == "-" ? "standard input" : path
    if let files = try FolderListing.files(in: path, hidden: true) {
      return SourceFile(name: name, folder: FolderSource.members(of: path, files))
    }
    guard let head = try secrets.files.head(path, count: SealedDocuments.headCount) else {
      return try InputSpool.read(
        secrets.files.stream(path), name: name, documentLimit: documentLimit)
    }
    switch InputKind(head) {
    case .vault: return SourceFile(name: path, bytes: Array(head.prefix(VaultDocument.headCount)))
    case .sealed, .bundle, .archive: return try lying(path, name, head)
    case .document:
      if let documentLimit, head.count == SealedDocuments.headCount {
        let file = try lying(path, name, head)
        if file.content.count > UInt64(documentLimit) { return file }
      }
      return SourceFile(name: name, bytes: try secrets.files.read(path).bytes)
    }
  }

  private func lying(_ path: String, _ name: String, _ head: [UInt8]) throws -> SourceFile {
    do throws(FileAccessError) {
      return SourceFile(name: name, head: head, content: try FileBytes(path: path))
    } catch {
      throw UnreadableInput(path: path, error: error)
    }
  }

  func read(_ path: String, from: String?, _ options: ReadOptions) async throws -> ReadInput {
    try await read(
      bytes(path, documentLimit: options.leavesItems ? Self.memoryLimit : nil), as: nil, from: from, options)
  }

  /// The most bytes of a document whose items are kept in memory where they need not be.
  static let memoryLimit = 16 << 20

  /// Reads what ``bytes(_:)`` returned, as a format or as the one that `from` names, else as the one that is detected.
  func read(
    _ file: SourceFile, as known: Format?, from: String?, _ options: ReadOptions
  ) async throws -> ReadInput {
    var options = options
    if arguments.knows(Self.map.name) {
      options.columnMap = try Self.columnMap(arguments.values(Self.map.name))
    }
    do {
      if SealedDocuments.isAge(file.bytes) {
        // What is inside may be anything, but no further envelope of the kind.
        let inner = try sealed.openAge(file)
        guard !SealedDocuments.isAge(inner.bytes) else {
          throw SimpleFailure(
            .badData, "'\(file.name)' holds another file of age", hint: "open it with 'age -d' first")
        }
        return try await self.read(inner, as: nil, from: from, options)
      }
      // The beginning may not be enough to recognise a document, or its format read only as a whole.
      let found = Result { try known ?? Self.format(of: file, from) }
      if file.isUnreadDocument, !(options.leavesItems && (try? found.get())?.readsInPlace == true) {
        let whole = SourceFile(
          name: file.name, bytes: try file.content.readAll(limit: InputFiles.defaultLimit))
        return try await self.read(whole, as: known, from: from, options)
      }
      let format = try found.get()
      if sealed.isExpected, arguments.knows(Fingerprint.option.name),
        arguments.isGiven(Fingerprint.option.name),
        format.id != SealedDocuments.response.id
      {
        throw SimpleFailure(
          .refused, "'\(file.name)' is no sealed response, and has no fingerprint to check",
          hint: "somebody may have exchanged it on the way; ask the other side again")
      }
      // Whoever names a key file expects a sealed response; with anything else in its place somebody may deceive them.
      if arguments.knows(SealedInput.key.name), arguments.isGiven(SealedInput.key.name),
        format.id != SealedDocuments.response.id, arguments.arguments(Self.input.name).count == 1
      {
        throw SimpleFailure(
          .refused, "'\(file.name)' is no sealed response, and a key file was given for one",
          hint: "leave --key out if it is meant to be what it is: \(format.id)")
      }
      if arguments.knows(keyFileOption), arguments.isGiven(keyFileOption),
        format.id != KDBX.format.id, arguments.arguments(Self.input.name).count == 1, !writesDatabase
      {
        throw SimpleFailure(
          .usage, "'\(file.name)' is no database of KeePass, and --\(keyFileOption) is for those",
          hint: "--key names the file that opens a sealed response")
      }
      guard let read = format.read else {
        throw SimpleFailure(.usage, "\(format.id) cannot be read", hint: "'cxf formats' lists what can")
      }
      switch format.id {
      case VaultDocument.format.id:
        return ReadInput(file: file, format: format, reading: try await opening.read(file, options))
      case SealedDocuments.response.id:
        let (reading, key) = try sealed.openResponse(file, options)
        return ReadInput(file: file, format: format, reading: reading, key: key)
      default:
        if file.isUnreadDocument {
          let progress = ProgressReporter(secrets.environment)
          defer { progress.end() }
          options.progress = progress.bytes("reading", of: file.content.count)
          return ReadInput(file: file, format: format, reading: try unlocking(file, options, read))
        }
        return ReadInput(file: file, format: format, reading: try unlocking(file, options, read))
      }
    } catch let error as FormatError {
      if let cause = error.cause { throw InputFailure.cause(cause, file.name) }
      throw InputFailure(error: error)
    }
  }

  /// Reads, and once more with the passphrase where the file turns out to be encrypted.
  private func unlocking(
    _ file: SourceFile, _ options: ReadOptions,
    _ read: (SourceFile, ReadOptions) throws(FormatError) -> Reading
  ) throws -> Reading {
    var options = options
    options.derivationLimit = opening.limit
    options.hasNoPassphrase = secrets.isRefused
    options.keyFile = try keyFile()
    let first = Result { () throws(FormatError) in try read(file, options) }
    guard case .failure(let error) = first, error.kind == .passphraseNeeded, !secrets.isRefused else {
      return try first.get()
    }
    do {
      options.passphrase = SourcePassphrase(try secrets.existing(.source, of: "'\(file.name)'"))
    } catch is PassphraseNeeded {
      // What the file is says more than that nobody can be asked.
      throw error
    }
    return try read(file, options)
  }

  /// The key file that the command names.
  private func keyFile() throws -> SourceKeyFile? {
    guard arguments.knows(keyFileOption) else { return nil }
    return try arguments.value(keyFileOption).map { try secrets.keyFile($0) }
  }

  /// What a person says that columns hold.
  private static func columnMap(_ texts: [String]) throws -> [ColumnMap.Entry] {
    do throws(ColumnMap.Problem) {
      var entries: [ColumnMap.Entry] = []
      for text in texts { entries += try ColumnMap.parse(text) }
      return entries
    } catch {
      let names = ColumnMap.roles.map(\.name).joined(separator: ", ")
      switch error {
      case .noRole(let part):
        throw SimpleFailure(
          .usage, "'\(part)' in --map has no role", hint: "write \"Column=role\"; roles: \(names)")
      case .unknownRole(let name):
        throw SimpleFailure(.usage, "'\(name)' in --map is no role", hint: "roles: \(names)")
      }
    }
  }

  static func format(of file: SourceFile, _ from: String?) throws -> Format {
    guard file.folder == nil else {
      // Few formats are folders; of any other one a file of it was meant.
      let match = FormatTable.matches(file).first { from == nil || $0.format.id == from }
      guard let match else { throw InputFileError.isDirectory(path: file.name) }
      return match.format
    }
    if let from, let format = FormatTable.format(from) { return format }
    return try FormatTable.detect(file).format
  }
}
