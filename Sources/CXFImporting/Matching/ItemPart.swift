internal import CredentialExchangeFormat

/// A part of an item that is looked at on its own when a later export of the same source comes.
enum ItemPart: Hashable {
  case title, subtitle, favorite, urls, apps, tags
  /// All credentials of one type; an empty name stands for the types that CXF does not know.
  case credentials(String)
  case extensions, unknown

  static let credentialTypes = [
    "address", "api-key", "basic-auth", "credit-card", "custom-fields", "drivers-license", "file",
    "generated-password", "identity-document", "item-reference", "note", "passkey", "passport", "person-name",
    "ssh-key", "totp", "wifi", "",
  ]

  /// All parts, in the order of their digests.
  static let all: [ItemPart] =
    [.title, .subtitle, .favorite, .urls, .apps, .tags] + credentialTypes.map { .credentials($0) }
    + [.extensions, .unknown]

  /// The part that a credential belongs to.
  init(_ credential: Credential) {
    if case .unknown = credential {
      self = .credentials("")
    } else {
      self = .credentials(credential.type)
    }
  }

  /// What is digested of an item without identifiers; nil when the part says nothing.
  func bytes(of content: Item) -> [UInt8]? {
    var part = Item()
    switch self {
    case .title: part.title = content.title
    case .subtitle: part.subtitle = content.subtitle
    case .favorite: part.isFavorite = content.isFavorite
    case .urls: if let scope = content.scope { part.scope = CredentialScope(urls: scope.urls) }
    case .apps:
      if let scope = content.scope {
        part.scope = CredentialScope(androidApps: scope.androidApps)
        part.scope?.unknown = scope.unknown
      }
    case .tags: part.tags = content.tags
    case .credentials: part.credentials = content.credentials.filter { ItemPart($0) == self }
    case .extensions: part.extensions = content.extensions
    case .unknown: part.unknown = content.unknown
    }
    if part.scope == CredentialScope() { part.scope = nil }
    return part == Item() ? nil : CXFEncoder().encode(part)
  }
}
