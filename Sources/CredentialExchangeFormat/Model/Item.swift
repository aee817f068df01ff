/// What the user sees as one entry. CXF 1.0 section 3.2.3.
public struct Item: ExchangeObject {
  /// Machine-made identifier.
  public var id: Identifier
  /// When it was created.
  public var createdAt: Timestamp?
  /// When it was last changed.
  public var modifiedAt: Timestamp?
  /// Name shown to the user; may be empty.
  public var title: Text
  /// Second line shown to the user.
  public var subtitle: Text?
  /// Whether the user marked it; written only when true.
  public var isFavorite: Bool
  /// Where the credentials should be offered.
  public var scope: CredentialScope?
  /// The credentials; may be empty, and hold several of one type.
  public var credentials: [Credential]
  /// Labels; written only when there are some.
  public var tags: [Text]
  /// Namespaced additions; written only when there are some.
  public var extensions: [Extension]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    id: Identifier = Identifier(), createdAt: Timestamp? = nil, modifiedAt: Timestamp? = nil,
    title:
      Text = "", subtitle: Text? = nil, isFavorite: Bool = false, scope: CredentialScope? = nil,
    credentials: [Credential] = [], tags: [Text] = [], extensions: [Extension] = []
  ) {
    self.id = id
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.title = title
    self.subtitle = subtitle
    self.isFavorite = isFavorite
    self.scope = scope
    self.credentials = credentials
    self.tags = tags
    self.extensions = extensions
  }

  static var blank: Item { Item() }
  static let specSection: StaticString = "3.2.3"
  static let members: MemberTable<Item> = [
    .defaulted("id", \.id),
    .optional("creationAt", \.createdAt),
    .optional("modifiedAt", \.modifiedAt),
    .defaulted("title", \.title),
    .optional("subtitle", \.subtitle),
    .flag("favorite", \.isFavorite),
    .optional("scope", \.scope),
    .defaulted("credentials", \.credentials),
    .omittedWhenEmpty("tags", \.tags),
    .omittedWhenEmpty("extensions", \.extensions),
  ]
}
