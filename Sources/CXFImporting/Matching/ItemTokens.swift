internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat

/// The reasons for which an item may be the same as another one. Keys are digests of them, and comparing looks for
/// equal ones, so that both follow one set of rules.
struct ItemTokens {
  private(set) var credentials: [Token] = []
  private(set) var accounts: [Token] = []
  private(set) var similar: [Token] = []

  private let item: Item
  let sites: [Site]
  private let isTrashed: Bool

  /// As many sites and logins of one item are combined with each of the other; of those beyond it, each is combined with
  /// as many, so that the number of tokens grows linearly.
  private static let combined = 64

  init(_ item: Item, domains: PublicSuffixList) {
    self.item = item
    sites = ItemScope(domains: domains).sites(of: item)
    isTrashed = item.isTrashed
    for (index, credential) in item.credentials.enumerated() { add(credential, index) }
    if credentials.isEmpty, !item.credentials.isEmpty {
      let content = Item(title: item.title, credentials: item.credentials.map(\.withoutIdentifiers))
      credentials.append(
        token(.content, [CXFEncoder().encode(content)], "the same title and the same content"))
    }
    addSimilar()
  }

  private func token(_ kind: Token.Kind, _ parts: [[UInt8]], _ words: String) -> Token {
    Token(kind, isTrashed: isTrashed, parts, words)
  }

  private mutating func add(_ credential: Credential, _ index: Int) {
    switch credential {
    case .basicAuth(let login): add(login, index)
    case .passkey(let passkey):
      let relyingParty = Array(passkey.rpID.utf8)
      if !passkey.credentialID.isEmpty {
        credentials.append(
          token(
            .passkey, [relyingParty, passkey.credentialID.bytes],
            "the same passkey for \(passkey.rpID.string)"))
      }
      if !passkey.userHandle.isEmpty {
        accounts.append(
          token(
            .passkeyAccount, [relyingParty, passkey.userHandle.bytes],
            "a passkey for the same account of \(passkey.rpID.string)"))
      }
    case .sshKey(let key):
      guard !key.privateKey.isEmpty else { return }
      credentials.append(token(.sshKey, [key.identity], "the same SSH key"))
    case .creditCard(let card):
      guard let digits = card.digits else { return }
      credentials.append(token(.card, [digits], "the same card number"))
    case .totp(let code):
      guard !code.secret.isEmpty else { return }
      credentials.append(token(.oneTimeCode, code.parts, "the same one-time code"))
    default: break
    }
  }

  private mutating func add(_ login: BasicAuth, _ index: Int) {
    let username = login.username.filledText.map { Array($0.utf8) } ?? []
    let password = login.password.filledText.map { Array($0.utf8) }
    guard !username.isEmpty || password != nil else { return }
    for (number, site) in sites.enumerated() where number < Self.combined || index < Self.combined {
      if let password {
        credentials.append(
          token(
            .login, [site.part, username, password],
            "the same \(username.isEmpty ? "" : "user name and ")password at \(site.words)"))
      }
      accounts.append(
        token(
          .account, [site.part, username],
          username.isEmpty ? "no user name at \(site.words)" : "the same user name at \(site.words)"))
    }
    guard sites.isEmpty else { return }
    if let password {
      credentials.append(
        token(
          .login, [[], username, password],
          "the same \(username.isEmpty ? "" : "user name and ")password, without an address"))
    }
    // Without an address a user name alone says nothing. With the title it is worth a question, and never more.
    if password != nil, !username.isEmpty, !item.title.isEmpty {
      accounts.append(
        token(
          .titledAccount, [Array(item.title.utf8), username],
          "the same user name under the same title, without an address"))
    }
  }

  private mutating func addSimilar() {
    guard !item.title.isEmpty else { return }
    let title = item.title.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    let types = Set(item.credentials.map { Text($0.type) }).sorted().map { Array($0.utf8) }
    if !types.isEmpty {
      similar.append(token(.titleAndTypes, [title] + types, "the same title and kinds of content"))
    }
    for username in item.usernames {
      similar.append(token(.titleAndUsername, [title, Array(username.utf8)], "the same title and user name"))
    }
  }
}

extension Item {
  /// The user names of logins and passkeys, in order, each once.
  fileprivate var usernames: [Text] {
    var seen: Set<Text> = []
    return credentials.compactMap { credential -> Text? in
      switch credential {
      case .basicAuth(let login): login.username.filledText
      case .passkey(let passkey): passkey.username.isEmpty ? nil : passkey.username
      default: nil
      }
    }.filter { seen.insert($0).inserted }
  }
}

extension TOTP {
  /// All that decides about the codes.
  var parts: [[UInt8]] {
    [key, Array(algorithm.name.utf8), Array("\(digits)".utf8), Array("\(period)".utf8)]
  }
}

extension CredentialExchangeFormat.SSHKey {
  /// The public key, which is computed from the private one; the private key's bytes where those are damaged.
  var identity: [UInt8] {
    (try? CXFCrypto.SSHKey(pkcs8: privateKey.bytes))?.publicBlob ?? privateKey.bytes
  }
}
