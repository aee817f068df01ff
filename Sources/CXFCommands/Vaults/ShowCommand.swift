internal import CXFCommandLine
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf show`: one item of a vault.
enum ShowCommand {
  private static let item = ArgumentSpec(
    "item", help: "The item: its id, the unique beginning of its id, or its exact title.", takesDashes: true)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "show", abstract: "Show one item of a vault; secrets only with --reveal.",
      examples: [
        CommandExample("cxf show home.cxfvault 'My bank'", "All fields, with dots for secrets."),
        CommandExample("cxf show home.cxfvault 'My bank' --reveal --json", "For a program, with secrets."),
      ],
      options: VaultOpening.options + [ListCommand.reveal, CommonOptions.json],
      arguments: [VaultOpening.argument, item]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let reveals = arguments.flag(ListCommand.reveal.name)
    guard let word = arguments.argument(item.name) else { throw SimpleFailure(.usage, "name an item") }
    let vault = try await VaultOpening(arguments, environment).open()
    let progress = ProgressReporter(environment)
    let contents = try await vault.read { try await VaultContents.read($0, progress: progress) }
    let found = try ItemFinder.find(word, in: contents.items)
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.contents([found], contents.collections.nested(around: [found]), reveal: reveals))
    } else {
      try environment.output.write(
        text(found, contents.collections, reveal: reveals, environment.outputStyle))
    }
    return .success
  }

  private static func text(
    _ entry: VaultItem, _ collections: CollectionTree, reveal: Bool, _ style: TextStyle
  ) -> String {
    var rows = ItemRow.rows(entry.item)
    let end = rows.firstIndex { !$0.group.isEmpty } ?? rows.count
    let paths = entry.collections.compactMap { collections.path(to: $0) }
    let attachments = entry.attachments.map { Text("\($0.count) bytes") }
    rows.insert(
      contentsOf: paths.map { ItemRow(group: "", label: "collection", value: $0, isSecret: false) }
        + attachments.map { ItemRow(group: "", label: "attachment", value: $0, isSecret: false) }, at: end)
    var text = style.bold(ForeignText.escaped(entry.item.displayTitle)) + "\n"
    for (index, group) in groups(rows).enumerated() {
      if index > 0 {
        // What belongs to the item and stands behind its credentials.
        let heading = group.first?.group ?? ""
        text += style.bold(heading.isEmpty ? "further" : ForeignText.escaped(heading)) + "\n"
      }
      let table = TableRenderer([.init(""), .init(""), .init("")], style: style)
      text += table.render(
        group.filter { !$0.label.isEmpty }.map { row in
          let value = row.isSecret && !reveal ? ItemRow.mask : row.value.string
          return ["", .init(row.label, .dim), .init(value)]
        })
    }
    return text
  }

  /// The rows by group, that of the item itself first.
  private static func groups(_ rows: [ItemRow]) -> [[ItemRow]] {
    var groups: [[ItemRow]] = [[]]
    var current = Text("")
    for row in rows {
      if Text(row.group) != current {
        groups.append([])
        current = Text(row.group)
      }
      groups[groups.count - 1].append(row)
    }
    return groups
  }
}
