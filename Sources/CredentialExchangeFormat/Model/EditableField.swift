/// A typed value that the user can see and edit. CXF 1.0 section 3.4.
public struct EditableField: ExchangeObject {
  /// Machine-made identifier.
  public var id: Identifier?
  /// How the value is to be read and shown.
  public var fieldType: FieldType
  /// The value: always text, also for numbers and booleans.
  public var value: Text
  /// Caption, may be the user's own.
  public var label: Text?
  /// Namespaced additions; written only when there are some.
  public var extensions: [Extension]
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    id: Identifier? = nil, fieldType: FieldType = .string, value: Text = "", label: Text? = nil,
    extensions: [Extension] = []
  ) {
    self.id = id
    self.fieldType = fieldType
    self.value = value
    self.label = label
    self.extensions = extensions
  }

  static var blank: EditableField { EditableField() }
  static let specSection: StaticString = "3.4"
  static let members: MemberTable<EditableField> = [
    .optional("id", \.id),
    .defaulted("fieldType", \.fieldType),
    .required("value", \.value),
    .optional("label", \.label),
    .omittedWhenEmpty("extensions", \.extensions),
  ]
}
