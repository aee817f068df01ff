internal import CXFCommandLine

/// `cxf help`: the help of a command.
enum HelpCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "help", abstract: "Show the help of a command.",
      arguments: [
        ArgumentSpec(
          "command", help: "The command; without it, the list of all.", isOptional: true, isRepeatable: true)
      ]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws -> ExitCode
  {
    let names = arguments.arguments("command")
    guard let path = CommandPath(CXFCommand.spec).descending(to: names) else {
      throw SimpleFailure(
        .usage, "there is no command '\(names.joined(separator: " "))'", hint: "'cxf help' lists them")
    }
    try environment.output.write(HelpRenderer.render(path, width: environment.width))
    return .success
  }
}

/// `cxf completions`: what a shell needs to complete the command.
enum CompletionsCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "completions", abstract: "Print the completion script of a shell.",
      examples: [
        CommandExample("cxf completions bash > ~/.local/share/bash-completion/completions/cxf", "For bash.")
      ],
      arguments: [
        ArgumentSpec("shell", help: "The shell.", allowed: CompletionShell.allCases.map(\.rawValue))
      ]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws -> ExitCode
  {
    guard let shell = arguments.argument("shell").flatMap(CompletionShell.init) else {
      throw SimpleFailure(.usage, "name a shell")
    }
    try environment.output.write(CompletionRenderer.render(CXFCommand.spec, for: shell))
    return .success
  }
}
