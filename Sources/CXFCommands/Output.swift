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
    isPlaintextAllowed = arguments.flag("plaintext")
  }

  /// Whether standard output takes the data.
  var isStandardOutput: Bool { path == nil || path == "-" }

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
    guard let path, !isStandardOutput else { return try environment.output.write(bytes) }
    try OutputFile.write(bytes, to: path, replacing: replaces, inputs: inputs)
  }
}
