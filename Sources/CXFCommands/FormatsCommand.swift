internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf formats`: what can be read and written.
enum FormatsCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "formats", abstract: "List every format: what it is, whether it is read and written, how to export it.",
      examples: [CommandExample("cxf formats", "Show the table.")], options: [CommonOptions.json]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws -> ExitCode
  {
    if arguments.flag("json") {
      try environment.output.write(
        JSONDocument.make { writer in
          writer.array("formats", FormatTable.all) { writer, format in
            writer.beginObject()
            writer.member("id", format.id)
            writer.member("name", format.name)
            writer.member("reads", format.read != nil)
            writer.member("writes", format.makeWriter != nil)
            writer.member("export", format.exportSteps)
            writer.name("holds")
            writer.beginObject()
            for content in Capabilities.Content.allCases {
              writer.name(content.rawValue)
              writer.string(format.capabilities[content].rawValue)
            }
            writer.endObject()
            writer.endObject()
          }
        })
      return .success
    }
    let table = TableRenderer(
      [.init("ID"), .init("NAME"), .init("READ"), .init("WRITE"), .init("HOW TO EXPORT")],
      style: environment.outputStyle)
    let rows: [[TableRenderer.Cell]] = FormatTable.all.map { format in
      [
        .init(format.id, .bold), .init(format.name), .init(format.read == nil ? "" : "yes"),
        .init(format.makeWriter == nil ? "" : "yes"), .init(format.exportSteps),
      ]
    }
    try environment.output.write(table.render(rows))
    return .success
  }
}
