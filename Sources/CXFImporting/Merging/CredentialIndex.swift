internal import CredentialExchangeFormat

/// Finds credentials of an item without looking at all of them for each one that comes in.
struct CredentialIndex {
  private var equal: [Credential: Int] = [:]
  private var byKey: [Token.Bytes: [Int]] = [:]
  private var byConflict: [Token.Bytes: [Int]] = [:]

  /// The most credentials that are remembered for one key. Further ones are found only when they are equal; else an item
  /// with thousands of logins of one user would take time by the square of their number.
  private static let limit = 64

  /// Adds the credential at a place, or what it has become.
  mutating func insert(_ credential: Credential, at place: Int) {
    let content = credential.withoutIdentifiers
    if equal[content] == nil { equal[content] = place }
    for key in credential.fillKeys {
      var places = byKey[key] ?? []
      guard places.count < Self.limit, !places.contains(place) else { continue }
      places.append(place)
      byKey[key] = places
    }
    if let key = credential.conflictKey {
      var places = byConflict[key] ?? []
      guard places.count < Self.limit, !places.contains(place) else { return }
      places.append(place)
      byConflict[key] = places
    }
  }

  /// The place of an equal credential.
  func equal(to credential: Credential) -> Int? { equal[credential.withoutIdentifiers] }

  /// The places of credentials that may be filled from this one or cover it, in order.
  func candidates(for credential: Credential) -> [Int] {
    var result: [Int] = []
    for key in credential.fillKeys {
      for place in byKey[key] ?? [] where !result.contains(place) { result.append(place) }
    }
    return result.sorted()
  }

  /// The places of credentials that have another secret for the same thing, in order.
  func conflicts(with credential: Credential) -> [Int] {
    credential.conflictKey.flatMap { byConflict[$0] } ?? []
  }
}

extension Token {
  /// Bytes that are equal for equal things.
  typealias Bytes = [UInt8]
}

extension Credential {
  /// Credentials that can be one have a key in common.
  fileprivate var fillKeys: [Token.Bytes] {
    func key(_ kind: UInt8, _ parts: [UInt8]...) -> Token.Bytes { [kind] + Token(.content, parts, "").bytes }
    func key(_ kind: UInt8, _ text: Text?) -> [Token.Bytes] { text.map { [key(kind, Array($0.utf8))] } ?? [] }
    switch self {
    case .basicAuth(let login):
      let keys = key(1, login.username.filledText) + key(2, login.password.filledText)
      return keys.isEmpty ? [[3]] : keys
    case .creditCard(let card): return card.digits.map { [key(4, $0)] } ?? []
    case .apiKey(let api): return key(5, api.key.filledText)
    case .wifi(let wifi): return key(6, wifi.ssid.filledText)
    case .driversLicense(let license): return key(7, license.licenseNumber.filledText)
    case .identityDocument(let document):
      return key(8, document.documentNumber.filledText) + key(9, document.identificationNumber.filledText)
    case .passport(let passport): return key(10, passport.passportNumber.filledText)
    case .address: return [[11]]
    case .personName: return [[12]]
    case .sshKey(let sshKey): return sshKey.privateKey.isEmpty ? [] : [key(13, sshKey.identity)]
    case .totp(let code): return [key(14, code.key)]
    case .passkey(let passkey): return [key(15, passkey.credentialID.bytes, passkey.key.bytes)]
    case .note(let note): return [key(16, Array(note.content.value.utf8))]
    case .generatedPassword(let generated): return [key(17, Array(generated.password.utf8))]
    case .file(let file): return [key(18, file.integrityHash.bytes)]
    case .itemReference(let link): return [key(19, link.reference.item.bytes)]
    case .customFields(let group): return [key(20, Array((group.label ?? "").utf8))]
    case .unknown: return []
    }
  }

  /// Credentials that cannot both be right have an equal key.
  fileprivate var conflictKey: Token.Bytes? {
    switch self {
    case .basicAuth(let login):
      guard login.password.filledText != nil else { return nil }
      return Token(.login, [Array((login.username.filledText ?? "").utf8)], "").bytes
    case .totp(let code):
      return Token(.oneTimeCode, [Array((code.username ?? "").utf8), Array((code.issuer ?? "").utf8)], "")
        .bytes
    case .passkey(let passkey):
      guard !passkey.credentialID.isEmpty else { return nil }
      return Token(.passkey, [Array(passkey.rpID.utf8), passkey.credentialID.bytes], "").bytes
    default: return nil
    }
  }

  /// What a conflict of such credentials is about.
  var conflictWords: String {
    switch self {
    case .basicAuth: "password"
    case .totp: "one-time code"
    default: type
    }
  }
}
