internal import CXFFormats
package import CredentialExchangeFormat

/// The links of an item that lead elsewhere than in its source, because items have other identifiers in the vault: which
/// values of the source stand there no more as they were.
struct RewrittenLinks {
  /// Nodes of the record over the source's item whose values were rewritten or dropped.
  private var nodes: Set<Int> = []
  /// Those that the rewritten item does not have, from the first.
  private var dropped: [Int] = []

  /// Compares an item of a source with the same item as it goes into the vault; nil where all links are the same.
  init?(_ original: Item, _ item: Item) {
    guard original.credentials.contains(where: \.isItemReference), original.credentials != item.credentials
    else { return nil }
    let views = SourceRecord(original).root.elements("credentials")
    for (index, view) in views.enumerated() where index < item.credentials.count {
      guard case .itemReference(let before) = original.credentials[index],
        case .itemReference(let after) = item.credentials[index], let link = view["reference"]
      else { continue }
      if before.reference.item != after.reference.item, let leaf = link["item"] { nodes.insert(leaf.index) }
      if before.reference.account != nil, after.reference.account == nil, let leaf = link["account"] {
        nodes.insert(leaf.index)
        dropped.append(leaf.index)
      }
    }
    if nodes.isEmpty { return nil }
  }

  /// Parts the values that were rewritten from the others, which get the nodes of the record over the rewritten item.
  func split(_ entries: [LedgerEntry]) -> (rewritten: [LedgerEntry], rest: [LedgerEntry]) {
    var rewritten: [LedgerEntry] = []
    var rest: [LedgerEntry] = []
    for var entry in entries {
      guard let node = entry.node else {
        rest.append(entry)
        continue
      }
      if nodes.contains(node) {
        rewritten.append(entry)
      } else {
        entry.node = node - dropped.count { $0 < node }
        rest.append(entry)
      }
    }
    return (rewritten, rest)
  }
}

extension FindingCode {
  /// A link to another item leads to that item's identifier in the vault.
  package static let linkRewritten = FindingCode("link-rewritten", .note)
}
