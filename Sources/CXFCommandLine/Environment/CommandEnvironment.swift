#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#endif

/// Everything outside that a command may touch, so that tests run commands inside their own process.
package struct CommandEnvironment: Sendable {
  /// The name under which messages are printed.
  package var program: String
  /// Standard input.
  package var input: any ByteReader
  /// Standard output: data.
  package var output: any ByteWriter
  /// Standard error: everything else.
  package var error: any ByteWriter
  /// The terminal for questions.
  package var terminal: any InteractiveTerminal
  /// Environment variables.
  package var variables: [String: String]
  /// Returns the time in seconds since 1970-01-01T00:00:00Z.
  package var now: @Sendable () -> Int64
  /// Width for help and tables, in columns.
  package var width: Int
  /// When to colour.
  package var color: ColorChoice
  /// Whether questions are forbidden.
  package var noInput: Bool
  /// Whether notes and progress are left out.
  package var isQuiet: Bool
  /// Whether SIGINT is this program's to handle.
  package var ownsSignals: Bool
  /// How long another program is waited for that has what is needed.
  package var patience: Duration

  /// Creates an environment; what is not given is empty and silent.
  package init(
    program: String, input: any ByteReader = MemoryReader(), output: any ByteWriter = MemoryWriter(),
    error: any ByteWriter = MemoryWriter(), terminal: any InteractiveTerminal = ScriptedTerminal(),
    variables: [String: String] = [:], now: @escaping @Sendable () -> Int64 = { 0 }, width: Int = 80,
    color: ColorChoice = .auto, noInput: Bool = false, isQuiet: Bool = false, ownsSignals: Bool = false,
    patience: Duration = .zero
  ) {
    self.program = program
    self.input = input
    self.output = output
    self.error = error
    self.terminal = terminal
    self.variables = variables
    self.now = now
    self.width = width
    self.color = color
    self.noInput = noInput
    self.isQuiet = isQuiet
    self.ownsSignals = ownsSignals
    self.patience = patience
  }

  /// Returns the environment of this process.
  package static func ofProcess(program: String) -> CommandEnvironment {
    let variables = processVariables()
    return CommandEnvironment(
      program: program, input: DescriptorStream.standardInput, output: DescriptorStream.standardOutput,
      error: DescriptorStream.standardError, terminal: ControllingTerminal(), variables: variables,
      now: { Int64(time(nil)) }, width: terminalWidth(variables),
      ownsSignals: true, patience: .seconds(10))
  }

  // MARK: Long work

  /// Runs long work that SIGINT cancels; see ``Interruption/cancelling(_:)``.
  ///
  /// - Throws: what `work` throws.
  package func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    ownsSignals ? try await Interruption.cancelling(work) : try await work()
  }

  // MARK: Words for people

  /// The emphasis for standard output.
  package var outputStyle: TextStyle {
    TextStyle(isColored: color.isColored(isTerminal: output.isTerminal, variables: variables))
  }

  /// The emphasis for standard error.
  package var errorStyle: TextStyle {
    TextStyle(isColored: color.isColored(isTerminal: error.isTerminal, variables: variables))
  }

  /// Whether progress may be drawn: standard error is a terminal and nobody asked for quiet.
  package var showsProgress: Bool { error.isTerminal && !isQuiet }

  /// Prints a line on standard output, as it is.
  package func printLine(_ line: String) throws(StreamError) {
    try output.write(line + "\n")
  }

  /// Prints a warning on standard error, made safe; also when quiet.
  package func warn(_ message: String) {
    // A message that cannot be printed must not end what was going well.
    try? error.write("\(program): \(errorStyle.yellow("warning:")) \(ForeignText.escaped(message))\n")
  }

  /// Prints a note on standard error, made safe, unless quiet.
  package func note(_ message: String) {
    guard !isQuiet else { return }
    try? error.write("\(program): \(ForeignText.escaped(message))\n")
  }

  /// Prints an error on standard error and returns the status to end with.
  package func report(_ failure: any Error) -> ExitCode {
    let report = FailureReport(failure)
    try? error.write(report.text(program: program, style: errorStyle))
    return report.exitCode
  }

  // MARK: Questions

  /// Asks for a secret on the terminal; see ``InteractiveTerminal/askSecret(_:confirmation:)``.
  package func askSecret(_ prompt: String, confirmation: String? = nil) throws(PromptError) -> [UInt8] {
    guard !noInput else { throw .notAllowed }
    return try terminal.askSecret(prompt, confirmation: confirmation)
  }

  /// Asks for one of several answers; see ``InteractiveTerminal/askChoice(_:among:)``.
  package func askChoice(_ prompt: String, among answers: [String]) throws(PromptError) -> Int {
    guard !noInput else { throw .notAllowed }
    return try terminal.askChoice(prompt, among: answers)
  }

  // MARK: The process

  private static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(text[..<equals])
        // Of a name given twice, getenv sees the first.
        if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: equals)...]) }
      }
      entry += 1
    }
    return variables
  }

  private static func terminalWidth(_ variables: [String: String]) -> Int {
    if let columns = variables["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    }
    return 80
  }
}
