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
        name: row.name.description, kind: kind(row.kind, row.encoding.shape, of: type),
        isRequired: row.presence != .optional, fieldType: row.fieldType)
    }
  }

  /// The only place that knows how member tables say what a value is.
  private static func kind<Object: ExchangeObject>(
    _ kind: WireKind, _ shape: EncodingRow.Shape, of type: Object.Type
  ) -> Kind {
    switch (kind, shape) {
    case (_, .identifier), (_, .optionalIdentifier): return .identifier
    case (_, .timestamp), (_, .optionalTimestamp): return .timestamp
    case (.text, _): return .text
    case (.base64url, _): return .bytes
    case (.unsigned(let bits), _): return .unsigned(bits: bits)
    case (.boolean, _): return .boolean
    case (.enumeration(let names), _): return .enumeration(names)
    case (.array(let element), _): return .array(self.kind(element, .other, of: type))
    case (.object(let section), _):
      let section = section.description
      if section == EditableField.specSection.description { return .field }
      if section == "3.3" { return .object(CXFSchema.credentialName) }
      // Extensions, the registered one and what is in it share a section.
      if section == SharingAccessor.specSection.description {
        return .object(type == SharedExtension.self ? "SharingAccessor" : CXFSchema.extensionName)
      }
      return .object(
        CXFSchema.types.first { $0.type.specSection.description == section }?.name ?? "CXF-\(section)")
    }
  }
}
