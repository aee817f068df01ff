/// A positional argument of a command.
package struct ArgumentSpec: Sendable, Hashable {
  /// The name, as help shows it between angle brackets.
  package var name: String
  /// One sentence for help.
  package var help: String
  /// Whether it may be left out.
  package var isOptional: Bool
  /// Whether it takes all words that are left.
  package var isRepeatable: Bool
  /// Whether it takes exactly the words after `--`, whatever they look like.
  package var isAfterTerminator: Bool
  /// Whether a word that begins with one dash can be meant, as `-term` in a query. Such a word is an option only where
  /// every letter behind the dash is a short option.
  package var takesDashes: Bool
  /// The only values that are accepted; empty when any value is.
  package var allowed: [String]
  /// What a shell offers.
  package var completion: CompletionKind

  /// Creates an argument.
  ///
  /// Values in `allowed` are offered by shells too, unless `completion` says something else.
  package init(
    _ name: String, help: String, isOptional: Bool = false, isRepeatable: Bool = false,
    isAfterTerminator: Bool = false, takesDashes: Bool = false, allowed: [String] = [],
    completion: CompletionKind = .none
  ) {
    self.name = name
    self.help = help
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
    self.isAfterTerminator = isAfterTerminator
    self.takesDashes = takesDashes
    self.allowed = allowed
    self.completion = completion == .none && !allowed.isEmpty ? .choices(allowed) : completion
  }
}
