package import CredentialExchangeFormat

/// What there is to know about one code of findings: an entry of the catalogue.
package struct FindingEntry: Sendable, Hashable {
  /// The code, with its usual severity.
  package let code: FindingCode
  /// The heading that it stands under.
  package let subject: String
  /// Section of CXF 1.0 that is the reason, where there is one.
  package let section: String?
  /// What it is: one sentence in lower case without full stop. `%` stands for the name of the member.
  package let meaning: String
  /// What the program does then, in words that follow "it".
  package let consequence: String
  /// What the user does next, as a command, or "nothing".
  package let advice: String
  /// What gives the finding.
  package let example: Example

  /// How a finding is shown to occur.
  package enum Example: Sendable, Hashable {
    /// A piece of a CXF document that `cxf validate` judges.
    case judged(JudgeRule.Example)
    /// Files, and what is done with them.
    case scene(ExampleScene)
    /// No short text gives it; why.
    case none(because: String)

    /// Files and command lines; nil where there is no example.
    package var scene: ExampleScene? {
      switch self {
      case .judged(let piece):
        var options = piece.profile.map { " --profile \($0.rawValue)" } ?? ""
        if piece.isDeep { options += " --deep" }
        // What is hardly JSON is of no format that could be detected.
        if case .document = piece { options = " --from cxf" }
        return ExampleScene([.init("vault.json", piece)], "cxf validate vault.json" + options)
      case .scene(let scene): return scene
      case .none: return nil
      }
    }
  }

  /// Creates an entry of a chapter.
  init(
    _ code: FindingCode, _ subject: String, _ meaning: String, does consequence: String,
    advice: String, _ example: Example
  ) {
    self.code = code
    self.subject = subject
    section = nil
    self.meaning = meaning
    self.consequence = consequence
    self.advice = advice
    self.example = example
  }

  /// The entry of a rule of the judge.
  init(_ rule: JudgeRule, _ subject: String) {
    code = rule.code
    self.subject = subject
    section = rule.section
    meaning = rule.message
    consequence = rule.reading
    advice = rule.mending
    example = .judged(rule.example)
  }
}
