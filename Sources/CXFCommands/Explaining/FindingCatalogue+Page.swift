internal import CredentialExchangeFormat

extension FindingCatalogue {
  /// The catalogue as Markdown, which `Schemas/FINDINGS.md` holds: the judge's part, then the chapters.
  package static var page: String {
    var text = JudgeRule.catalogue
    text += """

      # Findings of everything else

      What is found in files of other formats and on the way from one format or vault to another. Each example is run by a
      test. `‹x × 300›` stands for that many of a text, each with its number in the place of `#`, and `‹0xE9›` for a byte. Of
      a CXF document the example shows the piece that matters.

      """
    var subject = ""
    for entry in others {
      if entry.subject != subject {
        subject = entry.subject
        text += "\n## \(subject)\n"
      }
      text += section(entry)
    }
    return text
  }

  private static func section(_ entry: FindingEntry) -> String {
    """

    ### `\(entry.code.name)`

    \(entry.code.severity.rawValue) · \(entry.meaning).

    The program \(entry.consequence). To do: \(entry.advice).

    \(entry.example.lines.map { "    \($0)\n" }.joined())
    """
  }
}

extension FindingEntry.Example {
  /// The example as lines of text: each file under its name, then the command lines.
  var lines: [String] {
    switch self {
    case .judged(let piece): return Self.shown(piece.text)
    case .none(let reason): return ["No example: \(reason)."]
    case .scene(let scene):
      let files = scene.files.flatMap { file in
        switch file.content {
        case .text(let text): ["# \(file.name)"] + Self.shown(text)
        case .piece(let piece): ["# \(file.name)"] + Self.shown(piece.text)
        case .tar(let members):
          ["# \(file.name), a tar"]
            + members.flatMap { member in
              ["# \(member.name) in it"]
                + Self.shown(
                  member.text.hasPrefix("{") ? "a document with the item's attachment" : member.text)
            }
        }
      }
      return files + scene.steps.map { "$ \($0.line)" }
    }
  }

  /// A text in lines, with what cannot be seen written as escapes.
  private static func shown(_ text: String) -> [String] {
    var lines = [""]
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: lines.append("")
      case 0..<0x20, 0x7F, 0x300..<0x370, 0xFEFF, 0xFFFD:
        lines[lines.count - 1] += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
    }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
