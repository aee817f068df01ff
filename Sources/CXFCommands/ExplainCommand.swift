internal import CXFCommandLine
internal import CredentialExchangeFormat

/// `cxf explain`: what a code of findings means.
enum ExplainCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "explain", abstract: "Tell what a finding means, what was done, and what to do next.",
      discussion: [
        "Findings end with their code in brackets. Without a code, all of them are listed with one sentence each."
      ],
      examples: [
        CommandExample("cxf explain no-place-in-target", "Explain one finding."),
        CommandExample("cxf explain", "List all."),
      ],
      options: [CommonOptions.json],
      arguments: [
        ArgumentSpec(
          codes, help: "What stands in brackets at the end of a finding.", isOptional: true,
          isRepeatable: true,
          completion: .choices(FindingCatalogue.names))
      ]), run: run)

  private static let codes = "code"

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws -> ExitCode
  {
    let names = arguments.arguments(codes)
    let entries = try names.map(entry)
    if arguments.flag("json") {
      try environment.output.write(json(names.isEmpty ? FindingCatalogue.all : entries))
    } else if names.isEmpty {
      try list(environment)
    } else {
      for (index, entry) in entries.enumerated() {
        if index > 0 { try environment.printLine("") }
        try explain(entry, environment)
      }
    }
    return .success
  }

  /// - Throws: `SimpleFailure` where there is no such code.
  private static func entry(_ name: String) throws -> FindingEntry {
    if let entry = FindingCatalogue.entry(name) { return entry }
    throw SimpleFailure(
      .usage, "there is no finding '\(name)'",
      hint: Suggestion.nearest(to: name, among: FindingCatalogue.names).map { "did you mean '\($0)'?" }
        ?? "'cxf explain' lists all")
  }

  // MARK: Text

  private static func list(_ environment: CommandEnvironment) throws {
    let style = environment.outputStyle
    var subject = ""
    for entry in FindingCatalogue.all {
      if entry.subject != subject {
        if !subject.isEmpty { try environment.printLine("") }
        subject = entry.subject
        try environment.printLine(style.bold(subject))
      }
      try environment.printLine("  \(entry.code.name): \(entry.sentence)")
    }
  }

  private static func explain(_ entry: FindingEntry, _ environment: CommandEnvironment) throws {
    let section = entry.section.map { " (\(JudgementText.source($0)))" } ?? ""
    let paragraphs = [
      "\(entry.code.severity.rawValue): \(entry.sentence)\(section).",
      "What is done: it \(entry.consequence).", "What to do: \(entry.advice).",
    ]
    try environment.printLine(environment.outputStyle.bold(entry.code.name))
    for paragraph in paragraphs {
      try environment.printLine("")
      for line in TextWrapper.lines(paragraph, width: environment.width) { try environment.printLine(line) }
    }
    try environment.printLine("\nExample:\n")
    let lines = entry.example.scene == nil ? entry.example.lines : entry.exampleLines
    for line in lines { try environment.printLine("    \(line)") }
  }

  // MARK: JSON

  private static func json(_ entries: [FindingEntry]) -> [UInt8] {
    JSONDocument.make { writer in
      writer.array("entries", entries) { writer, entry in
        writer.beginObject()
        writer.member("code", entry.code.name)
        writer.member("severity", entry.code.severity.rawValue)
        writer.member("subject", entry.subject)
        writer.member("spec", entry.section)
        writer.member("meaning", entry.sentence)
        writer.member("consequence", entry.consequence)
        writer.member("advice", entry.advice)
        writer.name("example")
        if let scene = entry.example.scene { writer.scene(scene) } else { writer.null() }
        if case .none(let reason) = entry.example {
          writer.member("reason", reason)
        } else {
          writer.member("reason", nil as String?)
        }
        writer.endObject()
      }
    }
  }
}

extension FindingEntry {
  /// The meaning, with an ellipsis in the place of the name of a member.
  fileprivate var sentence: String {
    meaning.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "…")
  }

  /// The example with its command line, also that of a rule of the judge.
  fileprivate var exampleLines: [String] {
    guard case .judged = example, let scene = example.scene else { return example.lines }
    return FindingEntry.Example.scene(scene).lines
  }
}

extension JSONWriter {
  fileprivate mutating func scene(_ scene: ExampleScene) {
    beginObject()
    array("files", scene.files) { writer, file in
      writer.beginObject()
      writer.member("name", file.name)
      writer.member("text", file.text)
      writer.array("members", file.members) { writer, member in
        writer.beginObject()
        writer.member("name", member.name)
        writer.member("text", member.text)
        writer.endObject()
      }
      writer.endObject()
    }
    array("lines", scene.steps) { writer, step in writer.string(step.line) }
    endObject()
  }
}
