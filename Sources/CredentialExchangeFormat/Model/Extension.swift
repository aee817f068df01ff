/// Namespaced extra data on an account, collection, item, field or group of fields (CXF 1.0 section 3.5).
public enum Extension: Sendable, Hashable {
  /// With whom an item or collection is shared.
  case shared(SharedExtension)
  /// Any other extension, kept whole.
  case other(OtherExtension)

  /// The name on the wire.
  public var name: Text {
    switch self {
    case .shared: "shared"
    case .other(let content): content.name
    }
  }
}

/// An extension that this version has no type for, kept whole.
public struct OtherExtension: Sendable, Hashable {
  /// The name, of the form `exporterRpId/extensionName`.
  public var name: Text
  /// All members but the name.
  public var members: UnknownMembers

  /// Creates the value.
  public init(name: Text, members: UnknownMembers = UnknownMembers()) {
    self.name = name
    self.members = members
  }
}

/// Someone whom an item or collection is shared with. CXF 1.0 section 3.5.
public struct SharingAccessor: ExchangeObject {
  /// User or group.
  public var type: AccessorType
  /// The account or group.
  public var accountID: Identifier
  /// Name of the user or group.
  public var name: Text
  /// What is allowed.
  public var permissions: [SharingPermission]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    type: AccessorType = .user, accountID: Identifier = Identifier(), name: Text = "",
    permissions:
      [SharingPermission] = []
  ) {
    self.type = type
    self.accountID = accountID
    self.name = name
    self.permissions = permissions
  }

  static var blank: SharingAccessor { SharingAccessor() }
  static let specSection: StaticString = "3.5"
  static let members: MemberTable<SharingAccessor> = [
    .required("type", \.type),
    .required("accountId", \.accountID),
    .defaulted("name", \.name),
    .defaulted("permissions", \.permissions),
  ]
}

/// The registered extension `shared`: with whom an item or collection is shared. CXF 1.0 section 3.5.
public struct SharedExtension: ExchangeObject {
  /// With whom.
  public var accessors: [SharingAccessor]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(accessors: [SharingAccessor] = []) {
    self.accessors = accessors
  }

  static let discriminator: Discriminator? = Discriminator("name", "shared")
  static var blank: SharedExtension { SharedExtension() }
  static let specSection: StaticString = "3.5"
  static let members: MemberTable<SharedExtension> = [
    .required("accessors", \.accessors)
  ]
}
