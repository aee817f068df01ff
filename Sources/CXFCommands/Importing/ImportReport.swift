internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// What an import did or would do, for people and for programs; no secrets in either.
struct ImportReport {
  /// The most lines of one kind before the rest is counted.
  private static let linesPerKind = 20
  /// The most lines for conflicts, of which each wants a look.
  private static let conflictLines = 200

  private let result: ImportResult
  /// The vault, and the file of the plan where one was written, as the user named them.
  private let vault: String
  private let plan: String?

  init(_ result: ImportResult, vault: String, plan: String? = nil) {
    self.result = result
    self.vault = vault
    self.plan = plan
  }

  func print(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws {
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(json)
    } else if !environment.isQuiet {
      let style = environment.outputStyle
      let width = environment.output.isTerminal ? environment.width : .max
      let lines =
        actionLines(style, width: width)
        + FindingText.summary(result.findings, style, more: "--json lists all") + advice + [end]
        + [Self.counts(result.items), values]
      try environment.output.write(lines.joined(separator: "\n") + "\n")
    }
  }

  // MARK: Lines

  /// A line for each action, and for a merge a second one that says why and what it changes. Long lists are cut short by
  /// the kind of action; conflicts stay.
  private func actionLines(_ style: TextStyle, width: Int) -> [String] {
    var lines: [String] = []
    var seen: [PlannedAction.Kind: Int] = [:]
    var hidden: [PlannedAction.Kind: Int] = [:]
    var conflicts = 0
    for action in result.actions {
      seen[action.kind, default: 0] += 1
      if action.isConflict { conflicts += 1 }
      guard
        seen[action.kind, default: 0] <= Self.linesPerKind
          || action.isConflict && conflicts <= Self.conflictLines
      else {
        hidden[action.kind, default: 0] += 1
        continue
      }
      lines += self.lines(for: action, style, width: width)
    }
    for kind in PlannedAction.Kind.allCases {
      if let count = hidden[kind] {
        lines.append("… and \(count) more of \(kind.rawValue); --json lists all")
      }
    }
    return lines
  }

  /// The width of the word for an action, with the sign of a conflict.
  private static let wordWidth = 11

  private func lines(for action: PlannedAction, _ style: TextStyle, width: Int) -> [String] {
    let word = action.isConflict ? "\(action.kind.rawValue) !" : action.kind.rawValue
    let padding = String(repeating: " ", count: max(Self.wordWidth - word.utf8.count, 1))
    var line = (action.isConflict ? style.yellow(word) : word) + padding
    line += Self.name(action.title, action.username)
    if let title = action.intoTitle {
      let other = Self.name(title, "")
      switch action.kind {
      case .merge, .identical: line += " → \(other)"
      case .create where action.isConflict: line += ", beside \(other)"
      case .skip where action.item != nil: line += ", beside \(other)"
      case .create, .skip: break
      }
    }
    guard action.kind == .merge else { return [line] }
    let changes = action.changes.map { "\($0.what) \($0.kind.words)" }.joined(separator: ", ")
    let details = changes.isEmpty ? action.reason : "\(action.reason): \(changes)"
    let indent = String(repeating: " ", count: Self.wordWidth)
    let room = width == .max ? width : max(width - Self.wordWidth, 20)
    return [line]
      + TextWrapper.lines(ForeignText.escaped(details), width: room).map { indent + style.dim($0) }
  }

  /// An item for people: its title, and a user name that tells it from others of that title.
  static func name(_ title: Text, _ username: Text) -> String {
    let title = title.isEmpty ? "(no title)" : ForeignText.escaped(title.string, limit: 60)
    return username.isEmpty ? title : "\(title) (\(ForeignText.escaped(username.string, limit: 40)))"
  }

  /// What to do about conflicts in which both items were kept.
  private var advice: [String] {
    let open = result.actions.count { $0.isConflict && $0.kind == .create }
    guard open > 0 else { return [] }
    let what = open == 1 ? "in 1 conflict both items are kept" : "in \(open) conflicts both items are kept"
    return [
      result.id == nil
        ? "\(what); --interactive asks about each, --on-conflict chooses for all"
        : "\(what); to choose instead, undo this import and repeat it with --interactive or --on-conflict"
    ]
  }

  private var end: String {
    let vault = ShellWord.quoted(vault)
    if let plan {
      return ForeignText.escaped(
        "nothing was changed yet; to do what the plan says: cxf apply \(ShellWord.quoted(plan)) --into \(vault)"
      )
    }
    guard let id = result.id else { return "nothing was changed: this was a dry run" }
    return ForeignText.escaped("this is import \(id); to take it back: cxf undo \(vault) \(id)")
  }

  /// The line of items.
  private static func counts(_ items: ImportEntry.Counts) -> String {
    "items: in \(items.total) = created \(items.created) + merged \(items.merged) + identical \(items.identical) + "
      + "skipped \(items.skipped) + failed \(items.failed); conflicts \(items.conflicts)"
  }

  private var values: String {
    let values = result.values
    return
      "values: in \(values.total) = carried \(values.carried) + converted \(values.converted) + repaired "
      + "\(values.repaired) + lost \(values.lost)"
  }

  // MARK: JSON

  private var json: [UInt8] {
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
