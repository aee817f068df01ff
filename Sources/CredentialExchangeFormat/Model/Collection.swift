/// A reference to an item; it may point at nothing in this exchange. CXF 1.0 section 3.2.2.1.
public struct LinkedItem: ExchangeObject {
  /// The `Item.id`.
  public var item: Identifier
  /// The `Account.id` that owns the item; absent for the account at hand.
  public var account: Identifier?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(item: Identifier = Identifier(), account: Identifier? = nil) {
    self.item = item
    self.account = account
  }

  static var blank: LinkedItem { LinkedItem() }
  static let specSection: StaticString = "3.2.2.1"
  static let members: MemberTable<LinkedItem> = [
    .required("item", \.item),
    .optional("account", \.account),
  ]
}

/// A named group of references to items: folder, group or vault of the exporting provider. CXF 1.0 section 3.2.2.
public struct ItemCollection: ExchangeObject {
  /// Machine-made identifier.
  public var id: Identifier
  /// When it was created.
  public var createdAt: Timestamp?
  /// When it was last changed.
  public var modifiedAt: Timestamp?
  /// Name shown to the user.
  public var title: Text
  /// Description shown to the user.
  public var subtitle: Text?
  /// The members, by reference.
  public var items: [LinkedItem]
  /// Collections inside this one.
  public var subcollections: [ItemCollection]
  /// Namespaced additions; written only when there are some.
  public var extensions: [Extension]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    id: Identifier = Identifier(), createdAt: Timestamp? = nil, modifiedAt: Timestamp? = nil,
    title:
      Text = "", subtitle: Text? = nil, items: [LinkedItem] = [], subcollections: [ItemCollection] = [],
    extensions: [Extension] = []
  ) {
    self.id = id
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.title = title
    self.subtitle = subtitle
    self.items = items
    self.subcollections = subcollections
    self.extensions = extensions
  }

  static var blank: ItemCollection { ItemCollection() }
  static let specSection: StaticString = "3.2.2"
  static let members: MemberTable<ItemCollection> = [
    .defaulted("id", \.id),
    .optional("creationAt", \.createdAt),
    .optional("modifiedAt", \.modifiedAt),
    .defaulted("title", \.title),
    .optional("subtitle", \.subtitle),
    .defaulted("items", \.items),
    .omittedWhenEmpty("subCollections", \.subcollections),
    .omittedWhenEmpty("extensions", \.extensions),
  ]
}
