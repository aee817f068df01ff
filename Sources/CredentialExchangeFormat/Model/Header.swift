/// The level of CXF that a document claims. CXF 1.0 section 3.1.1.
public struct FormatVersion: ExchangeObject {
  /// Changes when the format breaks.
  public var major: UInt8
  /// Changes when something purely additive arrives.
  public var minor: UInt8
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(major: UInt8 = 1, minor: UInt8 = 0) {
    self.major = major
    self.minor = minor
  }

  static var blank: FormatVersion { FormatVersion() }
  static let specSection: StaticString = "3.1.1"
  static let members: MemberTable<FormatVersion> = [
    .required("major", \.major),
    .required("minor", \.minor),
  ]
}

/// The root object of a CXF document. CXF 1.0 section 3.1.
public struct Header: ExchangeObject {
  /// The level of the document; 1.0 for this specification.
  public var version: FormatVersion
  /// Relying-party identifier (a domain) of the exporting provider.
  public var exporterRPID: Text
  /// Name of the exporting provider, for people.
  public var exporterDisplayName: Text
  /// When the document was completed.
  public var timestamp: Timestamp
  /// The accounts at the exporting provider.
  public var accounts: [Account]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    version: FormatVersion = FormatVersion(), exporterRPID: Text = "",
    exporterDisplayName: Text =
      "", timestamp: Timestamp = Timestamp(0), accounts: [Account] = []
  ) {
    self.version = version
    self.exporterRPID = exporterRPID
    self.exporterDisplayName = exporterDisplayName
    self.timestamp = timestamp
    self.accounts = accounts
  }

  static var blank: Header { Header() }
  static let specSection: StaticString = "3.1"
  static let members: MemberTable<Header> = [
    .defaulted("version", \.version),
    .defaulted("exporterRpId", \.exporterRPID),
    .defaulted("exporterDisplayName", \.exporterDisplayName),
    .defaulted("timestamp", \.timestamp),
    .defaulted("accounts", \.accounts),
  ]
}
