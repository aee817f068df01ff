/// An error that knows how to be told to the user.
package protocol CommandFailure: Error {
  /// The status with which the program ends.
  var exitCode: ExitCode { get }
  /// What went wrong: one fragment in lower case without full stop and without secrets.
  var message: String { get }
  /// What to do next, in the same form.
  var hint: String? { get }
  /// Whether the program ends without a word, as when the reader of its output has gone.
  var isQuiet: Bool { get }
}

extension CommandFailure {
  /// No hint.
  package var hint: String? { nil }
  /// Told.
  package var isQuiet: Bool { false }
}

/// A failure made of its parts, for a command that has no error type of its own.
package struct SimpleFailure: CommandFailure, Hashable {
  /// The status.
  package var exitCode: ExitCode
  /// What went wrong.
  package var message: String
  /// What to do next.
  package var hint: String?

  /// Creates a failure.
  package init(_ exitCode: ExitCode, _ message: String, hint: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.hint = hint
  }
}
