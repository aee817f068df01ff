/// Fingerprint of an Android app's signing certificate. CXF 1.0 section 3.2.4.1.1.
public struct AndroidAppCertificate: ExchangeObject {
  /// The raw hash.
  public var fingerprint: OpaqueBytes
  /// The hash function.
  public var hashAlgorithm: HashAlgorithm
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(fingerprint: OpaqueBytes = OpaqueBytes(), hashAlgorithm: HashAlgorithm = .sha256) {
    self.fingerprint = fingerprint
    self.hashAlgorithm = hashAlgorithm
  }

  static var blank: AndroidAppCertificate { AndroidAppCertificate() }
  static let specSection: StaticString = "3.2.4.1.1"
  static let members: MemberTable<AndroidAppCertificate> = [
    .required("fingerprint", \.fingerprint),
    .required("hashAlg", \.hashAlgorithm),
  ]
}

/// An Android app that credentials belong to. CXF 1.0 section 3.2.4.1.
public struct AndroidApp: ExchangeObject {
  /// Package name.
  public var bundleID: Text
  /// Signing certificate.
  public var certificate: AndroidAppCertificate?
  /// Name shown to the user.
  public var name: Text?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(bundleID: Text = "", certificate: AndroidAppCertificate? = nil, name: Text? = nil) {
    self.bundleID = bundleID
    self.certificate = certificate
    self.name = name
  }

  static var blank: AndroidApp { AndroidApp() }
  static let specSection: StaticString = "3.2.4.1"
  static let members: MemberTable<AndroidApp> = [
    .required("bundleId", \.bundleID),
    .optional("certificate", \.certificate),
    .optional("name", \.name),
  ]
}

/// Where the credentials of an item should be offered. CXF 1.0 section 3.2.4.
public struct CredentialScope: ExchangeObject {
  /// Addresses, as given by the exporter.
  public var urls: [Text]
  /// Android apps.
  public var androidApps: [AndroidApp]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(urls: [Text] = [], androidApps: [AndroidApp] = []) {
    self.urls = urls
    self.androidApps = androidApps
  }

  static var blank: CredentialScope { CredentialScope() }
  static let specSection: StaticString = "3.2.4"
  static let members: MemberTable<CredentialScope> = [
    .defaulted("urls", \.urls),
    .defaulted("androidApps", \.androidApps),
  ]
}
