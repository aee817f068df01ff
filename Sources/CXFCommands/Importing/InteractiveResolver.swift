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
      let answer = try ConflictPrompt.ask(
        environment, view: view, title: "\(question.incoming.title.string): \(question.reason)")
      if answer.isForAll { settled.withLock { $0[alike] = answer.choice } }
      return answer.choice.answer
    }
  }
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
