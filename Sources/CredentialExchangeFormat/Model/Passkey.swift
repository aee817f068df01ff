/// A WebAuthn credential with its private key. CXF 1.0 section 3.3.12.
public struct Passkey: ExchangeObject {
  /// Raw credential id; not a CXF identifier, up to 1023 bytes.
  public var credentialID: OpaqueBytes
  /// Relying-party identifier.
  public var rpID: Text
  /// `user.name`; may be empty.
  public var username: Text
  /// `user.displayName`; may be empty.
  public var userDisplayName: Text
  /// `user.id`, at most 64 bytes; empty where the exporter had none.
  public var userHandle: OpaqueBytes
  /// Private key, PKCS #8 DER.
  public var key: OpaqueBytes
  /// Data of WebAuthn and CTAP extensions.
  public var fido2Extensions: FIDO2Extensions?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    credentialID: OpaqueBytes = OpaqueBytes(), rpID: Text = "", username: Text = "",
    userDisplayName: Text = "", userHandle: OpaqueBytes = OpaqueBytes(),
    key: OpaqueBytes =
      OpaqueBytes(), fido2Extensions: FIDO2Extensions? = nil
  ) {
    self.credentialID = credentialID
    self.rpID = rpID
    self.username = username
    self.userDisplayName = userDisplayName
    self.userHandle = userHandle
    self.key = key
    self.fido2Extensions = fido2Extensions
  }

  static let discriminator: Discriminator? = Discriminator("type", "passkey")
  static var blank: Passkey { Passkey() }
  static let specSection: StaticString = "3.3.12"
  static let members: MemberTable<Passkey> = [
    .required("credentialId", \.credentialID),
    .required("rpId", \.rpID),
    .defaulted("username", \.username),
    .defaulted("userDisplayName", \.userDisplayName),
    .defaulted("userHandle", \.userHandle),
    .required("key", \.key),
    .optional("fido2Extensions", \.fido2Extensions),
  ]
}

/// Seeds of the hmac-secret (prf) extension: raw CredRandom values. CXF 1.0 section 3.3.12.3.
public struct FIDO2HMACCredentials: ExchangeObject {
  /// The function that uses the seeds.
  public var algorithm: HMACAlgorithm
  /// Seed used with user verification, 32 bytes.
  public var credWithUV: OpaqueBytes
  /// Seed used without user verification, 32 bytes.
  public var credWithoutUV: OpaqueBytes
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    algorithm: HMACAlgorithm = .hmacSHA256, credWithUV: OpaqueBytes = OpaqueBytes(),
    credWithoutUV:
      OpaqueBytes = OpaqueBytes()
  ) {
    self.algorithm = algorithm
    self.credWithUV = credWithUV
    self.credWithoutUV = credWithoutUV
  }

  static var blank: FIDO2HMACCredentials { FIDO2HMACCredentials() }
  static let specSection: StaticString = "3.3.12.3"
  static let members: MemberTable<FIDO2HMACCredentials> = [
    .required("algorithm", \.algorithm),
    .required("credWithUV", \.credWithUV),
    .required("credWithoutUV", \.credWithoutUV),
  ]
}

/// The blob of the largeBlob extension. CXF 1.0 section 3.3.12.5.
public struct FIDO2LargeBlob: ExchangeObject {
  /// Length in bytes when inflated.
  public var uncompressedSize: UInt64
  /// Raw DEFLATE (RFC 1951).
  public var data: OpaqueBytes
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(uncompressedSize: UInt64 = 0, data: OpaqueBytes = OpaqueBytes()) {
    self.uncompressedSize = uncompressedSize
    self.data = data
  }

  static var blank: FIDO2LargeBlob { FIDO2LargeBlob() }
  static let specSection: StaticString = "3.3.12.5"
  static let members: MemberTable<FIDO2LargeBlob> = [
    .required("uncompressedSize", \.uncompressedSize),
    .required("data", \.data),
  ]
}

/// Data of WebAuthn and CTAP extensions that belongs to a passkey. CXF 1.0 section 3.3.12.2.
public struct FIDO2Extensions: ExchangeObject {
  /// Seeds of hmac-secret (prf).
  public var hmacCredentials: FIDO2HMACCredentials?
  /// The stored credBlob.
  public var credBlob: OpaqueBytes?
  /// The stored largeBlob.
  public var largeBlob: FIDO2LargeBlob?
  /// Whether it is used for Secure Payment Confirmation.
  public var payments: Bool?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    hmacCredentials: FIDO2HMACCredentials? = nil, credBlob: OpaqueBytes? = nil,
    largeBlob:
      FIDO2LargeBlob? = nil, payments: Bool? = nil
  ) {
    self.hmacCredentials = hmacCredentials
    self.credBlob = credBlob
    self.largeBlob = largeBlob
    self.payments = payments
  }

  static var blank: FIDO2Extensions { FIDO2Extensions() }
  static let specSection: StaticString = "3.3.12.2"
  static let members: MemberTable<FIDO2Extensions> = [
    .optional("hmacCredentials", \.hmacCredentials),
    .optional("credBlob", \.credBlob),
    .optional("largeBlob", \.largeBlob),
    .optional("payments", \.payments),
  ]
}
