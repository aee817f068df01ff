internal import CredentialExchangeFormat

/// A credential whose members are editable fields, each at most once.
protocol FieldHolder {
  /// The members, in the order of the specification.
  static var fieldPaths: [any WritableKeyPath<Self, EditableField?> & Sendable] { get }
  var unknown: UnknownMembers { get set }
}

extension Address: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<Address, EditableField?> & Sendable] = [
    \.streetAddress, \.postalCode, \.city, \.territory, \.country, \.tel,
  ]
}

extension APIKey: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<APIKey, EditableField?> & Sendable] = [
    \.key, \.username, \.keyType, \.url, \.validFrom, \.expiryDate,
  ]
}

extension BasicAuth: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<BasicAuth, EditableField?> & Sendable] = [
    \.username, \.password,
  ]
}

extension CreditCard: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<CreditCard, EditableField?> & Sendable] = [
    \.number, \.fullName, \.cardType, \.verificationNumber, \.pin, \.expiryDate, \.validFrom,
  ]
}

extension DriversLicense: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<DriversLicense, EditableField?> & Sendable] = [
    \.fullName, \.birthDate, \.issueDate, \.expiryDate, \.issuingAuthority, \.territory, \.country,
    \.licenseNumber, \.licenseClass,
  ]
}

extension IdentityDocument: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<IdentityDocument, EditableField?> & Sendable] = [
    \.issuingCountry, \.documentNumber, \.identificationNumber, \.nationality, \.fullName, \.birthDate,
    \.birthPlace, \.sex, \.issueDate, \.expiryDate, \.issuingAuthority,
  ]
}

extension Passport: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<Passport, EditableField?> & Sendable] = [
    \.issuingCountry, \.passportType, \.passportNumber, \.nationalIdentificationNumber, \.nationality,
    \.fullName, \.birthDate, \.birthPlace, \.sex, \.issueDate, \.expiryDate, \.issuingAuthority,
  ]
}

extension PersonName: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<PersonName, EditableField?> & Sendable] = [
    \.title, \.given, \.givenInformal, \.given2, \.surnamePrefix, \.surname, \.surname2, \.credentials,
    \.generation,
  ]
}

extension SSHKey: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<SSHKey, EditableField?> & Sendable] = [
    \.creationDate, \.expiryDate, \.keyGenerationSource,
  ]
}

extension WiFi: FieldHolder {
  static let fieldPaths: [any WritableKeyPath<WiFi, EditableField?> & Sendable] = [
    \.ssid, \.networkSecurityType, \.passphrase, \.hidden,
  ]
}

extension FieldHolder {
  /// Changes each field that is there.
  mutating func mapFields(_ body: (inout EditableField) -> Void) {
    for path in Self.fieldPaths {
      guard var field = self[keyPath: path] else { continue }
      body(&field)
      self[keyPath: path] = field
    }
  }
}

extension Credential {
  /// Returns the credential with each editable field changed.
  func mappingFields(_ body: (inout EditableField) -> Void) -> Credential {
    func mapped<Holder: FieldHolder>(_ holder: Holder) -> Holder {
      var holder = holder
      holder.mapFields(body)
      return holder
    }
    switch self {
    case .address(let value): return .address(mapped(value))
    case .apiKey(let value): return .apiKey(mapped(value))
    case .basicAuth(let value): return .basicAuth(mapped(value))
    case .creditCard(let value): return .creditCard(mapped(value))
    case .driversLicense(let value): return .driversLicense(mapped(value))
    case .identityDocument(let value): return .identityDocument(mapped(value))
    case .passport(let value): return .passport(mapped(value))
    case .personName(let value): return .personName(mapped(value))
    case .sshKey(let value): return .sshKey(mapped(value))
    case .wifi(let value): return .wifi(mapped(value))
    case .customFields(var value):
      for index in value.fields.indices { body(&value.fields[index]) }
      return .customFields(value)
    case .note(var value):
      body(&value.content)
      return .note(value)
    case .file, .generatedPassword, .itemReference, .passkey, .totp, .unknown: return self
    }
  }
}
