/// A row of a member table as schemas see it.
struct DescribedMember: Sendable {
  /// What stands at a member.
  indirect enum Kind: Sendable {
    case text
    case bytes
    case identifier
    case timestamp
    case unsigned(bits: Int)
    case boolean
    case enumeration([String])
    case field
    /// An object of a type, by the name of its definition.
    case object(String)
    case array(Kind)
  }

  let name: String
  let kind: Kind
  /// Whether the specification requires it.
  let isRequired: Bool
  /// The field type that the specification prescribes.
  let fieldType: FieldType?

  /// Returns the members of a type, in the order of the specification.
  static func all<Object: ExchangeObject>(of type: Object.Type) -> [DescribedMember] {
    let table = Object.members
    return (0..<table.count).map { index in
      let row = table.row(index).pointee
      return DescribedMember(
        name: row.name.description, kind: kind(row.kind), isRequired: row.presence != .optional,
        fieldType: row.fieldType)
    }
  }

  /// The only place that knows how member tables say what a value is.
  private static func kind(_ kind: WireKind) -> Kind {
    switch kind {
    case .text: .text
    case .base64url: .bytes
    case .identifier: .identifier
    case .timestamp: .timestamp
    case .unsigned(let bits): .unsigned(bits: bits)
    case .boolean: .boolean
    case .enumeration(let type): .enumeration(type.registered)
    case .credential: .object(CXFSchema.credentialName)
    case .extension: .object(CXFSchema.extensionName)
    case .object(let type):
      type == EditableField.self
        ? .field : .object(CXFSchema.types.first { $0.type == type }?.name ?? "\(type)")
    case .array(let element): .array(self.kind(element))
    }
  }
}
