internal import CXFCrypto
internal import CredentialExchangeFormat

/// The secrets of an item that prove that somebody had the item, or one with the same secret, before.
enum ItemSecrets {
  /// Returns passwords, private keys, secrets of one-time codes and card numbers, each as its kind and bytes.
  static func all(in item: Item) -> Set<[UInt8]> {
    var result: Set<[UInt8]> = []
    func insert(_ kind: Token.Kind, _ secret: [UInt8]) {
      if !secret.isEmpty { result.insert(Token(kind, [secret], "").bytes) }
    }
    for credential in item.credentials {
      switch credential {
      case .basicAuth(let login): insert(.login, login.password.filledText.map { Array($0.utf8) } ?? [])
      case .passkey(let passkey): insert(.passkey, passkey.key.bytes)
      case .sshKey(let key): insert(.sshKey, key.privateKey.isEmpty ? [] : key.identity)
      case .totp(let code): insert(.oneTimeCode, code.key)
      case .creditCard(let card): insert(.card, card.digits ?? [])
      default: break
      }
    }
    return result
  }

  /// The mark of a secret in the history of an item: it tells the secret again and not what it was.
  static func mark(_ secret: [UInt8]) -> Text? {
    // The library refuses only when there is no memory; a secret without a mark proves nothing then.
    (try? Digest.hash(secret, with: .sha256)).map { Text(Base64URL.encode(Array($0.prefix(16)))) }
  }
}
