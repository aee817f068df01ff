/// A command line that shows how a command is used.
package struct CommandExample: Sendable, Hashable {
  /// The whole line, as typed.
  package var line: String
  /// What it does, in one sentence.
  package var explanation: String

  /// Creates an example.
  package init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

/// A command, or a group of commands: the one description from which parser, help, completion and manual are made.
///
/// A command with subcommands is a group: its first word chooses the subcommand, and it has no arguments of
/// its own. Options of a group are understood by everything below it, before and after the subcommand's name.
package struct CommandSpec: Sendable, Hashable {
  /// The word that calls it, in ASCII.
  package var name: String
  /// One sentence that says what it does.
  package var abstract: String
  /// Paragraphs that say more, each without line breaks.
  package var discussion: [String]
  /// Lines to imitate.
  package var examples: [CommandExample]
  /// Options, in the order of help.
  package var options: [OptionSpec]
  /// Positional arguments, in order.
  package var arguments: [ArgumentSpec]
  /// Commands below this one.
  package var subcommands: [CommandSpec]
  /// The version that `--version` prints; for the outermost command.
  package var version: String?
  /// Whether help, completion and manual leave it out.
  package var isHidden: Bool
  /// What only the manual tells.
  package var manual: ManualSupplement

  /// Creates a command.
  package init(
    _ name: String, abstract: String, discussion: [String] = [], examples: [CommandExample] = [],
    options: [OptionSpec] = [], arguments: [ArgumentSpec] = [], subcommands: [CommandSpec] = [],
    version: String? = nil, isHidden: Bool = false, manual: ManualSupplement = ManualSupplement()
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.options = options
    self.arguments = arguments
    self.subcommands = subcommands
    self.version = version
    self.isHidden = isHidden
    self.manual = manual
  }

  /// Returns the subcommand of that name, compared byte for byte.
  package func subcommand(named name: String) -> CommandSpec? {
    subcommands.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// Parts of a manual page that help does not show.
package struct ManualSupplement: Sendable, Hashable {
  /// A term and what it means.
  package struct Entry: Sendable, Hashable {
    /// A code, a path or the name of a variable.
    package var term: String
    /// One or more sentences.
    package var text: String

    /// Creates an entry.
    package init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  /// A section with a title of its own.
  package struct Section: Sendable, Hashable {
    /// The title in capitals.
    package var title: String
    /// Paragraphs without line breaks.
    package var paragraphs: [String]
    /// Terms that follow the paragraphs.
    package var entries: [Entry]

    /// Creates a section.
    package init(_ title: String, paragraphs: [String] = [], entries: [Entry] = []) {
      self.title = title
      self.paragraphs = paragraphs
      self.entries = entries
    }
  }

  /// Exit statuses.
  package var exitStatus: [Entry]
  /// Environment variables.
  package var environment: [Entry]
  /// Files.
  package var files: [Entry]
  /// Further sections.
  package var sections: [Section]

  /// Creates a supplement.
  package init(
    exitStatus: [Entry] = [], environment: [Entry] = [], files: [Entry] = [], sections: [Section] = []
  ) {
    self.exitStatus = exitStatus
    self.environment = environment
    self.files = files
    self.sections = sections
  }
}
