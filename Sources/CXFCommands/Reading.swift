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

  private var files: InputFiles
  /// The regular files that were read, which no output may replace.
  var identities: [FileIdentity] { files.identities }

  init(_ environment: CommandEnvironment) {
    files = InputFiles(environment)
  }

  mutating func bytes(_ path: String) throws -> SourceFile {
    let file = try files.read(path)
    return SourceFile(name: path == "-" ? "standard input" : path, bytes: file.bytes)
  }

  mutating func read(_ path: String, from: String?, _ options: ReadOptions) throws -> ReadInput {
    let file = try bytes(path)
    do {
      let format = try Self.format(of: file, from)
      guard let read = format.read else {
        throw SimpleFailure(.usage, "\(format.id) cannot be read", hint: "'cxf formats' lists what can")
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
