internal import CXFCommandLine
internal import CredentialExchangeFormat

/// Findings for people, as good compilers print them: the place, the line with a caret, what the reader does, what to do.
struct JudgementText {
  let style: TextStyle
  /// The most findings of one code that are shown of a file; the rest is counted.
  static let limit = 10

  /// The rules whose explanation was shown: once is enough.
  private var explained: Set<String> = []

  init(_ style: TextStyle) { self.style = style }

  /// The lines about a file.
  ///
  /// - Parameter document: its bytes where it is JSON, for excerpts.
  mutating func lines(_ findings: [Finding], in document: [UInt8]?) -> [String] {
    var counts: [String: Int] = [:]
    let shown = findings.filter { finding in
      counts[finding.code.name, default: 0] += 1
      return counts[finding.code.name, default: 0] <= Self.limit
    }
    let excerpts =
      document.map { StructureExcerpt.make(shown.map { $0.position.byte ?? -1 }, in: $0) }
      ?? shown.map { _ in nil }
    var lines: [String] = []
    for (finding, excerpt) in zip(shown, excerpts) {
      lines.append(FindingText.line(finding, style))
      if let excerpt { lines += place(excerpt, finding) }
      if excerpt != nil, let rule = JudgeRule.rule(finding.code), explained.insert(rule.code.name).inserted {
        lines.append("\(style.dim("  note:")) the reader \(rule.reading)")
        lines.append("\(style.dim("  hint:")) \(rule.mending)")
        if let spec = finding.spec { lines.append("\(style.dim("  rule:")) \(Self.source(spec))") }
      }
    }
    for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.limit {
      lines.append("… and \(count - Self.limit) more of \(code); --json lists all")
    }
    return lines
  }

  /// A section in words: a bare number is one of CXF 1.0.
  static func source(_ spec: String) -> String {
    spec.utf8.first.map { (0x30...0x39).contains($0) } ?? false ? "CXF 1.0, section \(spec)" : spec
  }

  private func place(_ excerpt: StructureExcerpt, _ finding: Finding) -> [String] {
    let number = finding.position.line.map { "\($0)" } ?? ""
    let margin = String(repeating: " ", count: number.utf8.count)
    let caret =
      String(repeating: " ", count: excerpt.column) + "^"
      + String(repeating: "~", count: max(excerpt.width - 1, 0))
    let colored = finding.severity == .error ? style.red(caret) : style.yellow(caret)
    return [
      "  \(style.dim("\(number) |")) \(excerpt.text)",
      "  \(style.dim("\(margin) |")) \(finding.severity == .note ? style.dim(caret) : colored)",
    ]
  }
}
