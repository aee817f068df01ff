internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// An input that was read as some format.
struct ReadInput: Sendable {
  var file: SourceFile
  var format: Format
  var reading: Reading
}

/// Why an input could not be read, in words for the command line.
struct InputFailure: CodedFailure {
  let error: FormatError

  var code: String { error.finding.code.name }

  var exitCode: ExitCode {
    switch error.kind {
    case .damaged, .unknownFormat, .unsupportedEncryption: .badData
    case .passphraseNeeded: .refused
    }
  }

  var message: String {
    FindingText.place(error.finding).map { "\($0): \(error.finding.message)" } ?? error.finding.message
  }

  var hint: String? { error.hint }
}

/// Reads inputs: bytes, format, records.
struct InputReader {
  static let from = OptionSpec.value(
    "from", label: "format", help: "Read the input as this format instead of the one detected.",
    allowed: FormatTable.all.filter { $0.read != nil }.map(\.id))
  static let input = ArgumentSpec(
    "input", help: "An export of a password manager, or - for standard input.", completion: .file)
  static let inputs = ArgumentSpec(
    "input", help: "Exports of password managers; - is standard input.", isRepeatable: true, completion: .file
  )
  /// The options of a command whose only secret is that of its inputs.
  static let options = [from] + PassphraseRole.options(.source) + VaultOpening.keyOptions

  private let secrets: Passphrases
  private let opening: VaultOpening
  /// The regular files that were read, which no output may replace.
  var identities: [FileIdentity] { secrets.files.identities }

  /// - Parameter secrets: with the role `source`.
  init(_ secrets: Passphrases, _ arguments: ParsedArguments) throws {
    self.secrets = secrets
    opening = try VaultOpening(secrets, arguments, role: .source)
  }

  /// Creates the reader of a command whose only secret is that of its inputs.
  init(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws {
    try self.init(Passphrases(arguments, environment, .source), arguments)
  }

  /// The bytes of an input; of a vault in a file only the first ones, because it is opened by its path.
  func bytes(_ path: String) throws -> SourceFile {
    let head = try secrets.files.head(path, count: VaultDocument.headCount)
    if let head, VaultDocument.isVault(head) { return SourceFile(name: path, bytes: head) }
    let file = try secrets.files.read(path)
    return SourceFile(name: path == "-" ? "standard input" : path, bytes: file.bytes)
  }

  func read(_ path: String, from: String?, _ options: ReadOptions) async throws -> ReadInput {
    try await read(bytes(path), as: nil, from: from, options)
  }

  /// Reads what ``bytes(_:)`` returned, as a format or as the one that `from` names, else as the one that is detected.
  func read(
    _ file: SourceFile, as known: Format?, from: String?, _ options: ReadOptions
  ) async throws -> ReadInput {
    do {
      let format = try known ?? Self.format(of: file, from)
      guard let read = format.read else {
        throw SimpleFailure(.usage, "\(format.id) cannot be read", hint: "'cxf formats' lists what can")
      }
      if format.id == VaultDocument.format.id {
        return ReadInput(file: file, format: format, reading: try await opening.read(file, options))
      }
      return ReadInput(file: file, format: format, reading: try read(file, options))
    } catch let error as FormatError {
      throw InputFailure(error: error)
    }
  }

  static func format(of file: SourceFile, _ from: String?) throws -> Format {
    if let from, let format = FormatTable.format(from) { return format }
    return try FormatTable.detect(file).format
  }
}
