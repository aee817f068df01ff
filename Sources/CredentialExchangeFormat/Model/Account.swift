/// One account at the exporting provider: not one per website. CXF 1.0 section 3.2.1.
public struct Account: ExchangeObject {
  /// Machine-made identifier.
  public var id: Identifier
  /// The name of the account's owner; empty if there is none.
  public var username: Text
  /// Address that the account was registered with.
  public var email: Text
  /// Full name of the owner.
  public var fullName: Text?
  /// Collections that the account owns.
  public var collections: [ItemCollection]
  /// Items that the account owns.
  public var items: [Item]
  /// Namespaced additions; written only when there are some.
  public var extensions: [Extension]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    id: Identifier = Identifier(), username: Text = "", email: Text = "", fullName: Text? = nil,
    collections: [ItemCollection] = [], items: [Item] = [], extensions: [Extension] = []
  ) {
    self.id = id
    self.username = username
    self.email = email
    self.fullName = fullName
    self.collections = collections
    self.items = items
    self.extensions = extensions
  }

  static var blank: Account { Account() }
  static let specSection: StaticString = "3.2.1"
  static let members: MemberTable<Account> = [
    .defaulted("id", \.id),
    .defaulted("username", \.username),
    .defaulted("email", \.email),
    .optional("fullName", \.fullName),
    .defaulted("collections", \.collections),
    .defaulted("items", \.items),
    .omittedWhenEmpty("extensions", \.extensions),
  ]
}
