package import CXFCommandLine

/// What is to become of an incoming item that contradicts one of the vault.
package enum ConflictChoice: String, Sendable, Hashable, CaseIterable {
  /// Both stay, as two items.
  case keepBoth = "keep both"
  /// The incoming one counts.
  case incoming
  /// The one of the vault counts.
  case existing
  /// The one that was changed last counts.
  case newer
  /// The incoming item is left out.
  case skip

  /// The letter that chooses it.
  var letter: UInt8 {
    switch self {
    case .keepBoth: UInt8(ascii: "b")
    case .incoming: UInt8(ascii: "i")
    case .existing: UInt8(ascii: "e")
    case .newer: UInt8(ascii: "n")
    case .skip: UInt8(ascii: "s")
    }
  }
}

/// Asks what is to become of a conflict.
package enum ConflictPrompt {
  /// An answer.
  package struct Answer: Sendable, Hashable {
    /// What was chosen.
    package var choice: ConflictChoice
    /// Whether it holds for all conflicts of the kind that are left.
    package var isForAll: Bool

    /// Creates an answer.
    package init(_ choice: ConflictChoice, isForAll: Bool = false) {
      self.choice = choice
      self.isForAll = isForAll
    }
  }

  /// The question.
  static let question =
    "[b]oth, [i]ncoming, [e]xisting, [n]ewer, [s]kip (a capital letter: for all that are alike)?"

  /// Prints the view on standard error and asks on the terminal, until the answer is one of the letters.
  ///
  /// - Parameters:
  ///   - environment: where to print and ask.
  ///   - view: the text of ``ConflictView``.
  ///   - title: what the conflict is about, such as `Example: the passwords differ (3 of 7)`; foreign text.
  /// - Throws: `PromptError` where nobody can be asked; `StreamError`.
  package static func ask(_ environment: CommandEnvironment, view: String, title: String) throws -> Answer {
    guard !environment.noInput else { throw PromptError.notAllowed }
    try environment.error.write("\n\(environment.errorStyle.bold(ForeignText.escaped(title)))\n\(view)")
    while true {
      let reply = try environment.terminal.ask(question, echo: true)
      if let answer = answer(reply) { return answer }
    }
  }

  /// Returns what a reply means; nil when it is none of the letters or words.
  static func answer(_ reply: [UInt8]) -> Answer? {
    let blanks: ClosedRange<UInt8> = 0x09...0x20
    let trimmed = reply.drop { blanks.contains($0) }
    let bytes = Array(trimmed.prefix { !blanks.contains($0) })
    guard bytes.count == 1, trimmed.dropFirst(1).allSatisfy({ blanks.contains($0) }), let letter = bytes.first
    else { return nil }
    let isCapital = (0x41...0x5A).contains(letter)
    return ConflictChoice.allCases.first { $0.letter == letter | 0x20 }.map {
      Answer($0, isForAll: isCapital)
    }
  }
}
