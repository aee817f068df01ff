/// A key for a programming interface. CXF 1.0 section 3.3.2.
public struct APIKey: ExchangeObject {
  /// The key.
  public var key: EditableField?
  /// Name that belongs to the key.
  public var username: EditableField?
  /// Kind of key, such as bearer.
  public var keyType: EditableField?
  /// Address of the interface.
  public var url: EditableField?
  /// First day of validity.
  public var validFrom: EditableField?
  /// Last day of validity.
  public var expiryDate: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    key: EditableField? = nil, username: EditableField? = nil, keyType: EditableField? = nil,
    url:
      EditableField? = nil, validFrom: EditableField? = nil, expiryDate: EditableField? = nil
  ) {
    self.key = key
    self.username = username
    self.keyType = keyType
    self.url = url
    self.validFrom = validFrom
    self.expiryDate = expiryDate
  }

  static let discriminator: Discriminator? = Discriminator("type", "api-key")
  static var blank: APIKey { APIKey() }
  static let specSection: StaticString = "3.3.2"
  static let members: MemberTable<APIKey> = [
    .field("key", \.key, .concealedString),
    .field("username", \.username, .string),
    .field("keyType", \.keyType, .string),
    .field("url", \.url, .string),
    .field("validFrom", \.validFrom, .date),
    .field("expiryDate", \.expiryDate, .date),
  ]
}

/// User name and password of a login. CXF 1.0 section 3.3.3.
public struct BasicAuth: ExchangeObject {
  /// User name.
  public var username: EditableField?
  /// Password.
  public var password: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(username: EditableField? = nil, password: EditableField? = nil) {
    self.username = username
    self.password = password
  }

  static let discriminator: Discriminator? = Discriminator("type", "basic-auth")
  static var blank: BasicAuth { BasicAuth() }
  static let specSection: StaticString = "3.3.3"
  static let members: MemberTable<BasicAuth> = [
    .field("username", \.username, .string),
    .field("password", \.password, .concealedString),
  ]
}

/// A password made by a generator, with no login around it. CXF 1.0 section 3.3.8.
public struct GeneratedPassword: ExchangeObject {
  /// The password.
  public var password: Text
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(password: Text = "") {
    self.password = password
  }

  static let discriminator: Discriminator? = Discriminator("type", "generated-password")
  static var blank: GeneratedPassword { GeneratedPassword() }
  static let specSection: StaticString = "3.3.8"
  static let members: MemberTable<GeneratedPassword> = [
    .required("password", \.password)
  ]
}

/// Free text. CXF 1.0 section 3.3.11.
public struct Note: ExchangeObject {
  /// The text.
  public var content: EditableField
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(content: EditableField = EditableField()) {
    self.content = content
  }

  static let discriminator: Discriminator? = Discriminator("type", "note")
  static var blank: Note { Note() }
  static let specSection: StaticString = "3.3.11"
  static let members: MemberTable<Note> = [
    .requiredField("content", \.content, .string)
  ]
}

/// An SSH key. CXF 1.0 section 3.3.15.
public struct SSHKey: ExchangeObject {
  /// SSH public-key algorithm name, such as `ssh-ed25519`.
  public var keyType: Text
  /// Private key, PKCS #8 DER, unencrypted.
  public var privateKey: OpaqueBytes
  /// Comment.
  public var keyComment: Text?
  /// Day of creation.
  public var creationDate: EditableField?
  /// Last day of validity.
  public var expiryDate: EditableField?
  /// Program that made the key.
  public var keyGenerationSource: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    keyType: Text = "", privateKey: OpaqueBytes = OpaqueBytes(), keyComment: Text? = nil,
    creationDate: EditableField? = nil, expiryDate: EditableField? = nil,
    keyGenerationSource:
      EditableField? = nil
  ) {
    self.keyType = keyType
    self.privateKey = privateKey
    self.keyComment = keyComment
    self.creationDate = creationDate
    self.expiryDate = expiryDate
    self.keyGenerationSource = keyGenerationSource
  }

  static let discriminator: Discriminator? = Discriminator("type", "ssh-key")
  static var blank: SSHKey { SSHKey() }
  static let specSection: StaticString = "3.3.15"
  static let members: MemberTable<SSHKey> = [
    .defaulted("keyType", \.keyType),
    .required("privateKey", \.privateKey),
    .optional("keyComment", \.keyComment),
    .field("creationDate", \.creationDate, .date),
    .field("expiryDate", \.expiryDate, .date),
    .field("keyGenerationSource", \.keyGenerationSource, .string),
  ]
}

/// A time-based one-time-password generator (RFC 6238). CXF 1.0 section 3.3.16.
public struct TOTP: ExchangeObject {
  /// Secret in Base32 (RFC 4648 section 6).
  public var secret: Text
  /// Seconds per code.
  public var period: UInt16
  /// Digits per code.
  public var digits: UInt16
  /// Account name.
  public var username: Text?
  /// The hash function.
  public var algorithm: OTPHashAlgorithm
  /// Issuer.
  public var issuer: Text?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    secret: Text = "", period: UInt16 = 30, digits: UInt16 = 6, username: Text? = nil,
    algorithm:
      OTPHashAlgorithm = .sha1, issuer: Text? = nil
  ) {
    self.secret = secret
    self.period = period
    self.digits = digits
    self.username = username
    self.algorithm = algorithm
    self.issuer = issuer
  }

  static let discriminator: Discriminator? = Discriminator("type", "totp")
  static var blank: TOTP { TOTP() }
  static let specSection: StaticString = "3.3.16"
  static let members: MemberTable<TOTP> = [
    .required("secret", \.secret),
    .defaulted("period", \.period),
    .defaulted("digits", \.digits),
    .optional("username", \.username),
    .defaulted("algorithm", \.algorithm),
    .optional("issuer", \.issuer),
  ]
}

/// Access to a wireless network. CXF 1.0 section 3.3.17.
public struct WiFi: ExchangeObject {
  /// Name of the network.
  public var ssid: EditableField?
  /// Kind of security, see `WiFiSecurityType`.
  public var networkSecurityType: EditableField?
  /// Passphrase.
  public var passphrase: EditableField?
  /// Whether the network does not announce itself.
  public var hidden: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    ssid: EditableField? = nil, networkSecurityType: EditableField? = nil,
    passphrase:
      EditableField? = nil, hidden: EditableField? = nil
  ) {
    self.ssid = ssid
    self.networkSecurityType = networkSecurityType
    self.passphrase = passphrase
    self.hidden = hidden
  }

  static let discriminator: Discriminator? = Discriminator("type", "wifi")
  static var blank: WiFi { WiFi() }
  static let specSection: StaticString = "3.3.17"
  static let members: MemberTable<WiFi> = [
    .field("ssid", \.ssid, .string),
    .field("networkSecurityType", \.networkSecurityType, .wifiNetworkSecurityType),
    .field("passphrase", \.passphrase, .concealedString),
    .field("hidden", \.hidden, .boolean),
  ]
}
