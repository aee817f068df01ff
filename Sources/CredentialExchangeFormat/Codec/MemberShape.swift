/// What stands at a member, for the kinds of value that make up nearly all of a document: these are read and written by
/// direct calls. A closure for each costs two counted references and an indirect call per member: a third of the time of
/// encoding, measured.
enum MemberShape: UInt8 {
  case text
  case optionalText
  case texts
  case timestamp
  case optionalTimestamp
  case identifier
  case optionalIdentifier
  case bytes
  case byte
  case fieldType
  case field
  case optionalField
  case optionalScope
  case androidApps
  case credentials
  /// Written only when true.
  case flag
  /// Written only when there are some.
  case extensions
  /// Whatever a closure knows.
  case other

  /// Creates the shape; `isOptional` says that the member may be nil, `omitsBlank` that a blank one is left out.
  init<Value: WireValue>(of: Value.Type, isOptional: Bool, omitsBlank: Bool) {
    self =
      if isOptional {
        switch Value.self {
        case is Text.Type: .optionalText
        case is Timestamp.Type: .optionalTimestamp
        case is Identifier.Type: .optionalIdentifier
        case is EditableField.Type: .optionalField
        case is CredentialScope.Type: .optionalScope
        default: .other
        }
      } else if omitsBlank {
        switch Value.self {
        case is Bool.Type: .flag
        case is [Extension].Type: .extensions
        default: .other
        }
      } else {
        switch Value.self {
        case is Text.Type: .text
        case is [Text].Type: .texts
        case is Timestamp.Type: .timestamp
        case is Identifier.Type: .identifier
        case is OpaqueBytes.Type: .bytes
        case is UInt8.Type: .byte
        case is FieldType.Type: .fieldType
        case is EditableField.Type: .field
        case is [AndroidApp].Type: .androidApps
        case is [Credential].Type: .credentials
        default: .other
        }
      }
  }
}
