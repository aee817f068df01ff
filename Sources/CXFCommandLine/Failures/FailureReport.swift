/// An error in words: what is printed when a program fails, and the status with which it ends.
///
/// The only place that turns errors into words. Everything foreign in them (paths, names) is made safe for a
/// terminal here, so that a file's name cannot print lines of its own.
package struct FailureReport: Sendable, Hashable {
  /// The status.
  package let exitCode: ExitCode
  /// What went wrong.
  package let message: String
  /// What to do next.
  package let hint: String?
  /// The usage line and where to read more, for a mistake on the command line.
  package let usage: [String]
  /// Whether nothing is to be printed.
  package let isQuiet: Bool

  /// Creates the report of an error.
  ///
  /// Of an error that is no ``CommandFailure`` only the type is told: its description may hold a secret.
  package init(_ error: any Error) {
    let error: any Error = error is CancellationError ? PromptError.interrupted : error
    guard let failure = error as? any CommandFailure else {
      exitCode = .internalFault
      message = "internal fault (\(type(of: error)))"
      hint = "this is a fault of the program; please report it"
      usage = []
      isQuiet = false
      return
    }
    exitCode = failure.exitCode
    message = failure.message
    hint = failure.hint
    isQuiet = failure.isQuiet
    usage = (failure as? UsageError).map { Self.usage(of: $0.path) } ?? []
  }

  /// Returns the lines for standard error, each ended by a line feed; empty when quiet.
  package func text(program: String, style: TextStyle = .plain) -> String {
    guard !isQuiet else { return "" }
    var text = "\(program): \(style.red("error:")) \(ForeignText.escaped(message))\n"
    if let hint { text += "\(program): \(style.yellow("hint:")) \(ForeignText.escaped(hint))\n" }
    for line in usage { text += line + "\n" }
    return text
  }

  private static func usage(of path: CommandPath) -> [String] {
    let topic = path.subcommandNames.joined(separator: " ")
    return [
      "Usage: " + HelpRenderer.synopsis(of: path),
      "See '\(path.root.name) help\(topic.isEmpty ? "" : " " + topic)' for more information.",
    ]
  }
}
