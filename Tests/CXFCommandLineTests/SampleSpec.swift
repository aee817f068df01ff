import CXFCommandLine

/// A program with every feature of a specification.
enum Sample {
  static let copy = CommandSpec(
    "copy", abstract: "Copies files.", discussion: ["Nothing is changed on the way."],
    examples: [CommandExample("tool copy a b -o out", "Copies two files into one.")],
    options: [
      .value(
        "output", short: "o", label: "path", help: "Where to write.", isRequired: true, completion: .file),
      .value("tag", short: "t", label: "word", help: "A word to add.", isRepeatable: true),
      .value("level", short: "l", label: "n", help: "How hard to try.", defaultValue: "3"),
      .value("mode", label: "mode", help: "How to copy.", allowed: ["fast", "safe"]),
      .flag("force", short: "f", help: "Replace what exists."),
      .flag("verbose", short: "v", help: "Say more.", isRepeatable: true),
      .flag("check", help: "Compare afterwards.", isInvertible: true),
      .flag("secret-door", help: "Hidden.", isHidden: true),
    ],
    arguments: [ArgumentSpec("input", help: "What to copy.", isRepeatable: true, completion: .file)])

  static let slots = CommandSpec(
    "slots", abstract: "Shows or changes slots.",
    arguments: [
      ArgumentSpec("box", help: "The box.", completion: .file),
      ArgumentSpec("action", help: "What to do.", isOptional: true, allowed: ["add", "remove"]),
    ])

  static let send = CommandSpec(
    "send", abstract: "Runs a command with the file.",
    arguments: [
      ArgumentSpec("input", help: "What to send.", isOptional: true, completion: .file),
      ArgumentSpec("command", help: "The command.", isAfterTerminator: true),
    ])

  static let create = CommandSpec(
    "create", abstract: "Creates a box.", arguments: [ArgumentSpec("box", help: "The box.")])

  static let tool = CommandSpec(
    "tool", abstract: "Moves things.", discussion: ["It's small."],
    options: [
      .flag("quiet", short: "q", help: "Say less."),
      .value(
        "color", label: "when", help: "When to colour.", allowed: ["auto", "always", "never"],
        defaultValue: "auto"),
    ],
    subcommands: [
      copy, send, CommandSpec("box", abstract: "Works on boxes.", subcommands: [create, slots]),
      CommandSpec("hidden", abstract: "Not shown.", isHidden: true),
    ],
    version: "1.2.3",
    manual: ManualSupplement(
      exitStatus: ExitCode.allCases.prefix(2).map {
        ManualSupplement.Entry(String($0.rawValue), $0.meaning)
      },
      environment: [ManualSupplement.Entry("NO_COLOR", "No colour when set and not empty.")],
      files: [ManualSupplement.Entry("~/.toolrc", "Settings; a \\ is a backslash.")],
      sections: [ManualSupplement.Section("FORMAT", paragraphs: [".dots and 'quotes' stay"])]))

  static let path = CommandPath(tool)
  static let copyPath = path.appending(copy)
}
