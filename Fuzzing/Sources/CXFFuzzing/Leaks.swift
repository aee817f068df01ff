internal import CXFFormats
internal import CredentialExchangeFormat

/// Findings name places and rules, never values.
enum Leaks {
  /// Shorter values stand in words by chance.
  private static let shortest = 9

  /// Looks for values of secrets in what is said about a document.
  static func check(_ findings: [Finding], in text: [UInt8]) {
    guard !findings.isEmpty else { return }
    let record = text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      return try? SourceRecord(&cursor, rules: .none)
    }
    guard let record else { return }
    var secrets: Set<Text> = []
    var shown: [Text] = []
    collect(record.root, "", &secrets, &shown)
    for finding in findings {
      let message = Array(finding.message.utf8)
      for secret in secrets
      where contains(message, secret) && !shown.contains(where: { contains(Array($0.utf8), secret) }) {
        fail("\(finding.code.name) shows a value: \(finding.message)")
      }
    }
  }

  private static func collect(
    _ view: SourceView, _ name: Text, _ secrets: inout Set<Text>, _ shown: inout [Text]
  ) {
    switch view.kind {
    case .object:
      for child in view.children {
        shown.append(child.name)
        collect(child, child.name, &secrets, &shown)
      }
    case .array: for child in view.children { collect(child, name, &secrets, &shown) }
    case .string:
      guard let value = view.peek else { return }
      if secretNames.contains(name) {
        if value.utf8.count >= shortest { secrets.insert(value) }
      } else {
        shown.append(value)
      }
    default: break
    }
  }

  private static let secretNames: Set<Text> = [
    "value", "secret", "password", "key", "privateKey", "userHandle", "passphrase", "content", "data",
    "credWithUV",
    "credWithoutUV", "credBlob",
  ]

  private static func contains(_ text: [UInt8], _ piece: Text) -> Bool {
    let piece = Array(piece.utf8)
    guard text.count >= piece.count, let first = piece.first else { return false }
    return text.indices.contains { text[$0] == first && text[$0...].starts(with: piece) }
  }
}
