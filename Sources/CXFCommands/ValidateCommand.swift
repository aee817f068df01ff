internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat

/// `cxf validate`: judges files.
enum ValidateCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "validate", abstract: "Judge CXF files, or any other readable exports.",
      discussion: [
        "Deviations that the reader repairs are warnings; with --strict they are errors. The exit status is 1 when "
          + "the content is judged bad, also when it is not JSON at all. Of a folder all files that are exports are "
          + "judged, those of inner folders too, but no hidden ones. Excerpts show names of members, never values."
      ],
      examples: [
        CommandExample("cxf validate vault.json", "List what is wrong with a file."),
        CommandExample("cxf validate exports/ --fail-on warning", "Judge all files of a folder."),
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
      ] + InputReader.options, arguments: [inputs]), run: run)

  private static let inputs = ArgumentSpec(
    "input", help: "Exports of password managers, or folders of them; - is standard input.",
    isRepeatable: true,
    completion: .file)

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
    if !repairs, arguments.value("output") != nil {
      throw SimpleFailure(.usage, "-o names the file for the mended document", hint: "add --repair")
    }
    if repairs, Destination(arguments).isStandardOutput, arguments.flag("json") || arguments.flag("sarif") {
      throw SimpleFailure(
        .usage, "the result and the findings cannot both go to standard output", hint: "name a file with -o")
    }
    // Where standard output takes the mended document, people read the findings on standard error.
    let stream =
      repairs && Destination(arguments).isStandardOutput ? environment.error : environment.output
    let reader = try InputReader(arguments, environment)
    let judge = FileJudge(
      reader: reader, from: arguments.value("from"), rules: options(arguments), repairs: repairs,
      progress: ProgressReporter(environment))
    let isForPeople = !arguments.flag("json") && !arguments.flag("sarif")
    var text = JudgementText(environment.outputStyle)
    var judged: [JudgedFile] = []
    var sarif = SARIFReport()
    for path in paths {
      let found = try isExport(path, reader) ? nil : FolderListing.files(in: path)
      if found != nil, repairs {
        throw SimpleFailure(.usage, "--repair takes a file, and '\(path)' is a folder")
      }
      for inner in found ?? [path] {
        // Columns of SARIF count characters, for which the text must be there.
        let file = try reader.bytes(
          inner, documentLimit: arguments.flag("sarif") || repairs ? nil : FileJudge.memoryLimit)
        let verdict = try await found == nil ? judge.judge(file) : judge.judgeFound(file)
        let document = file.isWhole ? file.bytes : []
        if arguments.flag("sarif") { sarif.add(verdict.name, document, verdict.findings) }
        if isForPeople {
          let isJSON = !environment.isQuiet && Probe(document).looksLikeJSON
          for line in text.lines(verdict.findings, in: isJSON ? document : nil) {
            try stream.write(line + "\n")
          }
        }
        judged.append(verdict)
      }
      if let found, !found.contains(where: { inner in judged.contains { $0.name == inner && $0.isJudged } }) {
        throw SimpleFailure(
          .noInput, "no file in '\(path)' is an export that can be judged", hint: "name a file")
      }
    }
    if repairs, var document = judged.first?.document {
      // Members were read as those of 1.0, whatever draft the version names.
      if document.version.major == 0 { document.version = FormatVersion(major: 1, minor: 0) }
      let destination = Destination(arguments)
      try destination.check(environment, inputs: reader.identities)
      try destination.write(CXFEncoder().encode(document) + [0x0A], environment, inputs: reader.identities)
    }
    let findings = judged.flatMap(\.findings)
    if arguments.flag("sarif") {
      try environment.output.write(sarif.json)
    } else if arguments.flag("json") {
      try environment.output.write(json(findings, judged))
    } else if !environment.isQuiet {
      try stream.write(summary(findings, judged) + "\n")
    }
    let limit: Severity = arguments.value("fail-on") == "warning" ? .warning : .error
    return findings.contains { $0.severity >= limit } ? .negative : .success
  }

  /// Whether a path is a folder that is one export.
  private static func isExport(_ path: String, _ reader: InputReader) throws -> Bool {
    guard try FolderListing.files(in: path) != nil else { return false }
    return FormatTable.matches(try reader.bytes(path)).first.map { $0.detection.confidence > .possible }
      ?? false
  }

  private static func options(_ arguments: ParsedArguments) -> CXFJudge.Options {
    CXFJudge.Options(
      strict: arguments.flag("strict"), deep: arguments.flag("deep") ? KeyTrial() : nil,
      profile: arguments.value("profile").flatMap(CXFJudge.Profile.init(rawValue:)))
  }

  /// What was found in all, and of how many files.
  private static func summary(_ findings: [Finding], _ judged: [JudgedFile]) -> String {
    let counts = Severity.allCases.map { severity in findings.filter { $0.severity == severity }.count }
    let items = judged.reduce(0) { $0 + $1.items }
    let credentials = judged.reduce(0) { $0 + $1.credentials }
    let files = judged.count > 1 ? "\(judged.filter(\.isJudged).count) files, " : ""
    return
      "\(files)\(items) items, \(credentials) credentials: "
      + "\(counts[2]) errors, \(counts[1]) warnings, \(counts[0]) notes"
  }

  private static func json(_ findings: [Finding], _ judged: [JudgedFile]) -> [UInt8] {
    JSONDocument.make { writer in
      writer.findings(findings)
      writer.name("summary")
      writer.beginObject()
      writer.member("errors", findings.filter { $0.severity == .error }.count)
      writer.member("warnings", findings.filter { $0.severity == .warning }.count)
      writer.member("notes", findings.filter { $0.severity == .note }.count)
      writer.member("files", judged.filter(\.isJudged).count)
      writer.member("items", judged.reduce(0) { $0 + $1.items })
      writer.member("credentials", judged.reduce(0) { $0 + $1.credentials })
      writer.endObject()
    }
  }
}
