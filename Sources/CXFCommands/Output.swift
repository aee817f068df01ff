internal import CXFCommandLine

/// Where a command writes, and whether it may write plaintext there.
struct Destination {
  static let output = OptionSpec.value(
    "output", short: "o", label: "path", help: "Write to this file; - is standard output.", completion: .file)
  static let force = OptionSpec.flag("force", help: "Replace an existing file.")
  static let plaintext = OptionSpec.flag(
    "plaintext", help: "Allow credentials to be written unencrypted to a file or the terminal.")

  private let path: String?
  private let replaces: Bool
  private let isPlaintextAllowed: Bool

  init(_ arguments: ParsedArguments) {
    path = arguments.value("output")
    replaces = arguments.flag("force")
    isPlaintextAllowed = arguments.knows(Self.plaintext.name) && arguments.flag(Self.plaintext.name)
  }

  /// Whether standard output takes the data.
  var isStandardOutput: Bool { path.map(OutputFile.isStandardOutput) ?? true }

  /// Checks, once the inputs are known to be good, that plaintext may go there and that nothing is in the way.
  func check(_ environment: CommandEnvironment, inputs: [FileIdentity]) throws {
    if !isPlaintextAllowed, !isPipe(environment) {
      throw SimpleFailure(
        .cannotCreate, "the result would hold every credential unencrypted",
        hint: "--plaintext allows that; a pipe needs no permission")
    }
    if let path, !isStandardOutput { try OutputFile.check(path, replacing: replaces, inputs: inputs) }
  }

  private func isPipe(_ environment: CommandEnvironment) -> Bool {
    guard let path, !isStandardOutput else {
      return !environment.output.isTerminal && environment.output.identity == nil
    }
    return OutputFile.isStream(path)
  }

  func write(_ bytes: [UInt8], _ environment: CommandEnvironment, inputs: [FileIdentity]) throws {
    let output = try begin(environment, inputs: inputs)
    try output.write(bytes)
    try output.commit()
  }

  /// Begins an output that is written piece by piece.
  func begin(_ environment: CommandEnvironment, inputs: [FileIdentity]) throws -> Output {
    guard let path, !isStandardOutput else { return Output(environment.output) }
    return Output(try OutputFile(path, replacing: replaces, inputs: inputs))
  }

  /// Checks that nothing is in the way, for what may go anywhere because it is sealed.
  ///
  /// - Parameter hint: what to do about a terminal that binary would go to.
  func checkSealed(
    _ environment: CommandEnvironment, inputs: [FileIdentity], isText: Bool,
    hint: String = "name a file with -o, or add --armor"
  ) throws {
    if isStandardOutput, !isText, environment.output.isTerminal {
      throw SimpleFailure(
        .cannotCreate, "the result is binary, and standard output is a terminal",
        hint: hint)
    }
    if let path, !isStandardOutput { try OutputFile.check(path, replacing: replaces, inputs: inputs) }
  }
}

/// An output in the making: whole under its name after ``commit()``, or not there at all.
final class Output {
  private var file: OutputFile?
  private let stream: (any ByteWriter)?

  init(_ file: consuming OutputFile) {
    self.file = consume file
    stream = nil
  }

  init(_ stream: any ByteWriter) {
    file = nil
    self.stream = stream
  }

  func write(_ bytes: [UInt8]) throws {
    if let stream { return try stream.write(bytes) }
    try file?.write(bytes)
  }

  /// Puts it on the disk and in its place.
  func commit() throws {
    guard let file = file.take() else { return }
    try file.commit()
  }
}
