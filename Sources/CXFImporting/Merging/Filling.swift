internal import CredentialExchangeFormat

extension UnknownMembers {
  /// Adds the members of the other whose names are not here.
  mutating func fill(from other: UnknownMembers) {
    guard !other.isEmpty else { return }
    guard !isEmpty else {
      self = other
      return
    }
    let names = Set(members.map(\.name))
    for (name, json) in other.members where !names.contains(name) {
      var writer = JSONWriter()
      writer.string(name)
      append(writer.bytes + [UInt8(ascii: ":")] + Array(json.utf8))
    }
  }
}

extension EditableField {
  /// The field with what only the other one has.
  func filled(from other: EditableField) -> EditableField {
    var field = self
    if field.value.isEmpty, !other.value.isEmpty {
      field.value = other.value
      field.fieldType = other.fieldType
    }
    if field.label == nil || field.label?.isEmpty == true { field.label = other.label ?? field.label }
    if field.extensions.isEmpty { field.extensions = other.extensions }
    field.unknown.fill(from: other.unknown)
    return field
  }
}

extension FieldHolder {
  /// The credential with what only the other one has; nil when both have a member and differ in it.
  func filled(from other: Self, isLenient: Bool = false) -> Self? {
    var result = self
    for path in Self.fieldPaths {
      guard let theirs = other[keyPath: path] else { continue }
      guard let ours = self[keyPath: path] else {
        result[keyPath: path] = theirs
        continue
      }
      guard ours.value.isEmpty || theirs.value.isEmpty || ours.value == theirs.value else {
        if isLenient { continue }
        return nil
      }
      result[keyPath: path] = ours.filled(from: theirs)
    }
    result.unknown.fill(from: other.unknown)
    return result
  }
}

extension Text? {
  /// This text, or the other one where there is none.
  fileprivate func filled(from other: Text?) -> Text? {
    self == nil || self?.isEmpty == true ? other ?? self : self
  }
}

extension Credential {
  /// The credential with what only the other one has, where both hold the same secret or, of types without one, one of
  /// them says all that the other one says. Nil when they are two different credentials.
  ///
  /// Of credentials that their secret makes one (passkey, one-time code, SSH key, note, file), members that differ stay
  /// as they are here; the rest of the other one is for the history.
  func filled(from other: Credential) -> Credential? {
    switch (self, other) {
    case (.basicAuth(let ours), .basicAuth(let theirs)):
      guard ours.isSameLogin(as: theirs) else { return nil }
      return ours.filled(from: theirs).map { .basicAuth($0) }
    case (.creditCard(let ours), .creditCard(var theirs)):
      guard let digits = ours.digits, digits == theirs.digits else { return nil }
      // The same number may be spelled with other blanks.
      if let number = ours.number { theirs.number?.value = number.value }
      return ours.filled(from: theirs).map { .creditCard($0) }
    case (.apiKey(let ours), .apiKey(let theirs)):
      guard ours.key.filledText != nil, ours.key.filledText == theirs.key.filledText else { return nil }
      return ours.filled(from: theirs).map { .apiKey($0) }
    case (.wifi(let ours), .wifi(let theirs)):
      guard ours.ssid.filledText != nil, ours.ssid.filledText == theirs.ssid.filledText,
        ours.passphrase.filledText == theirs.passphrase.filledText
      else { return nil }
      return ours.filled(from: theirs).map { .wifi($0) }
    case (.driversLicense(let ours), .driversLicense(let theirs)):
      guard let number = ours.licenseNumber.filledText, number == theirs.licenseNumber.filledText else {
        return nil
      }
      return ours.filled(from: theirs).map { .driversLicense($0) }
    case (.identityDocument(let ours), .identityDocument(let theirs)):
      guard ours.numbers != [nil, nil], ours.numbers == theirs.numbers else { return nil }
      return ours.filled(from: theirs).map { .identityDocument($0) }
    case (.passport(let ours), .passport(let theirs)):
      guard let number = ours.passportNumber.filledText, number == theirs.passportNumber.filledText else {
        return nil
      }
      return ours.filled(from: theirs).map { .passport($0) }
    case (.address(let ours), .address(let theirs)):
      return ours.filledWithinOne(from: theirs).map { .address($0) }
    case (.personName(let ours), .personName(let theirs)):
      return ours.filledWithinOne(from: theirs).map { .personName($0) }
    default: return filledBySecret(from: other)
    }
  }

  private func filledBySecret(from other: Credential) -> Credential? {
    switch (self, other) {
    case (.sshKey(var ours), .sshKey(let theirs)):
      guard !ours.privateKey.isEmpty, !theirs.privateKey.isEmpty, ours.identity == theirs.identity else {
        return nil
      }
      ours = ours.filled(from: theirs, isLenient: true) ?? ours
      if ours.keyType.isEmpty { ours.keyType = theirs.keyType }
      ours.keyComment = ours.keyComment.filled(from: theirs.keyComment)
      return .sshKey(ours)
    case (.totp(var ours), .totp(let theirs)):
      guard !ours.secret.isEmpty, !theirs.secret.isEmpty, ours.givesSameCodes(as: theirs) else { return nil }
      ours.username = ours.username.filled(from: theirs.username)
      ours.issuer = ours.issuer.filled(from: theirs.issuer)
      ours.unknown.fill(from: theirs.unknown)
      return .totp(ours)
    case (.passkey(var ours), .passkey(let theirs)):
      guard ours.isSamePasskey(as: theirs), ours.key == theirs.key else { return nil }
      if ours.username.isEmpty { ours.username = theirs.username }
      if ours.userDisplayName.isEmpty { ours.userDisplayName = theirs.userDisplayName }
      if ours.userHandle.isEmpty { ours.userHandle = theirs.userHandle }
      if ours.fido2Extensions == nil { ours.fido2Extensions = theirs.fido2Extensions }
      ours.unknown.fill(from: theirs.unknown)
      return .passkey(ours)
    case (.note(var ours), .note(let theirs)):
      guard ours.content.value == theirs.content.value else { return nil }
      ours.content = ours.content.filled(from: theirs.content)
      ours.unknown.fill(from: theirs.unknown)
      return .note(ours)
    case (.generatedPassword(var ours), .generatedPassword(let theirs)):
      guard ours.password == theirs.password else { return nil }
      ours.unknown.fill(from: theirs.unknown)
      return .generatedPassword(ours)
    case (.file(var ours), .file(let theirs)):
      guard !ours.integrityHash.isEmpty, ours.name == theirs.name,
        ours.integrityHash == theirs.integrityHash, ours.decryptedSize == theirs.decryptedSize
      else { return nil }
      ours.unknown.fill(from: theirs.unknown)
      return .file(ours)
    case (.itemReference(var ours), .itemReference(let theirs)):
      guard ours.reference.item == theirs.reference.item, ours.reference.account == theirs.reference.account
      else { return nil }
      ours.unknown.fill(from: theirs.unknown)
      ours.reference.unknown.fill(from: theirs.reference.unknown)
      return .itemReference(ours)
    default: return nil
    }
  }
}

extension BasicAuth {
  /// Whether both are one login: equal, or a user name or password is missing in one of them and the other part is
  /// there in both and equal.
  fileprivate func isSameLogin(as other: BasicAuth) -> Bool {
    let users = (username.filledText, other.username.filledText)
    let passwords = (password.filledText, other.password.filledText)
    if users.0 == users.1, passwords.0 == passwords.1 { return true }
    if users.0 != nil, users.0 == users.1 { return passwords.0 == nil || passwords.1 == nil }
    if passwords.0 != nil, passwords.0 == passwords.1 { return users.0 == nil || users.1 == nil }
    return false
  }
}

extension IdentityDocument {
  fileprivate var numbers: [Text?] { [documentNumber.filledText, identificationNumber.filledText] }
}

extension Passkey {
  /// Whether both name the same passkey, whatever their keys are.
  func isSamePasskey(as other: Passkey) -> Bool {
    rpID == other.rpID && credentialID == other.credentialID
  }
}

extension FieldHolder {
  /// The credential with what only the other one has, when one of them has nothing that the other one has not.
  fileprivate func filledWithinOne(from other: Self) -> Self? {
    func covers(_ large: Self, _ small: Self) -> Bool {
      Self.fieldPaths.allSatisfy { path in
        guard let text = small[keyPath: path].filledText else { return true }
        return large[keyPath: path].filledText == text
      }
    }
    guard covers(self, other) || covers(other, self) else { return nil }
    return filled(from: other)
  }
}
