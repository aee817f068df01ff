/// One credential of an item (CXF 1.0 section 3.3). Every case is boxed: a passport inline would make each 900 bytes.
public indirect enum Credential: Sendable, Hashable {
  /// A postal address.
  case address(Address)
  /// A key for a programming interface.
  case apiKey(APIKey)
  /// User name and password.
  case basicAuth(BasicAuth)
  /// A payment card.
  case creditCard(CreditCard)
  /// Fields without a type of their own.
  case customFields(CustomFields)
  /// A driving licence.
  case driversLicense(DriversLicense)
  /// The description of an attached file.
  case file(FileReference)
  /// A password without a login.
  case generatedPassword(GeneratedPassword)
  /// An identity card or number.
  case identityDocument(IdentityDocument)
  /// A link to another item.
  case itemReference(ItemReference)
  /// Free text.
  case note(Note)
  /// A WebAuthn credential.
  case passkey(Passkey)
  /// A passport.
  case passport(Passport)
  /// A name in parts.
  case personName(PersonName)
  /// An SSH key.
  case sshKey(SSHKey)
  /// A one-time-password generator.
  case totp(TOTP)
  /// Access to a wireless network.
  case wifi(WiFi)
  /// A type that this version does not know, kept whole.
  case unknown(UnknownCredential)

  /// The name of the type on the wire.
  public var type: String {
    switch self {
    case .unknown(let credential): credential.type.string
    default: object.map { Swift.type(of: $0).discriminator?.value.description ?? "" } ?? ""
    }
  }

  /// The typed content, or nil for an unknown type.
  var object: (any ExchangeObject)? {
    switch self {
    case .address(let object): object
    case .apiKey(let object): object
    case .basicAuth(let object): object
    case .creditCard(let object): object
    case .customFields(let object): object
    case .driversLicense(let object): object
    case .file(let object): object
    case .generatedPassword(let object): object
    case .identityDocument(let object): object
    case .itemReference(let object): object
    case .note(let object): object
    case .passkey(let object): object
    case .passport(let object): object
    case .personName(let object): object
    case .sshKey(let object): object
    case .totp(let object): object
    case .wifi(let object): object
    case .unknown: nil
    }
  }
}

/// A credential of a type that this version does not know, kept whole.
public struct UnknownCredential: Sendable, Hashable {
  /// The name of the type as it came.
  public var type: Text
  /// All members but the type.
  public var members: UnknownMembers

  /// Creates the value.
  public init(type: Text, members: UnknownMembers = UnknownMembers()) {
    self.type = type
    self.members = members
  }
}
