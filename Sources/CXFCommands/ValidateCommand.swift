internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf validate`: judges files.
enum ValidateCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "validate", abstract: "Judge a CXF file, or any other readable export.",
      discussion: [
        "Deviations that the reader repairs are warnings; with --strict they are errors. The exit status is 1 when "
          + "the content is judged bad, also when it is not JSON at all."
      ],
      examples: [
        CommandExample("cxf validate vault.json", "List what is wrong with a file."),
        CommandExample(
          "cxf validate vault.json --strict --json", "The same for a program, without tolerance."),
        CommandExample(
          "cxf validate vault.json --repair -o mended.json --plaintext",
          "Write the file as it should have been."),
        CommandExample(
          "cxf validate vault.json --profile apple", "Say too what Apple's Passwords app will not take."),
      ],
      options: [
        .flag("strict", help: "Judge repaired deviations as errors."),
        .flag(
          "deep", help: "Also try keys, which takes longer: whether they sign, and whether blobs inflate."),
        .value(
          "fail-on", label: "severity", help: "Least severity that makes the exit status 1.",
          allowed: ["error", "warning"], defaultValue: "error"),
        .value(
          "profile", label: "program", help: "Also say what this program will refuse, drop or change.",
          allowed: CXFJudge.Profile.allCases.map(\.rawValue)),
        .flag("repair", help: "Write the file as CXF 1.0 with all deviations repaired."), Destination.output,
        Destination.plaintext, Destination.force,
        .flag("sarif", help: "Print a SARIF 2.1.0 log, which code hosts and editors read."),
        CommonOptions.json,
      ] + InputReader.options, arguments: [InputReader.inputs]), run: run)

  private struct Judged {
    var source = SARIFReport.Source(name: "", bytes: [])
    var findings: [Finding]
    var items: Int
    var credentials: Int
    var document: Header?

    init(findings: [Finding], items: Int = 0, credentials: Int = 0, document: Header? = nil) {
      self.findings = findings
      self.items = items
      self.credentials = credentials
      self.document = document
    }

    init(_ verdict: CXFJudge.Verdict, _ file: SourceFile) {
      findings = verdict.findings
      for index in findings.indices { findings[index].file = file.name }
      items = verdict.summary.items
      credentials = verdict.summary.credentials
    }
  }

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let paths = arguments.arguments("input")
    let repairs = arguments.flag("repair")
    if arguments.flag("json"), arguments.flag("sarif") {
      throw SimpleFailure(.usage, "--json and --sarif cannot be given together")
    }
    if repairs, paths.count > 1 { throw SimpleFailure(.usage, "--repair takes one input") }
    if repairs, arguments.value("output") == nil {
      throw SimpleFailure(.usage, "--repair needs a file for the result", hint: "name it with -o")
    }
    let reader = try InputReader(arguments, environment)
    // Repairing and judging strictly go together: the file is read tolerantly, and each repair is an error.
    var judged: [Judged] = []
    for path in paths {
      let file = try reader.bytes(path)
      var verdict = try await judge(
        reader, file, from: arguments.value("from"), options(arguments), repairs: repairs)
      verdict.source = SARIFReport.Source(name: file.name, bytes: file.isWhole ? file.bytes : [])
      judged.append(verdict)
    }
    if repairs, let document = judged.first?.document {
      let destination = Destination(arguments)
      try destination.check(environment, inputs: reader.identities)
      try destination.write(CXFEncoder().encode(document) + [0x0A], environment, inputs: reader.identities)
    }
    let findings = judged.flatMap(\.findings)
    if arguments.flag("sarif") {
      try environment.output.write(SARIFReport(sources: judged.map(\.source), findings: findings).json)
    } else if arguments.flag("json") {
      try environment.output.write(json(findings, judged))
    } else {
      try print(findings, judged, environment)
    }
    let limit: Severity = arguments.value("fail-on") == "warning" ? .warning : .error
    return findings.contains { $0.severity >= limit } ? .negative : .success
  }

  private static func options(_ arguments: ParsedArguments) -> CXFJudge.Options {
    CXFJudge.Options(
      strict: arguments.flag("strict"), deep: arguments.flag("deep") ? KeyTrial() : nil,
      profile: arguments.value("profile").flatMap(CXFJudge.Profile.init(rawValue:)))
  }

  /// - Throws: what keeps the program from judging at all: a vault that cannot be opened, or an interruption.
  private static func judge(
    _ reader: InputReader, _ file: SourceFile, from: String?, _ rules: CXFJudge.Options, repairs: Bool
  ) async throws -> Judged {
    do {
      // What is JSON and of no other format is judged as CXF, however little of it is there.
      let isJSON = Probe(file.bytes).looksLikeJSON
      let format =
        isJSON && from == nil
        ? (try? FormatTable.detect(file).format) ?? CXFDocument.format
        : try InputReader.format(of: file, from)
      // CXF is judged where it lies; a model is made of it only to write it anew.
      let verdict = format.id == CXFDocument.format.id ? CXFJudge(options: rules).judge(file.bytes) : nil
      if let verdict, !repairs || verdict.isUnreadable { return Judged(verdict, file) }
      let options = ReadOptions(strict: false, tracing: false)
      let reading = try await reader.read(file, as: format, from: nil, options).reading
      if let verdict {
        var judged = Judged(verdict, file)
        judged.document = reading.document
        return judged
      }
      var findings = reading.located(reading.findings, file: file.name)
      if rules.isStrict {
        for index in findings.indices where findings[index].action == .repaired {
          findings[index].severity = .error
        }
      }
      let items = reading.accounts.flatMap(\.items)
      return Judged(
        findings: findings, items: items.count,
        credentials: items.reduce(0) { $0 + $1.item.credentials.count },
        document: reading.document)
    } catch let error as FormatError {
      return Judged(findings: [error.finding])
    } catch let failure as InputFailure {
      return Judged(findings: [failure.error.finding])
    } catch let failure as any CodedFailure where failure.exitCode == .badData {
      return Judged(findings: [
        Finding(FindingCode(failure.code, .error), file: file.name, message: failure.message, action: .failed)
      ])
    }
  }

  private static func print(_ findings: [Finding], _ judged: [Judged], _ environment: CommandEnvironment)
    throws
  {
    for finding in findings { try environment.printLine(FindingText.line(finding, environment.outputStyle)) }
    guard !environment.isQuiet else { return }
    let counts = Severity.allCases.map { severity in findings.filter { $0.severity == severity }.count }
    let items = judged.reduce(0) { $0 + $1.items }
    let credentials = judged.reduce(0) { $0 + $1.credentials }
    try environment.printLine(
      "\(items) items, \(credentials) credentials: \(counts[2]) errors, \(counts[1]) warnings, \(counts[0]) notes"
    )
  }

  private static func json(_ findings: [Finding], _ judged: [Judged]) -> [UInt8] {
    JSONDocument.make { writer in
      writer.findings(findings)
      writer.name("summary")
      writer.beginObject()
      writer.member("errors", findings.filter { $0.severity == .error }.count)
      writer.member("warnings", findings.filter { $0.severity == .warning }.count)
      writer.member("notes", findings.filter { $0.severity == .note }.count)
      writer.member("items", judged.reduce(0) { $0 + $1.items })
      writer.member("credentials", judged.reduce(0) { $0 + $1.credentials })
      writer.endObject()
    }
  }
}
