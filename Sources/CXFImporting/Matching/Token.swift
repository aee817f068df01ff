internal import CredentialExchangeFormat

/// One reason for which two items may be the same: equal bytes mean an equal reason.
struct Token: Sendable {
  /// What the reason is about.
  enum Kind: UInt8 {
    case login = 1
    case passkey, sshKey, card, oneTimeCode, content
    case account, titledAccount, passkeyAccount
    case titleAndTypes, titleAndUsername
  }

  let kind: Kind
  /// The kind and the parts, each with its length before it, so that no two lists of parts look alike.
  let bytes: [UInt8]
  /// The reason in words, without a secret.
  let words: String

  init(_ kind: Kind, isTrashed: Bool = false, _ parts: [[UInt8]], _ words: String) {
    self.kind = kind
    self.words = words
    var bytes: [UInt8] = [kind.rawValue, isTrashed ? 1 : 0]
    bytes.reserveCapacity(parts.reduce(2) { $0 + $1.count + 8 })
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: part)
    }
    self.bytes = bytes
  }
}

extension Site {
  /// The site as a part of a token.
  var part: [UInt8] { [kind.rawValue] + Array(name.utf8) }
}
