internal import CXFFormats
package import CredentialExchangeFormat

/// How much two items have to do with each other. Both orders give the same grade.
package struct Comparison: Sendable, Hashable {
  /// The grades, from most to least.
  package enum Grade: UInt8, Sendable, Hashable, Comparable {
    /// All but identifiers and dates is equal.
    case same
    /// They hold the same credential.
    case sameCredential
    /// They belong to the same account and hold different credentials.
    case sameAccount
    /// They look alike; worth listing, never merged without a person's word.
    case similar
    /// Nothing in common.
    case none

    package static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The grade.
  package var grade: Grade
  /// What is equal, in words and without a secret. It may hold a host, a relying party or an app name of the file.
  package var reason: String
  /// Whether the incoming item holds a secret of the existing one: a password, a private key, the secret of a one-time
  /// code or a card number. Identifiers and public keys prove nothing, and neither do secrets that came into the
  /// existing item without proof.
  package var isProven: Bool
  /// Whether the title took part in `.sameAccount`. Titles never decide: such items are reported and not merged.
  package var isByTitle: Bool
  /// Whether a person chose these two.
  package var isChosen = false

  /// Creates the value.
  package init(grade: Grade, reason: String, isProven: Bool, isByTitle: Bool = false) {
    self.grade = grade
    self.reason = reason
    self.isProven = isProven
    self.isByTitle = isByTitle
  }

  /// Compares an item of a vault with one that comes in.
  package static func compare(
    _ existing: Item, _ incoming: Item, domains: PublicSuffixList
  ) -> Comparison {
    compare(ComparedItem(existing, domains: domains), ComparedItem(incoming, domains: domains))
  }

  /// Compares an item of a vault with one that comes in.
  package static func compare(_ existing: ComparedItem, _ incoming: ComparedItem) -> Comparison {
    let isProven = existing.isProven(by: incoming)
    guard existing.isTrashed == incoming.isTrashed else {
      return Comparison(grade: .none, reason: "one of them is in the trash", isProven: isProven)
    }
    if existing.content == incoming.content {
      return Comparison(grade: .same, reason: "the same content", isProven: isProven)
    }
    if let token = existing.credentials.common(with: incoming.credentials) {
      // One code or card in two places, as with a shared sign-on: together in one item, the password of one site would be
      // offered at the other.
      if token.kind == .oneTimeCode || token.kind == .card, existing.hasLogin, incoming.hasLogin,
        existing.sites.isDisjoint(with: incoming.sites)
      {
        return Comparison(
          grade: .similar, reason: "\(token.words), in logins of different sites", isProven: isProven)
      }
      return Comparison(grade: .sameCredential, reason: token.words, isProven: isProven)
    }
    if let token = existing.accounts.common(with: incoming.accounts) {
      return Comparison(
        grade: .sameAccount, reason: token.words, isProven: isProven, isByTitle: token.kind == .titledAccount)
    }
    if let token = existing.similar.common(with: incoming.similar) {
      return Comparison(grade: .similar, reason: token.words, isProven: isProven)
    }
    return Comparison(grade: .none, reason: "nothing in common", isProven: isProven)
  }
}

/// An item made ready for being compared with several others.
package struct ComparedItem: Sendable {
  let content: Item
  let isTrashed: Bool
  let credentials: TokenSet
  let accounts: TokenSet
  let similar: TokenSet
  let sites: Set<Site>
  let hasLogin: Bool
  private let secrets: Set<[UInt8]>
  private let unproven: Set<Text>

  /// Makes an item ready.
  package init(_ item: Item, domains: PublicSuffixList) {
    let tokens = ItemTokens(item, domains: domains)
    content = item.content
    isTrashed = item.isTrashed
    credentials = TokenSet(tokens.credentials)
    accounts = TokenSet(tokens.accounts)
    similar = TokenSet(tokens.similar)
    sites = Set(tokens.sites)
    hasLogin = item.credentials.contains { if case .basicAuth = $0 { true } else { false } }
    secrets = ItemSecrets.all(in: item)
    unproven = ItemHistory.unprovenMarks(of: item)
  }

  func isProven(by incoming: ComparedItem) -> Bool {
    secrets.contains { secret in
      guard incoming.secrets.contains(secret) else { return false }
      if unproven.isEmpty { return true }
      guard let mark = ItemSecrets.mark(secret) else { return false }
      return !unproven.contains(mark)
    }
  }
}

/// Tokens by their bytes.
struct TokenSet: Sendable {
  private let tokens: [Token]
  private let index: Set<[UInt8]>

  init(_ tokens: [Token]) {
    self.tokens = tokens
    index = Set(tokens.map(\.bytes))
  }

  /// The first token that the other set has too.
  func common(with other: TokenSet) -> Token? { tokens.first { other.index.contains($0.bytes) } }
}
