internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults

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
      ], options: VaultOpening.options + [CommonOptions.json], arguments: [VaultOpening.argument, id]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws -> ExitCode {
    var opening = try VaultOpening(arguments, environment)
    let vault = try await opening.open()
    let wanted = arguments.argument(id.name)
    let now = environment.timestamp
    let entry = try await ImportFailure.wrapping {
      try await Interruption.cancelling {
        let id = try await vault.store.read { snapshot in
          try await wanted.asyncMap { try await snapshot.imports().named($0).id }
        }
        return try await VaultImporter(vault.store).undo(id, at: now)
      }
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

extension Optional where Wrapped: Sendable {
  /// Returns what `body` makes of the value, if there is one.
  func asyncMap<Result: Sendable>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
    if let self { try await body(self) } else { nil }
  }
}
