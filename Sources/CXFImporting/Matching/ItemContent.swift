internal import CXFFormats
internal import CredentialExchangeFormat

extension Credential {
  /// The credential without the identifiers of fields, groups and files, which mean nothing beyond one document.
  var withoutIdentifiers: Credential {
    switch mappingFields({ $0.id = nil }) {
    case .customFields(var group):
      group.id = nil
      return .customFields(group)
    case .file(var file):
      // Without a hash nothing else tells whether the bytes are the same.
      if !file.integrityHash.isEmpty { file.id = Identifier() }
      return .file(file)
    case let other: return other
    }
  }
}

extension Item {
  /// All that makes two items the same: everything but identifiers and dates.
  var content: Item {
    var content = self
    content.id = Identifier()
    content.createdAt = nil
    content.modifiedAt = nil
    content.credentials = credentials.map(\.withoutIdentifiers)
    // An empty scope says as much as none.
    if let scope, scope == CredentialScope() { content.scope = nil }
    if subtitle?.isEmpty == true { content.subtitle = nil }
    return content
  }
}

extension EditableField? {
  /// The text of a field that has any.
  var filledText: Text? {
    guard let self, !self.value.isEmpty else { return nil }
    return self.value
  }
}

extension TOTP {
  /// The bytes that codes come from: of the Base32 text, or the text itself where it is none.
  var key: [UInt8] { (try? Base32.read(secret).bytes) ?? Array(secret.utf8) }

  /// Whether both give the same codes.
  func givesSameCodes(as other: TOTP) -> Bool {
    key == other.key && algorithm == other.algorithm && digits == other.digits && period == other.period
  }

  /// Whether both name the same account; no name is a name too.
  func hasSameLabel(as other: TOTP) -> Bool {
    (username ?? "") == (other.username ?? "") && (issuer ?? "") == (other.issuer ?? "")
  }
}

extension CreditCard {
  /// The number without blanks and dashes; nil when nothing is left.
  var digits: [UInt8]? {
    guard let number = number.filledText else { return nil }
    let digits = number.utf8.filter { $0 != 0x20 && $0 &- 0x09 >= 5 && $0 != UInt8(ascii: "-") }
    return digits.isEmpty ? nil : digits
  }
}
