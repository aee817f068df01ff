internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf identify`: which format, and why.
enum IdentifyCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "identify", abstract: "Tell which format a file has, and why.",
      discussion: ["The content decides; the file's name does not."],
      examples: [CommandExample("cxf identify export.csv", "Name the format of a file.")],
      options: [CommonOptions.json], arguments: [InputReader.inputs]), run: run)

  private struct Answer {
    let file: String
    let matches: [FormatTable.Match]
    let error: FormatError?
  }

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws -> ExitCode
  {
    let reader = try InputReader(Passphrases(arguments, environment), arguments)
    let answers = try arguments.arguments("input").map { path -> Answer in
      let file = try reader.bytes(path)
      do {
        _ = try FormatTable.detect(file)
        return Answer(file: file.name, matches: FormatTable.matches(file), error: nil)
      } catch let error as FormatError {
        return Answer(file: file.name, matches: FormatTable.matches(file), error: error)
      }
    }
    let isAllKnown = answers.allSatisfy { $0.error == nil }
    if arguments.flag("json") {
      try environment.output.write(json(answers))
      return isAllKnown ? .success : .badData
    }
    for answer in answers {
      let name = ForeignText.escaped(answer.file)
      if let error = answer.error {
        _ = environment.report(InputFailure(error: error))
      } else if let best = answer.matches.first {
        try environment.printLine(
          "\(name): \(environment.outputStyle.bold(best.format.id)) (\(best.format.name)): "
            + ForeignText.escaped(best.detection.reason))
      }
    }
    return isAllKnown ? .success : .badData
  }

  private static func json(_ answers: [Answer]) -> [UInt8] {
    JSONDocument.make { writer in
      writer.array("inputs", answers) { writer, answer in
        let best = answer.error == nil ? answer.matches.first : nil
        writer.beginObject()
        writer.member("file", answer.file)
        writer.member("format", best?.format.id)
        writer.member("name", best?.format.name)
        writer.member("reason", best?.detection.reason ?? answer.error?.finding.message)
        writer.array("close", answer.matches.dropFirst(best == nil ? 0 : 1)) { writer, match in
          writer.beginObject()
          writer.member("format", match.format.id)
          writer.member("reason", match.detection.reason)
          writer.endObject()
        }
        writer.endObject()
      }
    }
  }
}
