internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf convert`: any readable format to any writable one, with an account of every value.
enum ConvertCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "convert", abstract: "Convert an export to CXF or to another manager's import format.",
      discussion: [
        "Every value of the source is carried, converted, repaired, or listed as lost with a reason. When anything "
          + "is lost the exit status is 1, unless --allow-loss is given; the result is written all the same."
      ],
      examples: [
        CommandExample(
          "cxf convert chrome.csv --to cxf -o vault.json --plaintext", "A Chrome export as CXF."),
        CommandExample(
          "cxf convert vault.json --to bitwarden-json -o import.json --plaintext --report report.json",
          "CXF for Bitwarden, with the account in a file."),
        CommandExample("cxf convert bitwarden.json --to chrome-csv --dry-run", "See what would be lost."),
      ],
      options: [
        .value(
          "to", label: "format", help: "Format of the result.", isRequired: true,
          allowed: FormatTable.all.filter { $0.makeWriter != nil }.map(\.id)),
        Destination.output, Destination.plaintext, Destination.force,
        .value(
          "report", label: "path", help: "Write the account of values to this file, as JSON.",
          completion: .file),
        .flag("allow-loss", help: "Exit with 0 even when something was lost."),
        .flag("include-trash", help: "Take items in the trash along to formats that have none."),
        .flag("strict", help: "Refuse deviations from CXF instead of repairing them."),
        .flag("dry-run", help: "Show the account; write nothing."), CommonOptions.json,
      ] + InputReader.options, arguments: [InputReader.inputs]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let target = arguments.value("to").flatMap(FormatTable.format), let makeWriter = target.makeWriter
    else {
      throw SimpleFailure(.usage, "name a format to write", hint: "'cxf formats' lists them")
    }
    let destination = Destination(arguments)
    let isDryRun = arguments.flag("dry-run")
    let wantsJSON = arguments.flag("json")
    if wantsJSON, destination.isStandardOutput, !isDryRun {
      throw SimpleFailure(
        .usage, "the result and the JSON document cannot both go to standard output",
        hint: "name a file with -o")
    }
    if let report = arguments.value("report"), report == arguments.value("output") {
      throw SimpleFailure(.usage, "the result and its report cannot be one file", hint: "name two files")
    }
    let reader = try InputReader(arguments, environment)
    let options = ReadOptions(strict: arguments.flag("strict"))
    var inputs: [ReadInput] = []
    for path in arguments.arguments("input") {
      inputs.append(try await reader.read(path, from: arguments.value("from"), options))
    }
    if !isDryRun { try destination.check(environment, inputs: reader.identities) }
    if let report = arguments.value("report"), !isDryRun {
      try OutputFile.check(report, replacing: arguments.flag("force"), inputs: reader.identities)
    }
    let timestamp = Self.timestamp(environment)
    let conversion = Conversion.run(
      inputs.map { ($0.file, $0.format, $0.reading) }, to: target,
      writer: makeWriter(WriteOptions(timestamp: timestamp)),
      options: .init(timestamp: timestamp, includesTrash: arguments.flag("include-trash")))
    let document = json(conversion, inputs, target)
    if !isDryRun {
      try destination.write(conversion.bytes, environment, inputs: reader.identities)
      if let report = arguments.value("report") {
        try OutputFile.write(
          document, to: report, replacing: arguments.flag("force"), inputs: reader.identities)
      }
    }
    if wantsJSON {
      try environment.output.write(document)
    } else if !environment.isQuiet {
      let stream = destination.isStandardOutput && !isDryRun ? environment.error : environment.output
      let style = destination.isStandardOutput && !isDryRun ? environment.errorStyle : environment.outputStyle
      try stream.write(text(conversion, style).joined(separator: "\n") + "\n")
    }
    return conversion.hasLoss && !arguments.flag("allow-loss") ? .negative : .success
  }

  private static func timestamp(_ environment: CommandEnvironment) -> UInt64 {
    if let text = environment.variables["SOURCE_DATE_EPOCH"], let seconds = UInt64(text) { return seconds }
    return UInt64(clamping: environment.now())
  }

  private static func text(_ conversion: Conversion, _ style: TextStyle) -> [String] {
    let items = conversion.items
    let values = conversion.values
    return FindingText.summary(conversion.findings, style, more: "--report lists all") + [
      "items: in \(items.read) = out \(items.written) + skipped \(items.skipped) + failed \(items.failed)",
      "values: in \(values.total) = carried \(values.carried) + converted \(values.converted) + repaired "
        + "\(values.repaired) + lost \(values.lost)",
    ]
  }

  private static func json(_ conversion: Conversion, _ inputs: [ReadInput], _ target: Format) -> [UInt8] {
    JSONDocument.make { writer in
      func source(_ input: ReadInput, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("format", input.format.id)
        writer.member("name", input.file.name)
        writer.endObject()
      }
      if let first = inputs.first {
        writer.name("source")
        source(first, &writer)
      }
      if inputs.count > 1 { writer.array("sources", inputs) { source($1, &$0) } }
      writer.name("target")
      writer.beginObject()
      writer.member("format", target.id)
      writer.endObject()
      writer.name("items")
      writer.beginObject()
      writer.member("in", conversion.items.read)
      writer.member("out", conversion.items.written)
      writer.member("skipped", conversion.items.skipped)
      writer.member("failed", conversion.items.failed)
      writer.endObject()
      writer.values(conversion.values)
      writer.findings(conversion.findings)
    }
  }
}
