/// A group of fields without a type of their own. CXF 1.0 section 3.3.5.
public struct CustomFields: ExchangeObject {
  /// Machine-made identifier.
  public var id: Identifier?
  /// Heading of the group.
  public var label: Text?
  /// The fields, in order.
  public var fields: [EditableField]
  /// Namespaced additions; written only when there are some.
  public var extensions: [Extension]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    id: Identifier? = nil, label: Text? = nil, fields: [EditableField] = [], extensions: [Extension] = []
  ) {
    self.id = id
    self.label = label
    self.fields = fields
    self.extensions = extensions
  }

  static let discriminator: Discriminator? = Discriminator("type", "custom-fields")
  static var blank: CustomFields { CustomFields() }
  static let specSection: StaticString = "3.3.5"
  static let members: MemberTable<CustomFields> = [
    .optional("id", \.id),
    .optional("label", \.label),
    .defaulted("fields", \.fields),
    .omittedWhenEmpty("extensions", \.extensions),
  ]
}
