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
        CommandExample(
          "cxf convert vault.json --to kdbx -o vault.kdbx", "A KeePass database; its passphrase is asked for."
        ),
        CommandExample("cxf convert bitwarden.json --to chrome-csv --dry-run", "See what would be lost."),
      ],
      options: [
        .value(
          "to", label: "format", help: "Format of the result.", isRequired: true,
          allowed: FormatTable.all.filter { $0.makeWriter != nil }.map(\.id)),
        Destination.output, Destination.plaintext, Destination.force,
        ConversionReport.report, ConversionReport.allowLoss,
        .flag("include-trash", help: "Take items in the trash along to formats that have none."),
        .flag(
          "collection-per-source", help: "Put what each input holds into a collection with the input's name."),
        .flag("strict", help: "Refuse deviations from CXF instead of repairing them."),
        .flag("dry-run", help: "Show the account; write nothing."), NewDatabase.keyFile, CommonOptions.json,
      ] + InputReader.options + PassphraseRole.output.options, arguments: [InputReader.inputs]), run: run)

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
    try ConversionReport.check(arguments)
    let secrets = try Passphrases(arguments, environment, .source, .output)
    let reader = try InputReader(secrets, arguments, writesDatabase: NewDatabase.isMade(by: target))
    var options = ReadOptions(strict: arguments.flag("strict"))
    options.leavesItems = true
    var inputs: [ReadInput] = []
    for path in arguments.arguments("input") {
      if arguments.flag("collection-per-source") { options.collection = Self.title(path) }
      inputs.append(try await reader.read(path, from: arguments.value("from"), options))
    }
    if arguments.flag("collection-per-source"),
      let other = inputs.first(where: { $0.format.hasAccounts })
    {
      throw SimpleFailure(
        .usage, "'\(other.file.name)' is \(other.format.id), which has accounts and collections of its own",
        hint: "leave --collection-per-source out, or convert it apart")
    }
    let isSealed = NewDatabase.isMade(by: target)
    if !isDryRun {
      if isSealed {
        try destination.checkSealed(
          environment, inputs: reader.identities, isText: false, hint: "name a file with -o")
      } else {
        try destination.check(environment, inputs: reader.identities)
      }
    }
    if let report = arguments.value("report"), !isDryRun {
      try OutputFile.check(report, replacing: arguments.flag("force"), inputs: reader.identities)
    }
    let key = isSealed && !isDryRun ? try NewDatabase.key(arguments, secrets, inputs: inputs) : nil
    let timestamp = environment.timestamp.secondsSince1970
    let progress = ProgressReporter(environment)
    progress.begin("converting", total: inputs.reduce(0) { $0 + $1.reading.itemCount })
    var choices = Conversion.Options(timestamp: timestamp, includesTrash: arguments.flag("include-trash"))
    choices.progress = {
      try Task.checkCancellation()
      progress.advance()
    }
    // What is not in memory when it is read need not be there when it is written; a bundle begins with its length.
    let isPassing =
      inputs.contains { $0.reading.isOnDemand } && target.id != CXFBundle.format.id
    let passing = isPassing && !isDryRun ? try destination.begin(environment, inputs: reader.identities) : nil
    let conversion: Conversion
    do {
      conversion = try Conversion.run(
        inputs.map { ($0.file, $0.format, $0.reading) }, to: target,
        writer: makeWriter(WriteOptions(timestamp: timestamp)), options: choices,
        into: isPassing ? { try passing?.write($0) } : nil)
    } catch {
      throw InputFailure.reading(error, inputs.map(\.file.name))
    }
    progress.end()
    let report = ConversionReport(conversion: conversion, inputs: inputs, target: target.id)
    if !isDryRun {
      let output = try passing ?? destination.begin(environment, inputs: reader.identities)
      try await ConversionOutput.write(conversion, target, timestamp, for: key, to: output)
      try output.commit()
      if let path = arguments.value("report") {
        try OutputFile.write(
          report.json, to: path, replacing: arguments.flag("force"), inputs: reader.identities)
      }
    }
    let exitCode = report.exitCode(arguments)
    if !isDryRun, exitCode == .success { for input in inputs { try input.key?.markUsed(environment) } }
    try report.print(arguments, environment, besideData: destination.isStandardOutput && !isDryRun)
    return exitCode
  }

  /// What a collection is called that holds what an input holds.
  private static func title(_ path: String) -> String {
    guard path != "-" else { return "standard input" }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last
    return name.map { String(decoding: $0, as: UTF8.self) } ?? path
  }
}
