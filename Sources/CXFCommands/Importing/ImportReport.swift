internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// What an import did or would do, for people and for programs; no secrets in either.
enum ImportReport {
  /// The most lines of one kind before the rest is counted.
  private static let linesPerKind = 20

  static func print(
    _ result: ImportResult, _ arguments: ParsedArguments, _ environment: CommandEnvironment, isDry: Bool,
    vault: String
  ) throws {
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(json(result))
    } else if !environment.isQuiet {
      let style = environment.outputStyle
      try environment.output.write(table(result, style))
      let lines =
        FindingText.summary(result.findings, style, more: "--json lists all") + [
          end(result, isDry: isDry, vault: vault), counts(result.items), values(result.values),
        ]
      try environment.output.write(lines.joined(separator: "\n") + "\n")
    }
  }

  /// The actions that are worth a line: all of a small import, else those that do more than create.
  private static func table(_ result: ImportResult, _ style: TextStyle) -> String {
    var shown: [PlannedAction] = []
    var counts: [PlannedAction.Kind: Int] = [:]
    for action in result.actions {
      counts[action.kind, default: 0] += 1
      if counts[action.kind, default: 0] <= linesPerKind || action.isConflict && shown.count < 200 {
        shown.append(action)
      }
    }
    guard !shown.isEmpty else { return "" }
    let table = TableRenderer(
      [
        .init("ACTION"), .init("ITEM", maximumWidth: 32), .init("WHY", maximumWidth: 60),
        .init("CHANGES", maximumWidth: 40),
      ], style: style)
    var text = table.render(
      shown.map { action in
        [
          .init(action.isConflict ? "\(action.kind.rawValue) !" : action.kind.rawValue),
          .init(action.title.isEmpty ? "(no title)" : action.title.string), .init(action.reason),
          .init(action.changes.map { "\($0.what) \($0.kind.words)" }.joined(separator: ", ")),
        ]
      })
    for kind in PlannedAction.Kind.allCases {
      let hidden = counts[kind, default: 0] - shown.count(where: { $0.kind == kind })
      if hidden > 0 { text += "… and \(hidden) more of \(kind.rawValue)\n" }
    }
    return text
  }

  private static func end(_ result: ImportResult, isDry: Bool, vault: String) -> String {
    guard let id = result.id, !isDry else { return "nothing was changed" }
    return "import \(id); 'cxf undo \(ForeignText.escaped(vault)) \(id)' takes it back"
  }

  /// The line of items.
  static func counts(_ items: ImportEntry.Counts) -> String {
    "items: in \(items.total) = created \(items.created) + merged \(items.merged) + identical \(items.identical) + "
      + "skipped \(items.skipped) + failed \(items.failed); conflicts \(items.conflicts)"
  }

  private static func values(_ values: ImportedValues) -> String {
    "values: in \(values.total) = carried \(values.carried) + converted \(values.converted) + repaired "
      + "\(values.repaired) + lost \(values.lost)"
  }

  private static func json(_ result: ImportResult) -> [UInt8] {
    JSONDocument.make { writer in
      writer.member("import", result.id?.description)
      writer.items(result.items)
      writer.name("values")
      writer.beginObject()
      writer.member("in", result.values.total)
      writer.member("carried", result.values.carried)
      writer.member("converted", result.values.converted)
      writer.member("repaired", result.values.repaired)
      writer.member("lost", result.values.lost)
      writer.endObject()
      writer.array("actions", result.actions) { $1.write(to: &$0) }
      writer.findings(result.findings)
    }
  }
}

extension MergeChange.Kind {
  /// The change in words.
  fileprivate var words: String {
    switch self {
    case .added: "added"
    case .replaced: "replaced"
    case .keptInHistory: "kept in history"
    case .withheld: "withheld"
    }
  }
}

extension JSONWriter {
  /// Writes the counts of an import.
  mutating func items(_ items: ImportEntry.Counts) {
    name("items")
    beginObject()
    member("in", items.total)
    member("created", items.created)
    member("merged", items.merged)
    member("identical", items.identical)
    member("skipped", items.skipped)
    member("failed", items.failed)
    member("conflicts", items.conflicts)
    endObject()
  }
}
