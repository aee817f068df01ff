internal import CXFCommandLine
internal import CXFImporting
internal import CredentialExchangeFormat
internal import Synchronization

/// Asks a person about conflicts, one by one or for all that are alike.
final class InteractiveResolver: Sendable {
  private struct Alike: Hashable {
    var grade: MatchGrade
    var isAmbiguous: Bool
  }

  private let environment: CommandEnvironment
  private let progress: ProgressReporter
  private let settled = Mutex<[Alike: ConflictChoice]>([:])

  init(_ environment: CommandEnvironment, _ progress: ProgressReporter) {
    self.environment = environment
    self.progress = progress
  }

  /// The function that the importer calls.
  var resolver: ConflictResolver {
    { [self] question in
      let alike = Alike(grade: question.grade, isAmbiguous: question.isAmbiguous)
      if let choice = settled.withLock({ $0[alike] }) { return choice.answer }
      progress.end()
      let view = ConflictView.render(
        existing: question.existing, incoming: question.incoming, width: environment.width,
        style: environment.errorStyle)
      let title = question.incoming.title.isEmpty ? "(no title)" : question.incoming.title.string
      let answer = try ask(view, "\(title): \(question.reason)")
      if answer.isForAll { settled.withLock { $0[alike] = answer.choice } }
      return answer.choice.answer
    }
  }

  private func ask(_ view: String, _ title: String) throws -> ConflictPrompt.Answer {
    do {
      return try ConflictPrompt.ask(environment, view: view, title: title)
    } catch let error as PromptError {
      // What the terminal would advise holds for passphrases.
      switch error {
      case .noTerminal: throw NobodyToAsk(hasEnded: false)
      case .ended: throw NobodyToAsk(hasEnded: true)
      default: throw error
      }
    }
  }
}

/// A conflict that nobody can be asked about.
struct NobodyToAsk: CodedFailure, Hashable {
  /// Whether there is a terminal whose input has ended.
  let hasEnded: Bool

  var code: String { "nobody-to-ask" }
  var exitCode: ExitCode { .usage }
  var message: String {
    hasEnded
      ? "no answer was given to a conflict; nothing was imported"
      : "there are conflicts, and no terminal to ask on; nothing was imported"
  }
  var hint: String? { "choose for all with --on-conflict, or write a plan with --plan-out and edit it" }
}

extension ConflictChoice {
  /// What the importer does for it.
  fileprivate var answer: ConflictAnswer {
    switch self {
    case .keepBoth: .policy(.keepBoth)
    case .incoming: .policy(.incoming)
    case .existing: .policy(.existing)
    case .newer: .policy(.newer)
    case .skip: .skip
    }
  }
}
