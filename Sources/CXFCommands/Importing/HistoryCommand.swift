internal import CXFCommandLine
internal import CXFFormats
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf history`: the imports of a vault.
enum HistoryCommand {
  private static let forget = OptionSpec.value(
    "forget", label: "import",
    help: "Drop what undoing this import needs, also old versions of its items; 'all' for every import.",
    isRepeatable: true)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "history", abstract: "List the imports of a vault.",
      examples: [
        CommandExample("cxf history home.cxfvault", "The table, oldest first."),
        CommandExample("cxf history home.cxfvault --forget all", "Drop all that undoing needs."),
      ], options: [forget] + VaultOpening.options + [CommonOptions.json], arguments: [VaultOpening.argument]),
    run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let vault = try await VaultOpening(arguments, environment).open()
    let wanted = arguments.values(forget.name)
    if !wanted.isEmpty {
      try await vault.importing(environment) { importer in
        try await importer.store.write { transaction in
          let history = try await transaction.imports()
          let ids = wanted.contains("all") ? history.map(\.id) : try wanted.map { try history.named($0).id }
          try await transaction.forget(ids)
        }
      }
    }
    let imports = try await vault.read { try await $0.imports() }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.make { writer in
          writer.array("imports", imports) { writer, entry in
            writer.beginObject()
            writer.member("id", entry.id.description)
            writer.member("action", entry.action.rawValue)
            writer.name("at")
            writer.unsigned(entry.at.secondsSince1970)
            writer.name("source")
            writer.string(entry.source)
            writer.name("format")
            writer.string(entry.format)
            writer.items(entry.items)
            writer.member("undone", entry.undoneAt != nil)
            writer.member("undoable", entry.undoneAt == nil && !entry.isForgotten)
            writer.endObject()
          }
        })
      return .success
    }
    let table = TableRenderer(
      [
        .init("IMPORT"), .init("WHEN (UTC)"), .init("SOURCE", maximumWidth: 36), .init("FORMAT"),
        .init("CREATED"),
        .init("MERGED"), .init("IDENTICAL"), .init("STATE"),
      ], style: environment.outputStyle)
    try environment.output.write(
      table.render(
        imports.map { entry in
          [
            .init(entry.id.description, .bold), .init(entry.at.words), .init(entry.source.string),
            .init(entry.format.string), .init(String(entry.items.created)), .init(String(entry.items.merged)),
            .init(String(entry.items.identical)),
            .init(entry.undoneAt != nil ? "undone" : entry.isForgotten ? "cannot be undone" : ""),
          ]
        }))
    return .success
  }
}

extension [ImportEntry] {
  /// The entry whose id begins with a text.
  ///
  /// - Throws: ``ImportError/noSuchImport(_:)`` where there is none, or more than one.
  func named(_ text: String) throws -> ImportEntry {
    let found = filter { !text.isEmpty && $0.id.description.utf8.starts(with: text.utf8) }
    guard found.count == 1 else { throw ImportError.noSuchImport(text) }
    return found[0]
  }
}

extension Timestamp {
  /// Day and time in UTC, for people.
  var words: String {
    guard let seconds = Int64(exactly: secondsSince1970) else { return String(secondsSince1970) }
    let day = CivilDay.date(seconds / CivilDay.secondsPerDay)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(day.year)-\(two(Int64(day.month)))-\(two(Int64(day.day))) \(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60))"
  }
}
