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
      discussion: [
        "Each import keeps what its items were before, so that it can be undone; until it is forgotten here, also old "
          + "passwords stay in the vault. What is forgotten stays in the list, and an earlier import that changed the same "
          + "items cannot be undone any more, either."
      ],
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
            writer.name("undoneAt")
            if let at = entry.undoneAt { writer.unsigned(at.secondsSince1970) } else { writer.null() }
            writer.member("forgotten", entry.isForgotten)
            writer.endObject()
          }
        })
      return .success
    }
    try environment.output.write(table(imports, environment.outputStyle))
    if imports.isEmpty { environment.note("nothing was imported into \(vault.path) yet") }
    return .success
  }

  /// The source stands last and whole: of a long path the end says most.
  private static func table(_ imports: [ImportEntry], _ style: TextStyle) -> String {
    guard !imports.isEmpty else { return "" }
    let table = TableRenderer(
      [
        .init("IMPORT"), .init("WHEN (UTC)"), .init("ITEMS"), .init("STATE"), .init("FORMAT"),
        .init("SOURCE"),
      ], style: style)
    return table.render(
      imports.map { entry in
        [
          .init(entry.id.description, .bold), .init(entry.at.words), .init(entry.words),
          .init(entry.undoneAt != nil ? "undone" : entry.isForgotten ? "cannot be undone" : ""),
          .init(entry.format.string),
          .init(entry.action == .dedupe ? "(duplicates merged)" : entry.source.string),
        ]
      })
  }
}

extension ImportEntry {
  /// The counts that are not zero.
  fileprivate var words: String {
    let parts = [
      (items.created, "created"), (items.merged, "merged"), (items.identical, "identical"),
      (items.skipped, action == .dedupe ? "kept" : "skipped"), (items.failed, "failed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }
}

extension [ImportEntry] {
  /// The entry whose id begins with a text, in hexadecimal digits of either case.
  ///
  /// - Throws: ``ImportError/noSuchImport(_:)``; ``AmbiguousImport`` where there is more than one.
  func named(_ text: String) throws -> ImportEntry {
    let wanted = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let found = filter { !wanted.isEmpty && $0.id.description.utf8.starts(with: wanted) }
    guard let entry = found.first else { throw ImportError.noSuchImport(text) }
    guard found.count == 1 else { throw AmbiguousImport(text: text, candidates: found.map(\.id)) }
    return entry
  }
}

/// Several imports have ids that begin with what a word of the command line says.
struct AmbiguousImport: CodedFailure {
  /// The word.
  let text: String
  /// The imports that it could mean.
  let candidates: [ImportID]

  var code: String { "ambiguous-import" }
  var exitCode: ExitCode { .negative }
  var message: String { "'\(text)' is the beginning of \(candidates.count) ids" }
  var hint: String? {
    let named = candidates.prefix(10).map(\.description).joined(separator: ", ")
    return "give more of it: \(named)\(candidates.count > 10 ? ", …" : "")"
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
