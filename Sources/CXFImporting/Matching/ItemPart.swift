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

  /// The place of each type of credential among the parts.
  private static let places: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().compactMap { index, part in
      guard case .credentials(let type) = part else { return nil }
      return (type, index)
    })

  /// What is digested of each part of an item without identifiers, in the order of `all`; nil for a part that says
  /// nothing.
  static func bytes(of content: Item) -> [[UInt8]?] {
    var parts = [[UInt8]?](repeating: nil, count: all.count)
    if !content.title.isEmpty { parts[0] = Array(content.title.utf8) }
    if let subtitle = content.subtitle, !subtitle.isEmpty { parts[1] = Array(subtitle.utf8) }
    if content.isFavorite { parts[2] = [1] }
    if let scope = content.scope {
      if !scope.urls.isEmpty { parts[3] = list(scope.urls) }
      if !scope.androidApps.isEmpty || !scope.unknown.isEmpty {
        var apps = scope
        apps.urls = []
        parts[4] = CXFEncoder().encode(Item(scope: apps))
      }
    }
    if !content.tags.isEmpty { parts[5] = list(content.tags) }
    var groups: [Int: [Credential]] = [:]
    for credential in content.credentials {
      guard case .credentials(let type) = ItemPart(credential), let place = places[type] else { continue }
      groups[place, default: []].append(credential)
    }
    for (place, group) in groups { parts[place] = CXFEncoder().encode(Item(credentials: group)) }
    if !content.extensions.isEmpty {
      parts[all.count - 2] = CXFEncoder().encode(Item(extensions: content.extensions))
    }
    if !content.unknown.isEmpty {
      var rest = Item()
      rest.unknown = content.unknown
      parts[all.count - 1] = CXFEncoder().encode(rest)
    }
    return parts
  }

  /// Texts with their lengths before them.
  private static func list(_ texts: [Text]) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in texts {
      withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
    }
    return bytes
  }
}
