internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf undo`: takes an import back, byte for byte.
enum UndoCommand {
  private static let id = ArgumentSpec(
    "import", help: "The import, by the beginning of its id; the newest that is not undone unless given.",
    isOptional: true)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "undo", abstract: "Take an import back: every record is what it was before, byte for byte.",
      discussion: [
        "An import whose records a later import changed can be undone only after that one."
      ],
      examples: [
        CommandExample("cxf undo home.cxfvault", "Take the newest import back."),
        CommandExample("cxf undo home.cxfvault 3f2b6c1e", "Take that one back."),
      ], options: VaultOpening.options + [CommonOptions.json], arguments: [VaultOpening.argument, id]),
    run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let vault = try await VaultOpening(arguments, environment).open()
    let wanted = arguments.argument(id.name)
    let now = environment.timestamp
    let entry = try await vault.importing(environment) { importer in
      let history = try await importer.store.read { try await $0.imports() }
      return try await importer.undo(try wanted.map { try history.named($0).id }, at: now)
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.make { writer in
          writer.member("undone", entry.id.description)
          writer.items(entry.items)
        })
    } else if !environment.isQuiet {
      try environment.printLine(
        "import \(entry.id) of \(ForeignText.escaped(entry.source.string)) is undone: \(entry.items.created) items "
          + "taken out, \(entry.items.merged) as they were before")
    }
    return .success
  }
}
