internal import CXFArchiving
package import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat
package import CredentialExchangeProtocol

extension ExchangeError: CodedFailure {
  package var exitCode: ExitCode {
    switch kind {
    case .damaged: .badData
    case .refused: .refused
    case .failed: .internalFault
    }
  }
}

/// Why a file of age cannot be opened, in words for the command line.
struct AgeFailure: CodedFailure {
  let error: AgeError
  /// The file as the user named it.
  let path: String

  var code: String { error.code }

  var exitCode: ExitCode {
    switch error {
    case .noMatch, .wrongPassphrase: .refused
    case .crypto, .scrypt, .outOfOrder: .internalFault
    case .noRecipients, .tooManyRecipients, .unusableRecipient: .usage
    case .emptyPassphrase: .refused
    case .workFactorTooLow, .workFactorTooHigh, .headerFailure, .hmacFailure, .payloadFailure, .armorFailure:
      .badData
    }
  }

  var message: String { "'\(path)': \(error.message)" }

  var hint: String? {
    switch error {
    case .workFactorTooHigh: "--kdf-limit allows more, if you trust the file"
    case .noMatch: "--identity names the file with the right key"
    default: nil
    }
  }
}

/// The bytes of an input could not be read to their end.
struct UnreadableInput: CommandFailure {
  let path: String
  let error: FileAccessError

  var exitCode: ExitCode { .inputOutput }
  var message: String {
    switch error {
    case .system(_, let code): "cannot read '\(path)': \(SystemError(code: code).message)"
    case .notRegular: "'\(path)' is no regular file"
    case .truncated: "'\(path)' became shorter while it was read"
    }
  }
  var hint: String? { nil }
}

/// Opens envelopes: responses with the key file of their request, files of age with an identity or a passphrase.
struct SealedInput {
  static let key = OptionSpec.value(
    "key", label: "path", help: "Open a response with the key file that 'cxf request' made.",
    completion: .file)

  /// The largest work factor that can be asked for, as log2 of memory in KiB.
  private static let largestLogN = 30

  let secrets: Passphrases
  let arguments: ParsedArguments
  /// The limit of Argon2id for key files.
  let limit: KeyDerivationLimit
  /// Whether `--fingerprint` is about the input.
  let isExpected: Bool

  // MARK: age

  /// Returns the plaintext of a file of age, as an input of its own.
  ///
  /// - Throws: `AgeFailure`, `PassphraseNeeded`, and what asking throws.
  func openAge(_ file: SourceFile) throws -> SourceFile {
    do {
      let opened = try open(AgeFile(try binary(file), limits: AgeLimits(maximumLogN: maximumLogN)), file)
      let head = try opened.read(at: 0, count: Int(min(opened.count, UInt64(SealedDocuments.headCount))))
      switch InputKind(head) {
      case .sealed, .bundle, .archive: return SourceFile(name: file.name, head: head, content: opened)
      case .vault:
        throw SimpleFailure(
          .badData, "'\(file.name)' holds a vault, which is opened from a file of its own",
          hint: "open it with 'age -d' first")
      case .document:
        return SourceFile(name: file.name, bytes: try opened.readAll(limit: InputFiles.defaultLimit))
      }
    } catch let error as AgeError {
      throw AgeFailure(error: error, path: file.name)
    } catch let error as FileAccessError {
      throw UnreadableInput(path: file.name, error: error)
    } catch is ByteLimitError {
      throw InputFileError.tooLarge(path: file.name, limit: InputFiles.defaultLimit)
    }
  }

  private var maximumLogN: Int {
    // scrypt of age takes 2^n KiB.
    let most = Int(limit.memoryKiB)
    return min(Self.largestLogN, most.bitWidth - 1 - most.leadingZeroBitCount)
  }

  private func open(_ age: AgeFile, _ file: SourceFile) throws -> AgePlaintext {
    switch age.needs {
    case .passphrase:
      guard !secrets.isRefused else { throw AgeError.wrongPassphrase }
      return try age.open(passphrase: try secrets.existing(.source, of: "'\(file.name)'"))
    case .identities:
      let identities = try AgeKeys.identities(arguments, &secrets.files)
      guard !identities.isEmpty else {
        throw SimpleFailure(
          .refused, "'\(file.name)' is sealed for a key, and none was given",
          hint: "--identity names the file with the key")
      }
      return try age.open(identities: identities)
    }
  }

  /// The file without its armor, which is ciphertext.
  private func binary(_ file: SourceFile) throws -> any RandomAccessBytes {
    guard AgeArmor.isArmored(file.bytes) else { return file.content }
    var decoder = AgeArmorDecoder()
    let stream = try (file.content as any ByteContent).open()
    let spool: SpoolFile? = file.isWhole ? nil : try SpoolFile()
    var bytes: [UInt8] = []
    while true {
      let piece = try stream.next(upTo: 1 << 16)
      if piece.isEmpty { break }
      let decoded = try decoder.append(piece)
      if let spool { try spool.append(decoded) } else { bytes += decoded }
    }
    try decoder.finish()
    return try spool?.bytes() ?? MemoryBytes(bytes)
  }

  // MARK: Responses

  /// Opens a response and reads what is in it.
  ///
  /// - Throws: `ExchangeError`, `PassphraseNeeded`, and what asking throws.
  func openResponse(_ file: SourceFile, _ options: ReadOptions) throws -> (Reading, KeyFileUse) {
    guard let path = arguments.knows(Self.key.name) ? arguments.value(Self.key.name) : nil else {
      throw SimpleFailure(
        .refused, "'\(file.name)' is a sealed response, and no key file was given",
        hint: "--key names the key file that 'cxf request' made")
    }
    do {
      let envelope = try ResponseEnvelope(file.content)
      let (keys, keyBytes) = try keyFile(path)
      try Fingerprint.confirm(
        envelope.encapsulatedThumbprint, of: "the response", from: envelope.exporter, isExpected: isExpected,
        arguments, secrets.environment)
      let opened = try OpenedResponse(envelope, with: keys)
      let use = KeyFileUse(path: path, content: keyBytes, request: keys.requestHash)
      return (try opened.reading(file, options), use)
    } catch let error as FileAccessError {
      throw UnreadableInput(path: file.name, error: error)
    } catch is ByteRangeError {
      throw ExchangeError(.damaged, "cxp-tampered", "the response breaks off")
    }
  }

  /// Opens a key file. Its passphrase is that of the input where one was given, else that of the command.
  func keyFile(_ path: String) throws -> (OpenedKeyFile, content: [UInt8]) {
    guard !path.utf8.elementsEqual("-".utf8), !OutputFile.isStream(path) else {
      throw SimpleFailure(
        .usage, "the key file must be a file: it is replaced when it has been used",
        hint: "name it with --key")
    }
    let file = try secrets.files.read(path, limit: KeyFile.maximumByteCount)
    let now = secrets.environment.timestamp
    func open(_ role: PassphraseRole) throws -> OpenedKeyFile {
      try OpenedKeyFile(file.bytes, now: now, limit: limit) {
        try secrets.existing(role, of: "the key file '\(path)'")
      }
    }
    let isShared = secrets.has(.vault)
    guard secrets.has(.source), secrets.isGiven(.source) || !isShared || !secrets.isGiven(.vault) else {
      return (try open(.vault), file.bytes)
    }
    do {
      return (try open(.source), file.bytes)
    } catch let error as ExchangeError where error.code.utf8.elementsEqual("key-file-passphrase".utf8) {
      guard isShared, secrets.isGiven(.source), secrets.isGiven(.vault) else { throw error }
      return (try open(.vault), file.bytes)
    }
  }
}

/// A key file that opened a response, until what came of it is safe.
final class KeyFileUse: Sendable {
  /// The file.
  let path: String
  private let content: [UInt8]
  private let request: [UInt8]

  /// - Parameter content: what was in the file when it was opened; it is sealed.
  init(path: String, content: [UInt8], request: [UInt8]) {
    self.path = path
    self.content = content
    self.request = request
  }

  /// Replaces the keys by a note that they were used. To be called when the output is on the disk.
  func markUsed(_ environment: CommandEnvironment) throws {
    var files = InputFiles(environment)
    guard try files.read(path, limit: KeyFile.maximumByteCount).bytes == content else {
      throw SimpleFailure(
        .cannotCreate, "all is done, but the key file is another one now, and was left as it is",
        hint: "the keys that were used must not be used again: delete what is left of them")
    }
    do throws(OutputFileError) {
      try OutputFile.write(
        KeyFile.used(at: environment.timestamp, request: request), to: path, replacing: true)
    } catch {
      throw SimpleFailure(
        error.exitCode, "all is done, but the key file could not be replaced: \(error.message)",
        hint: "delete '\(path)' yourself: its keys must not be used again")
    }
  }
}
