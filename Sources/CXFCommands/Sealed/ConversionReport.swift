internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// What is said of a conversion, as text or as a JSON document.
struct ConversionReport {
  static let report = OptionSpec.value(
    "report", label: "path", help: "Write the account of values to this file, as JSON.", completion: .file)
  static let allowLoss = OptionSpec.flag("allow-loss", help: "Exit with 0 even when something was lost.")

  /// Checks that the report does not take the place of what it is about.
  ///
  /// - Throws: `SimpleFailure` (64).
  static func check(_ arguments: ParsedArguments) throws {
    guard let path = arguments.value(report.name), let output = arguments.value(Destination.output.name),
      OutputFile.isSame(path, output)
    else { return }
    throw SimpleFailure(.usage, "the result and its report cannot be one file", hint: "name two files")
  }

  let conversion: Conversion
  let inputs: [ReadInput]
  /// The id of what was made.
  let target: String

  /// 1 when anything is missing from the result, unless that is allowed.
  func exitCode(_ arguments: ParsedArguments) -> ExitCode {
    conversion.hasLoss && !arguments.flag(Self.allowLoss.name) ? .negative : .success
  }

  /// Prints it: beside the data when those go to standard output.
  func print(_ arguments: ParsedArguments, _ environment: CommandEnvironment, besideData: Bool) throws {
    if arguments.flag("json") { return try environment.output.write(json) }
    guard !environment.isQuiet else { return }
    let stream = besideData ? environment.error : environment.output
    try stream.write(
      text(besideData ? environment.errorStyle : environment.outputStyle).joined(separator: "\n") + "\n")
  }

  private func text(_ style: TextStyle) -> [String] {
    let items = conversion.items
    let values = conversion.values
    return FindingText.summary(conversion.findings, style, more: "--report lists all") + [
      "items: in \(items.read) = out \(items.written) + skipped \(items.skipped) + failed \(items.failed)",
      "values: in \(values.total) = carried \(values.carried) + converted \(values.converted) + repaired "
        + "\(values.repaired) + lost \(values.lost)",
    ]
  }

  /// The JSON document.
  var json: [UInt8] {
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
      writer.member("format", target)
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
