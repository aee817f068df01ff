internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf open`: a response as a file of its own.
enum OpenCommand {
  private static let targets = [CXFDocument.format, CXFBundle.format]
  private static let to = OptionSpec.value(
    "to", label: "format",
    help: "Format of the result: cxf is the document alone, cxf-bundle keeps attachments.",
    allowed: targets.map(\.id), defaultValue: CXFDocument.format.id)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "open", abstract: "Open a sealed response, or a file of age, into a file.",
      discussion: [
        "'cxf import' takes a response straight into a vault, so that nothing lies on the disk unsealed. When anything "
          + "of the response is not in the result, the exit status is 1 and the key file stays good for another try."
      ],
      examples: [
        CommandExample(
          "cxf open response.json --key import.cxfkey --to cxf-bundle -o vault.tar --plaintext",
          "The vault with its attachments."),
        CommandExample(
          "cxf open response.json --key import.cxfkey -o - | cxf inspect -",
          "Look at it without writing it anywhere."),
      ],
      options: [
        to, Destination.output, Destination.plaintext, Destination.force, ConversionReport.report,
        ConversionReport.allowLoss, CommonOptions.json,
      ] + InputReader.options, arguments: [InputReader.input]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let path = arguments.argument(InputReader.input.name) else {
      throw SimpleFailure(.usage, "name a response")
    }
    let target =
      arguments.value(to.name).flatMap { id in targets.first { $0.id == id } } ?? CXFDocument.format
    let destination = Destination(arguments)
    if arguments.flag("json"), destination.isStandardOutput {
      throw SimpleFailure(
        .usage, "the result and the JSON document cannot both go to standard output",
        hint: "name a file with -o")
    }
    try ConversionReport.check(arguments)
    let reader = try InputReader(arguments, environment)
    let file = try reader.bytes(path)
    guard InputKind(file.bytes) == .sealed || arguments.isGiven(InputReader.from.name) else {
      let format = try InputFailure.wrapping { try FormatTable.detect(file).format }
      throw SimpleFailure(
        .badData, "'\(path)' is not sealed: it is \(format.id)",
        hint: "'cxf convert' makes other formats of it")
    }
    let input = try await reader.read(
      file, as: nil, from: arguments.value(InputReader.from.name), ReadOptions())
    try destination.check(environment, inputs: reader.identities)
    if let report = arguments.value(ConversionReport.report.name) {
      try OutputFile.check(report, replacing: arguments.flag("force"), inputs: reader.identities)
    }
    let timestamp = environment.timestamp.secondsSince1970
    let conversion = try Conversion.run(
      [(input.file, input.format, input.reading)], to: target,
      writer: CXFWriter(WriteOptions(timestamp: timestamp)),
      options: .init(timestamp: timestamp, includesTrash: true))
    let output = try destination.begin(environment, inputs: reader.identities)
    try await ConversionOutput.write(conversion, target, timestamp, to: output)
    try output.commit()
    let report = ConversionReport(conversion: conversion, inputs: [input], target: target.id)
    let exitCode = report.exitCode(arguments)
    if let path = arguments.value(ConversionReport.report.name) {
      try OutputFile.write(
        report.json, to: path, replacing: arguments.flag("force"), inputs: reader.identities)
    }
    if exitCode == .success {
      try input.key?.markUsed(environment)
    } else if input.key != nil {
      environment.warn("not everything is in the result, so the key file stays good for another try")
    }
    try report.print(arguments, environment, besideData: destination.isStandardOutput)
    return exitCode
  }
}
