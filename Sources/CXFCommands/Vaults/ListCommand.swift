internal import CXFCommandLine
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf list`: the items of a vault.
enum ListCommand {
  static let query = ArgumentSpec(
    "query",
    help:
      "Only items for which all terms hold: type:, tag:, collection:, domain:, title:, words; -term negates.",
    isOptional: true, isRepeatable: true, takesDashes: true)
  static let reveal = OptionSpec.flag("reveal", help: "Print secrets too.")

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "list", abstract: "List the items of a vault.",
      discussion: [
        "A query has terms that must all hold: type:passkey, tag:work, collection:A/B (or inside it, by titles from "
          + "the top), domain:example.com (or below it), title:text, and words that stand in title, user name or "
          + "address. A term with - in front must not hold. Text with blanks stands in quotes, which the shell must "
          + "leave alone: 'collection:\"My folder\"'. Letters of ASCII match in either case."
      ],
      examples: [
        CommandExample("cxf list home.cxfvault", "A table of all items, without secrets."),
        CommandExample("cxf list home.cxfvault type:passkey -domain:example.com --json", "For a program."),
      ],
      options: VaultOpening.options + [reveal, CommonOptions.json], arguments: [VaultOpening.argument, query]),
    run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let query = try ItemQuery.parse(arguments.arguments(query.name))
    let reveals = arguments.flag(reveal.name)
    let wantsJSON = arguments.flag(CommonOptions.json.name)
    if reveals, !wantsJSON {
      throw SimpleFailure(
        .usage, "--reveal needs --json",
        hint: "the table has no place for secrets; 'cxf show' prints an item's")
    }
    let vault = try await VaultOpening(arguments, environment).open()
    let progress = ProgressReporter(environment)
    let contents = try await vault.read { try await VaultContents.read($0, query, progress: progress) }
    if wantsJSON {
      let collections =
        query.isEmpty
        ? contents.collections.nested(linking: contents.items)
        : contents.collections.nested(around: contents.items)
      try environment.output.write(JSONDocument.contents(contents.items, collections, reveal: reveals))
    } else {
      try environment.output.write(table(contents, environment.outputStyle))
      if !environment.isQuiet {
        try environment.printLine(contents.items.count == 1 ? "1 item" : "\(contents.items.count) items")
      }
    }
    return .success
  }

  private static func table(_ contents: VaultContents, _ style: TextStyle) -> String {
    let table = TableRenderer(
      [
        .init("TITLE", maximumWidth: 36), .init("USERNAME", maximumWidth: 30),
        .init("SITE", maximumWidth: 36),
        .init("KINDS", maximumWidth: 36), .init("COLLECTION", maximumWidth: 36),
      ], style: style)
    let folded = contents.items.map { (key: $0.item.displayTitle.lowercased(), item: $0) }
    let sorted = folded.sorted { Text($0.key) < Text($1.key) }.map(\.item)
    return table.render(
      sorted.map { entry in
        let collections = entry.collections.compactMap { contents.collections.path(to: $0)?.string }
        return [
          .init(entry.item.displayTitle, .bold), .init(entry.item.usernames.first?.string ?? ""),
          .init(
            entry.item.hosts.first?.string ?? entry.item.scope?.androidApps.first?.bundleID.string ?? ""),
          .init(
            (entry.item.credentials.map(\.type) + (entry.item.isTrashed ? ["in the trash"] : []))
              .joined(separator: ", ")),
          .init(collections.joined(separator: ", ")),
        ]
      })
  }
}
