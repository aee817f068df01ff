internal import Synchronization

/// Why a question was not answered.
package enum PromptError: CommandFailure, Hashable {
  /// There is no controlling terminal to ask on.
  case noTerminal
  /// Questions are not allowed.
  case notAllowed
  /// The answer and its repetition differ.
  case mismatch
  /// Input ended before an answer.
  case ended
  /// The user interrupted.
  case interrupted
  /// The answer is longer than a terminal passes on.
  case tooLong
  /// The terminal failed.
  case failed(SystemError)

  /// The status of this error.
  package var exitCode: ExitCode {
    switch self {
    case .noTerminal, .notAllowed, .mismatch, .ended, .tooLong: .refused
    case .interrupted: .interrupted
    case .failed: .inputOutput
    }
  }

  /// What went wrong.
  package var message: String {
    switch self {
    case .noTerminal: "an answer is needed, and there is no terminal to ask on"
    case .notAllowed: "an answer is needed, and asking is not allowed"
    case .mismatch: "the two entries differ"
    case .ended: "no answer was given"
    case .interrupted: "interrupted"
    case .tooLong: "the answer is longer than a terminal passes on"
    case .failed(let error): "cannot use the terminal: \(error.message)"
    }
  }

  /// What to do next.
  package var hint: String? {
    switch self {
    case .noTerminal, .tooLong: "give it by a file or a descriptor instead"
    case .notAllowed: "give it by a file or a descriptor, or allow questions"
    case .mismatch: "nothing was changed; try again"
    default: nil
    }
  }
}

/// The terminal at which a person sits, whatever the standard streams are.
package protocol InteractiveTerminal: Sendable {
  /// Asks and returns the answer as bytes, without its line end.
  ///
  /// - Parameters:
  ///   - prompt: The question, already safe to print; a space is printed after it.
  ///   - echo: Whether what is typed is shown.
  func ask(_ prompt: String, echo: Bool) throws(PromptError) -> [UInt8]
}

extension InteractiveTerminal {
  /// Asks for a secret, without showing it.
  ///
  /// - Parameter confirmation: The second question, asked when a secret is made; both answers must be the same
  ///   bytes.
  /// - Returns: The bytes. The caller clears them when it has moved them into its own keeping.
  package func askSecret(
    _ prompt: String, confirmation: String? = nil
  ) throws(PromptError) -> [UInt8] {
    var secret = try ask(prompt, echo: false)
    guard let confirmation else { return secret }
    var second: [UInt8]
    do throws(PromptError) {
      second = try ask(confirmation, echo: false)
    } catch {
      clear(&secret)
      throw error
    }
    let isSame = secret == second
    clear(&second)
    guard isSame else {
      clear(&secret)
      throw .mismatch
    }
    return secret
  }

  /// Asks until the answer is one of the given ones, and returns its index.
  ///
  /// - Parameter answers: The answers in lower case; the first letter is enough where it is unambiguous.
  package func askChoice(_ prompt: String, among answers: [String]) throws(PromptError) -> Int {
    while true {
      let reply = String(decoding: try ask(prompt, echo: true), as: UTF8.self).lowercased()
      if let exact = answers.firstIndex(where: { $0.isBytes(reply) }) { return exact }
      let near = answers.indices.filter {
        reply.utf8.count == 1 && answers[$0].utf8.starts(with: reply.utf8)
      }
      if near.count == 1 { return near[0] }
    }
  }
}

/// A terminal that answers from a list, to run commands inside a process; without answers it is no terminal.
package final class ScriptedTerminal: InteractiveTerminal {
  private let answers: Mutex<ArraySlice<String>>
  private let asked = Mutex<[String]>([])

  /// Creates a terminal with these answers.
  package init(_ answers: [String] = []) {
    self.answers = Mutex(answers[...])
  }

  /// The questions so far.
  package var prompts: [String] { asked.withLock { $0 } }

  /// Returns the next answer.
  package func ask(_ prompt: String, echo: Bool) throws(PromptError) -> [UInt8] {
    asked.withLock { $0.append(prompt) }
    guard let answer = answers.withLock({ $0.popFirst() }) else { throw .noTerminal }
    return Array(answer.utf8)
  }
}
