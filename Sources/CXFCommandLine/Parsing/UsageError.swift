/// A command line that is not understood.
package struct UsageError: CommandFailure, Hashable {
  /// What is wrong with it.
  package enum Reason: Sendable, Hashable {
    /// An option that nobody knows, as typed, and the known one nearest to it.
    case unknownOption(String, suggestion: String?)
    /// A subcommand that nobody knows, and the known one nearest to it.
    case unknownCommand(String, suggestion: String?)
    /// A group was called without one of its subcommands.
    case missingCommand
    /// The option needs a value; the next word looks like an option when `next` is there.
    case missingValue(option: String, label: String, next: String?)
    /// The flag was given a value.
    case unexpectedValue(option: String)
    /// The option was given more than once.
    case repeatedOption(String)
    /// The option must be given.
    case missingOption(String, label: String)
    /// Arguments that must be given, by name.
    case missingArguments([String])
    /// Words that no argument takes.
    case surplusArguments([String])
    /// A value outside the allowed ones.
    case notAllowed(value: String, subject: String, allowed: [String], suggestion: String?)
    /// A value that is not what is expected, for example "a whole number from 0 to 9".
    case invalidValue(value: String, subject: String, expected: String)
    /// Options that exclude each other.
    case conflictingOptions(String, String)
    /// A word of the command line that is not UTF-8, by its position from 1.
    case notUTF8(position: Int)
    /// Anything else, in the words of the command.
    case other(String, hint: String?)
  }

  /// What is wrong.
  package var reason: Reason
  /// The command that was being read.
  package var path: CommandPath

  /// Creates an error.
  package init(_ reason: Reason, path: CommandPath) {
    self.reason = reason
    self.path = path
  }

  /// Always ``ExitCode/usage``.
  package var exitCode: ExitCode { .usage }

  /// What is wrong, in words.
  package var message: String {
    switch reason {
    case .unknownOption(let option, _): "unknown option '\(option)'"
    case .unknownCommand(let name, _): "unknown command '\(name)'"
    case .missingCommand: "a command is missing after '\(path.line)'"
    case .missingValue(let option, let label, _): "option '\(option)' needs a value <\(label)>"
    case .unexpectedValue(let option): "option '\(option)' takes no value"
    case .repeatedOption(let option): "option '\(option)' was given more than once"
    case .missingOption(let option, let label): "missing option '\(option) <\(label)>'"
    case .missingArguments(let names):
      names.count == 1
        ? "missing argument '<\(names[0])>'"
        : "missing arguments " + names.map { "'<\($0)>'" }.joined(separator: ", ")
    case .surplusArguments(let words):
      words.count == 1
        ? "unexpected argument '\(words[0])'"
        : "unexpected arguments " + words.map { "'\($0)'" }.joined(separator: ", ")
    case .notAllowed(let value, let subject, _, _): "'\(value)' is not a value for '\(subject)'"
    case .invalidValue(let value, let subject, let expected):
      "'\(value)' is not a value for '\(subject)': \(expected) is expected"
    case .conflictingOptions(let first, let second): "'\(first)' and '\(second)' exclude each other"
    case .notUTF8(let position): "word \(position) of the command line is not UTF-8"
    case .other(let message, _): message
    }
  }

  /// What to do next, where that is known.
  package var hint: String? {
    switch reason {
    case .unknownOption(let option, let suggestion):
      if let suggestion {
        "did you mean '\(suggestion)'?"
      } else if path.command.arguments.isEmpty {
        nil
      } else {
        "put '--' before it if '\(option)' is an argument and not an option"
      }
    case .unknownCommand(_, let suggestion?): "did you mean '\(suggestion)'?"
    case .unknownCommand(_, nil), .missingCommand:
      "known commands: "
        + path.command.subcommands.filter { !$0.isHidden }.map(\.name).joined(separator: ", ")
    case .missingValue(let option, _, let next?):
      option.utf8.starts(with: "--".utf8)
        ? "write '\(option)=\(next)' if '\(next)' is the value"
        : "write '\(option)\(next)' if '\(next)' is the value"
    case .notAllowed(_, _, let allowed, let suggestion):
      (suggestion.map { "did you mean '\($0)'? " } ?? "") + "allowed are: " + allowed.joined(separator: ", ")
    case .notUTF8: "rename the file, or name it through its folder"
    case .other(_, let hint): hint
    default: nil
    }
  }
}
