internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf inspect`: what is inside, without secrets.
enum InspectCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "inspect", abstract: "Show what is inside a file: counts and titles, no secrets.",
      examples: [CommandExample("cxf inspect vault.json", "List the items of a file.")],
      options: [
        .flag("reveal", help: "Print secrets too, in the JSON document."), CommonOptions.json,
      ] + InputReader.options, arguments: [InputReader.input]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    if arguments.flag("reveal"), !arguments.flag("json") {
      throw SimpleFailure(.usage, "--reveal needs --json", hint: "the table has no place for secrets")
    }
    guard let path = arguments.argument("input") else { throw SimpleFailure(.usage, "name a file") }
    let reader = try InputReader(arguments, environment)
    let input = try await reader.read(path, from: arguments.value("from"), ReadOptions(tracing: false))
    let items = input.reading.accounts.flatMap(\.items).map(\.item)
    var types: [String: Int] = [:]
    for item in items { for credential in item.credentials { types[credential.type, default: 0] += 1 } }
    let collections = input.reading.accounts.reduce(0) { $0 + count($1.account.collections) }
    if arguments.flag("json") {
      try environment.output.write(
        JSONDocument.make { writer in
          writer.member("file", input.file.name)
          writer.member("format", input.format.id)
          writer.name("counts")
          writer.beginObject()
          writer.member("accounts", input.reading.accounts.count)
          writer.member("items", items.count)
          writer.member("collections", collections)
          writer.name("credentials")
          writer.beginObject()
          for (type, number) in types.sorted(by: { $0.key < $1.key }) {
            writer.name(type)
            writer.integer(number)
          }
          writer.endObject()
          writer.endObject()
          writer.array("items", items) { writer, item in
            writer.fragment(MaskedItem.json(item, reveal: arguments.flag("reveal")))
          }
        })
      return .success
    }
    let table = TableRenderer(
      [
        .init("TITLE", maximumWidth: 40), .init("CREDENTIALS", maximumWidth: 36),
        .init("SITE", maximumWidth: 40),
      ],
      style: environment.outputStyle)
    try environment.output.write(
      table.render(
        items.map { item in
          [
            .init(item.displayTitle), .init(item.credentials.map(\.type).joined(separator: ", ")),
            .init(item.scope?.urls.first?.string ?? item.scope?.androidApps.first?.bundleID.string ?? ""),
          ]
        }))
    let counted = types.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    try environment.printLine(
      "\(input.format.id): \(items.count) items, \(collections) collections\(counted.isEmpty ? "" : "; \(ForeignText.escaped(counted))")"
    )
    return .success
  }

  private static func count(_ collections: [ItemCollection]) -> Int {
    collections.reduce(0) { $0 + 1 + count($1.subcollections) }
  }
}
