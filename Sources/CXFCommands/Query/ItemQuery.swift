internal import CXFFormats
package import CXFVaults
package import CredentialExchangeFormat

/// Which items are meant: terms that must all hold.
///
/// `type:passkey`, `tag:work`, `collection:"A/B"` (that collection or one inside it, by titles from the top),
/// `domain:example.com` (that host or one below it), `title:text`, and bare words, which are looked for in title, user
/// names and addresses. `-` in front turns a term round; `"…"` holds blanks together, with `\"` and `\\` inside.
/// Letters of ASCII match in either case, all other bytes as they are.
package struct ItemQuery: Sendable, Hashable {
  /// One term.
  package struct Term: Sendable, Hashable {
    /// What is looked at.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The type of one of the credentials, whole.
      case type
      /// One of the tags, whole.
      case tag
      /// A collection that holds the item, or one around that.
      case collection
      /// The host of an address, or the domain of a passkey.
      case domain
      /// A part of the title.
      case title
      /// A part of the title, of a user name or of an address.
      case word
    }

    /// What is looked at.
    package var kind: Kind
    /// What is looked for.
    package var text: Text
    /// Whether items are meant for which this does not hold.
    package var isNegated: Bool

    /// Creates a term.
    package init(_ kind: Kind, _ text: Text, isNegated: Bool = false) {
      self.kind = kind
      self.text = text
      self.isNegated = isNegated
    }
  }

  /// The terms; without any, all items are meant.
  package var terms: [Term]

  /// Creates a query.
  package init(_ terms: [Term] = []) { self.terms = terms }

  /// Whether all items are meant.
  package var isEmpty: Bool { terms.isEmpty }

  /// Reads a query from words of the command line, each of which may hold several terms.
  ///
  /// - Throws: ``QueryError`` for the first mistake.
  package static func parse(_ words: [String]) throws(QueryError) -> ItemQuery {
    var terms: [Term] = []
    for word in words {
      var scan = QueryScan(word)
      while let term = try scan.next() { terms.append(term) }
    }
    return ItemQuery(terms)
  }

  /// Returns whether all terms hold for an item.
  ///
  /// - Parameter collections: those of its vault.
  package func matches(_ item: VaultItem, collections: CollectionTree) -> Bool {
    terms.allSatisfy { Self.holds($0, item, collections) != $0.isNegated }
  }

  private static func holds(_ term: Term, _ entry: VaultItem, _ collections: CollectionTree) -> Bool {
    let item = entry.item
    let wanted = Folded(term.text)
    switch term.kind {
    case .type: return item.credentials.contains { Folded(Text($0.type)) == wanted }
    case .tag: return item.tags.contains { Folded($0) == wanted }
    case .collection:
      return entry.collections.contains { id in
        collections.paths(to: id).contains { Folded($0) == wanted }
      }
    case .domain:
      let domain = wanted.withoutFinalDot
      return item.hosts.contains { Folded($0).withoutFinalDot.isAtOrBelow(domain) }
    case .title: return Folded(item.title).contains(wanted)
    case .word:
      return ([item.title] + item.usernames + (item.scope?.urls ?? [])).contains {
        Folded($0).contains(wanted)
      }
    }
  }
}

/// Bytes with A to Z in lower case, to compare.
private struct Folded: Equatable {
  private var bytes: [UInt8]

  init(_ text: Text) { bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// A host may be written with the dot of the root.
  var withoutFinalDot: Folded {
    bytes.last == UInt8(ascii: ".") ? Folded(bytes: Array(bytes.dropLast())) : self
  }

  func contains(_ other: Folded) -> Bool {
    let wanted = other.bytes
    guard let first = wanted.first else { return true }
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains {
      bytes[$0] == first && bytes[$0...].starts(with: wanted)
    }
  }

  func isAtOrBelow(_ domain: Folded) -> Bool {
    if self == domain { return true }
    let tail = [UInt8(ascii: ".")] + domain.bytes
    return bytes.count > tail.count && bytes.suffix(tail.count).elementsEqual(tail)
  }
}

extension Item {
  /// The user names of its credentials, in order.
  var usernames: [Text] {
    credentials.compactMap { credential in
      switch credential {
      case .basicAuth(let login): login.username?.value
      case .passkey(let passkey): passkey.username
      case .totp(let totp): totp.username
      case .apiKey(let key): key.username?.value
      default: nil
      }
    }.filter { !$0.isEmpty }
  }

  /// The hosts of its addresses and the domains of its passkeys.
  var hosts: [Text] {
    let addresses = (scope?.urls ?? []).compactMap { ServiceAddress($0.string).host.map { Text($0) } }
    return addresses
      + credentials.compactMap { credential in
        if case .passkey(let passkey) = credential { passkey.rpID } else { nil }
      }
  }
}
