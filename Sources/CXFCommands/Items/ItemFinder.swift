internal import CXFCommandLine
internal import CXFVaults
internal import CredentialExchangeFormat

/// No item, or more than one, is what a word of the command line names.
struct ItemNotFound: CodedFailure {
  /// The word.
  let word: String
  /// The items that it could mean.
  let candidates: [VaultItem]

  var code: String { candidates.isEmpty ? "no-such-item" : "ambiguous-item" }
  var exitCode: ExitCode { .negative }

  var message: String {
    candidates.isEmpty
      ? "no item has the id or title '\(word)'" : "'\(word)' means \(candidates.count) items"
  }

  /// The most candidates that are named.
  private static let limit = 10

  var hint: String? {
    guard !candidates.isEmpty else { return "'cxf list' shows titles; with --json also ids" }
    let named = candidates.prefix(Self.limit).map { entry in
      let details = [entry.item.title.string, entry.item.usernames.first?.string ?? ""].filter { !$0.isEmpty }
      return "\(entry.id.base64URL) (\(details.joined(separator: ", ")))"
    }
    let more = candidates.count > Self.limit ? "; and \(candidates.count - Self.limit) more" : ""
    return "name one by its id: \(named.joined(separator: "; "))\(more)"
  }
}

/// Finds the item that a person means: by its identifier, its exact title, or the unique beginning of its identifier.
enum ItemFinder {
  /// Returns the item.
  ///
  /// - Throws: `ItemNotFound`.
  static func find(_ word: String, in items: [VaultItem]) throws(ItemNotFound) -> VaultItem {
    let wanted = Text(word)
    if let exact = items.first(where: { Text($0.id.base64URL) == wanted }) { return exact }
    for candidates in [
      items.filter { $0.item.title == wanted },
      items.filter { !wanted.isEmpty && $0.id.base64URL.utf8.starts(with: wanted.utf8) },
    ] {
      if let only = candidates.first, candidates.count == 1 { return only }
      if !candidates.isEmpty { throw ItemNotFound(word: word, candidates: candidates) }
    }
    throw ItemNotFound(word: word, candidates: [])
  }
}
