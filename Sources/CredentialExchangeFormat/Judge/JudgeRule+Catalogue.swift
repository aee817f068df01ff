extension JudgeRule {
  /// The catalogue of all rules as Markdown, which `Schemas/FINDINGS.md` holds.
  package static var catalogue: String {
    var text = """
      # Findings

      What the judge of CXF files finds, by code. `cxf validate` prints the code in brackets at the end of a line, and as
      `code` with `--json`. This page is written from the rules; a test compares the two, and that each example gives its
      code.

      An **error** was not carried over, or cannot be right. A **warning** was carried over, but changed, guessed or
      against a rule. A **note** is worth knowing. With `--strict` all that the reader repairs or gives up is an error.

      Sections are those of CXF 1.0 where nothing else is named; for `3` a finding has the section of its type. `%` stands
      for the name of the member. Examples show the piece of a document that breaks the rule: a whole document, its
      accounts, members of an account or of an item, or a credential.

      """
    for group in groups { text += section(group.title, group.rules) }
    return text
  }

  /// The rules by subject, as the catalogue shows them.
  package static let groups: [(title: String, rules: [JudgeRule])] = [
    ("JSON", jsonRules), ("Structure", structureRules), ("Identifiers and references", identifierRules),
    ("Times", timeRules),
    ("Fields", fieldRules), ("One-time codes, passkeys and keys", secretRules),
    ("Keys and compressed data, tried", deepRules), ("Scopes, files and extensions", placeRules),
    ("Texts", textRules),
    ("What other programs make of it", profileRules),
  ]

  private static func section(_ title: String, _ rules: [JudgeRule]) -> String {
    rules.reduce("\n## \(title)\n") { text, rule in
      let option =
        rule.example.isDeep
        ? " With `--deep`." : rule.example.profile.map { " With `--profile \($0.rawValue)`." } ?? ""
      return text + """

        ### `\(rule.code.name)`

        \(rule.code.severity.rawValue) · \(rule.section) · \(rule.message).\(option)

        The reader \(rule.reading). To mend it, \(rule.mending).

            \(shown(rule.example.text))

        """
    }
  }

  /// The piece with what cannot be seen written as escapes.
  private static func shown(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      case 0xFEFF, 0xFFFD: result += "\\u" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
