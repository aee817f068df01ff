package import CXFCommandLine

/// The command `cxf`: its specification and the way from words to an exit code.
package enum CXFCommand {
  /// The version of the toolkit.
  package static let version = "0.1.0"

  /// What a command does with its words.
  typealias Run = @Sendable (ParsedArguments, CommandEnvironment) async throws -> ExitCode

  /// One subcommand: its specification and what it does, or the commands below it.
  struct Subcommand: Sendable {
    let spec: CommandSpec
    private let run: Run?
    private let commands: [Subcommand]

    /// A command that does something.
    init(spec: CommandSpec, run: @escaping Run) {
      self.spec = spec
      self.run = run
      commands = []
    }

    /// A group, whose first word chooses one of `commands`; `spec` does not name them.
    init(group spec: CommandSpec, _ commands: [Subcommand]) {
      var spec = spec
      spec.subcommands = commands.map(\.spec)
      self.spec = spec
      run = nil
      self.commands = commands
    }

    /// What is done, by the words that lead there.
    fileprivate func runs(below path: [String] = []) -> [(path: [String], run: Run)] {
      let path = path + [spec.name]
      return (run.map { [(path, $0)] } ?? []) + commands.flatMap { $0.runs(below: path) }
    }
  }

  private static let subcommands: [Subcommand] = [
    FormatsCommand.subcommand, IdentifyCommand.subcommand, InspectCommand.subcommand,
    ValidateCommand.subcommand, ExplainCommand.subcommand,
    ConvertCommand.subcommand, RequestCommand.subcommand, ExportCommand.subcommand, OpenCommand.subcommand,
    VaultCommand.subcommand, ListCommand.subcommand, ShowCommand.subcommand,
    ImportCommand.subcommand, ApplyCommand.subcommand, DedupeCommand.subcommand, HistoryCommand.subcommand,
    UndoCommand.subcommand,
    CompletionsCommand.subcommand, HelpCommand.subcommand,
  ]

  private static let runs = Dictionary(
    subcommands.flatMap { $0.runs() }.map { ($0.path, $0.run) }, uniquingKeysWith: { first, _ in first })

  /// The one description from which parser, help, completions and manual are made.
  package static let spec = CommandSpec(
    "cxf",
    abstract: "Moves passwords, passkeys and codes between password managers, with nothing lost silently.",
    discussion: [
      "Reads the export of a password manager, and writes the FIDO Credential Exchange Format (CXF) or the import "
        + "format of another manager. Every value of the source is accounted for: carried, converted, repaired, or "
        + "listed as lost with a reason."
    ],
    examples: [
      CommandExample(
        "cxf convert passwords.csv --to cxf -o vault.json --plaintext", "Turn a Chrome export into CXF."),
      CommandExample("cxf validate vault.json", "Judge a CXF file."),
    ],
    options: CommonOptions.all, subcommands: subcommands.map(\.spec), version: version,
    manual: ManualSupplement(
      exitStatus: ExitCode.allCases.map { .init(String($0.rawValue), $0.meaning) },
      environment: [
        .init("SOURCE_DATE_EPOCH", "Seconds since 1970 that stand as the time of a written document."),
        .init("NO_COLOR", "No colour when set and not empty."),
        .init("COLUMNS", "Width of help and tables."),
      ]))

  /// What a command line comes to.
  package enum Beginning: Sendable {
    /// Everything is said: help, version, or a mistake.
    case ended(ExitCode)
    /// There is something to do.
    case command(Work)
  }

  /// A command with its words understood.
  package struct Work: Sendable {
    fileprivate let run: Run
    fileprivate let arguments: ParsedArguments
    fileprivate let environment: CommandEnvironment
    fileprivate let wantsJSON: Bool

    /// Does it.
    package func perform() async -> ExitCode {
      do {
        return try await run(arguments, environment)
      } catch {
        return CXFCommand.report(error, wantsJSON: wantsJSON, environment)
      }
    }
  }

  /// Runs a command line.
  ///
  /// - Parameter words: the words after the name of the program.
  package static func run(_ words: [String], _ environment: CommandEnvironment) async -> ExitCode {
    switch begin(words, environment) {
    case .ended(let code): code
    case .command(let work): await work.perform()
    }
  }

  /// Understands a command line, and does what needs no waiting: whoever asks for help or the version should not have to wait
  /// for threads either.
  package static func begin(_ words: [String], _ environment: CommandEnvironment) -> Beginning {
    var environment = environment
    let wantsJSON = words.prefix { $0 != "--" }.contains("--json")
    do {
      switch try ArgumentScanner(spec).scan(words) {
      case .help(let path):
        try environment.output.write(HelpRenderer.render(path, width: environment.width))
      case .version(let version): try environment.printLine("cxf \(version)")
      case .run(let arguments):
        CommonOptions.apply(arguments, to: &environment)
        guard let run = runs[arguments.path.subcommandNames] else {
          throw SimpleFailure(.usage, "name a command", hint: "'cxf help' lists the commands")
        }
        return .command(
          Work(run: run, arguments: arguments, environment: environment, wantsJSON: wantsJSON))
      }
      return .ended(.success)
    } catch {
      return .ended(report(error, wantsJSON: wantsJSON, environment))
    }
  }

  private static func report(_ error: any Error, wantsJSON: Bool, _ environment: CommandEnvironment)
    -> ExitCode
  {
    guard wantsJSON else { return environment.report(error) }
    let report = FailureReport(error)
    if !report.isQuiet {
      let code = (error as? any CodedFailure)?.code ?? report.exitCode.name
      try? environment.output.write(JSONDocument.failure(code, report.message, hint: report.hint))
    }
    return report.exitCode
  }
}

/// A failure with a stable code of its own.
package protocol CodedFailure: CommandFailure {
  /// The code, in kebab case.
  var code: String { get }
}

extension ExitCode {
  /// The stable name in JSON documents.
  var name: String {
    switch self {
    case .success: "done"
    case .negative: "no"
    case .usage: "usage"
    case .badData: "bad-data"
    case .noInput: "no-input"
    case .internalFault: "internal-fault"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "input-output"
    case .refused: "refused"
    case .interrupted: "interrupted"
    }
  }
}

/// The options that every command understands.
enum CommonOptions {
  static let json = OptionSpec.flag("json", help: "Print one JSON document on standard output.")
  static let all: [OptionSpec] = [
    .flag("no-input", help: "Never ask; fail instead."),
    .flag("quiet", short: "q", help: "Print nothing but data and errors."),
    .value(
      "color", label: "when", help: "When to use colour.", allowed: ColorChoice.allCases.map(\.rawValue),
      defaultValue: "auto"),
  ]

  static func apply(_ arguments: ParsedArguments, to environment: inout CommandEnvironment) {
    environment.noInput = arguments.flag("no-input")
    environment.isQuiet = arguments.flag("quiet")
    environment.color = arguments.value("color").flatMap(ColorChoice.init) ?? .auto
  }
}
