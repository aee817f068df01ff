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
        "An import whose records a later import changed can be undone only after that one.",
        "In a KeePass database, what other programs changed since stays: only what the import changed is taken back, and an "
          + "entry that it made and somebody edited goes into the recycle bin.",
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
    let (entry, records) = try await vault.importing(environment) { importer in
      let history = try await importer.store.read { try await $0.imports() }
      let id = try wanted.map { try history.named($0).id } ?? history.last { $0.undoneAt == nil }?.id
      let before = try await importer.store.read { try await UndoneRecords(of: id, in: $0) }
      let entry = try await importer.undo(id, at: now)
      return (entry, try await importer.store.read { try await before.settled(in: $0) })
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.make { writer in
          writer.member("undone", entry.id.description)
          writer.member("action", entry.action.rawValue)
          writer.name("source")
          writer.string(entry.source)
          writer.items(entry.items)
          records.write(to: &writer)
        })
    } else if !environment.isQuiet {
      let what =
        entry.action == .dedupe ? "the merging of duplicates" : "the import of \(entry.source.string)"
      let lines =
        records.lines(environment.outputStyle) + [
          ForeignText.escaped("\(what) (\(entry.id)) is undone: \(records.summary)")
        ]
      try environment.output.write(lines.joined(separator: "\n") + "\n")
    }
    return .success
  }
}
