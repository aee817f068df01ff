internal import CXFCommandLine
internal import CredentialExchangeFormat

/// Findings for people: one line each, as compilers print, never with a secret.
enum FindingText {
  /// The file and place of a finding, as editors understand it.
  static func place(_ finding: Finding) -> String? {
    guard let file = finding.file else { return nil }
    let position = finding.position
    if let line = position.line { return "\(file):\(line):\(position.column ?? 1)" }
    if let pointer = position.pointer { return "\(file)#\(pointer)" }
    return file
  }

  /// One line for a finding.
  static func line(_ finding: Finding, _ style: TextStyle) -> String {
    let severity =
      switch finding.severity {
      case .error: style.red("error")
      case .warning: style.yellow("warning")
      case .note: style.dim("note")
      }
    var subject = ""
    if let item = finding.item { subject = " (\(ForeignText.escaped(item, limit: 60)))" }
    let start = place(finding).map { ForeignText.escaped($0) + ": " } ?? ""
    return
      "\(start)\(severity): \(ForeignText.escaped(finding.message, limit: 400))\(subject) [\(finding.code.name)]"
  }

  /// The most lines of one code before the rest is counted.
  private static let linesPerCode = 10

  /// Errors and warnings a line each, many of one kind cut short; notes counted by kind.
  static func summary(_ findings: [Finding], _ style: TextStyle, more: String) -> [String] {
    var lines: [String] = []
    var counts: [String: Int] = [:]
    for finding in findings where finding.severity > .note {
      counts[finding.code.name, default: 0] += 1
      if counts[finding.code.name, default: 0] <= linesPerCode { lines.append(line(finding, style)) }
    }
    for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > linesPerCode {
      lines.append("… and \(count - linesPerCode) more of \(code); \(more)")
    }
    var notes: [String: Int] = [:]
    for finding in findings where finding.severity == .note { notes[finding.code.name, default: 0] += 1 }
    if !notes.isEmpty {
      let parts = notes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append(style.dim("notes: \(parts.joined(separator: ", "))"))
    }
    return lines
  }
}
