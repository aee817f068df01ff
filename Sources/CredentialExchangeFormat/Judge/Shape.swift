/// An object type as the judge sees it: its rows, without the type that they reach into.
///
/// Everything in it is plain memory that lives as long as the program, so that walking a document counts no
/// references.
struct Shape {
  /// The type that the rows describe.
  let type: any ExchangeObject.Type
  let rows: UnsafePointer<ShapeRow>
  let names: UnsafePointer<KnownName>
  let count: Int
  /// Section of CXF 1.0.
  let section: StaticString
  /// Whether another name than those of the rows may have a meaning.
  let hasAliases: Bool
  /// Whether some member must not be bad.
  let hasIndispensable: Bool
}

/// One member of an object type.
struct ShapeRow {
  /// The types that take the judge another way than the member table says.
  enum Kind {
    case text
    case base64url
    case identifier
    case timestamp
    case unsigned(maximum: UInt64, bits: Int)
    case boolean
    case enumeration(UnsafePointer<EnumerationShape>)
    case field
    case version
    case object(UnsafePointer<Shape>)
    case credential
    case `extension`
    case array(UnsafePointer<ShapeRow>)
  }

  let name: StaticString
  let kind: Kind
  let isRequired: Bool
  let isDefaulted: Bool
  let isOmittedWhenEmpty: Bool
  /// Place of the prescribed field type among the registered ones, or -1.
  let fieldType: Int
  /// What a text here is.
  let content: TextContent

  /// The member as the codec knows it.
  var memberName: MemberName {
    MemberName(name, fieldType < 0 ? nil : FieldType(storage: .registered(UInt8(fieldType))))
  }
}

extension ShapeRow {
  /// A row that no table has.
  static func plain(_ name: StaticString, _ kind: Kind) -> ShapeRow {
    ShapeRow(
      name: name, kind: kind, isRequired: false, isDefaulted: false, isOmittedWhenEmpty: false, fieldType: -1,
      content: .any)
  }
}

/// A registered credential type.
struct CredentialShape {
  let name: StaticName
  let shape: UnsafePointer<Shape>
  /// The object as the codec calls it.
  let row: UnsafePointer<ShapeRow>
}

/// What is looked at in a text besides its being text.
enum TextContent {
  case any
  /// An address of a scope.
  case url
  /// Nothing itself, but an extension where sharing may be told of.
  case shareable
}

/// The registered names of an open enumeration.
struct EnumerationShape {
  let type: any (OpenEnumeration & WireValue).Type
  let names: UnsafeBufferPointer<StaticName>
}

/// A name as it stands in a text.
struct StaticName {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ name: String) { bytes = Immortal.copy(Array(name.utf8)) }

  @inline(__always)
  func matches(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count == bytes.count else { return false }
    var index = 0
    while index < count {
      guard start[index] == bytes[index] else { return false }
      index &+= 1
    }
    return true
  }
}

/// The shapes of all object types, made of their member tables once.
struct Shapes: @unchecked Sendable {
  // Unchecked: the memory is written once, in `init`, and lives as long as the program.
  static let shared = Shapes()

  /// A row for the document itself.
  let root: UnsafePointer<ShapeRow>
  let header: UnsafePointer<Shape>
  let account: UnsafePointer<Shape>
  let item: UnsafePointer<Shape>
  let link: UnsafePointer<Shape>
  let collection: UnsafePointer<Shape>
  let passkeyExtensions: UnsafePointer<Shape>
  let field: UnsafePointer<Shape>
  let version: UnsafePointer<Shape>
  let sharedExtension: UnsafePointer<Shape>
  /// The registered credential types by name.
  let credentials: UnsafeBufferPointer<CredentialShape>
  /// The registered field types.
  let fieldTypes: UnsafeBufferPointer<StaticName>

  private init() {
    var builder = Builder()
    header = builder.shape(of: Header.self)
    account = builder.shape(of: Account.self)
    item = builder.shape(of: Item.self)
    link = builder.shape(of: LinkedItem.self)
    collection = builder.shape(of: ItemCollection.self)
    passkeyExtensions = builder.shape(of: FIDO2Extensions.self)
    field = builder.shape(of: EditableField.self)
    version = builder.shape(of: FormatVersion.self)
    sharedExtension = builder.shape(of: SharedExtension.self)
    credentials = Immortal.copy(
      Credential.objectTypes.map { type in
        let name = type.discriminator?.value ?? ""
        let shape = builder.shape(of: type)
        return CredentialShape(
          name: StaticName(name.description), shape: shape,
          row: Builder.immortal(.plain(name, .object(shape))))
      })
    fieldTypes = Immortal.copy(FieldType.registered.map(StaticName.init))
    root = Builder.immortal(.plain("document", .object(header)))
  }

  private struct Builder {
    private var shapes: [ObjectIdentifier: UnsafeMutablePointer<Shape>] = [:]

    static func immortal(_ row: ShapeRow) -> UnsafePointer<ShapeRow> {
      let place = UnsafeMutablePointer<ShapeRow>.allocate(capacity: 1)
      place.initialize(to: row)
      return UnsafePointer(place)
    }

    mutating func shape(of type: any ExchangeObject.Type) -> UnsafePointer<Shape> {
      func open<Object: ExchangeObject>(_ type: Object.Type) -> UnsafePointer<Shape> { make(type) }
      return open(type)
    }

    private mutating func make<Object: ExchangeObject>(_ type: Object.Type) -> UnsafePointer<Shape> {
      if let known = shapes[ObjectIdentifier(type)] { return UnsafePointer(known) }
      let place = UnsafeMutablePointer<Shape>.allocate(capacity: 1)
      // Known before its rows are, because collections hold collections.
      shapes[ObjectIdentifier(type)] = place
      let table = Object.members
      let rows = (0..<table.count).map { index in
        let row = table.row(index).pointee
        return self.row(
          row.name, row.kind, row.presence == .required, row.presence == .defaulted,
          isOmitted: row.isOmittedWhenEmpty, row.fieldType, content: Self.content(row.name, of: type))
      }
      place.initialize(
        to: Shape(
          type: type, rows: Immortal.start(of: rows), names: table.names,
          count: rows.count, section: Object.specSection, hasAliases: !Object.aliases.isEmpty,
          hasIndispensable: !Object.indispensable.isEmpty))
      return UnsafePointer(place)
    }

    private static func content(_ name: StaticString, of type: any ExchangeObject.Type) -> TextContent {
      if type == CredentialScope.self, name.isSame(as: "urls") { return .url }
      let isShareable = type == Item.self || type == ItemCollection.self
      return isShareable && name.isSame(as: "extensions") ? .shareable : .any
    }

    private mutating func row(
      _ name: StaticString, _ kind: WireKind, _ isRequired: Bool, _ isDefaulted: Bool, isOmitted: Bool,
      _ fieldType: FieldType?, content: TextContent
    ) -> ShapeRow {
      var place = -1
      if case .registered(let index) = fieldType?.storage { place = Int(index) }
      return ShapeRow(
        name: name, kind: self.kind(kind, name, content), isRequired: isRequired, isDefaulted: isDefaulted,
        isOmittedWhenEmpty: isOmitted, fieldType: place, content: content)
    }

    private mutating func kind(_ kind: WireKind, _ name: StaticString, _ content: TextContent)
      -> ShapeRow.Kind
    {
      switch kind {
      case .text: return .text
      case .base64url: return .base64url
      case .identifier: return .identifier
      case .timestamp: return .timestamp
      case .unsigned(let bits): return .unsigned(maximum: UInt64.max >> UInt64(64 - bits), bits: bits)
      case .boolean: return .boolean
      case .enumeration(let type):
        let place = UnsafeMutablePointer<EnumerationShape>.allocate(capacity: 1)
        place.initialize(
          to: EnumerationShape(type: type, names: Immortal.copy(type.registered.map(StaticName.init))))
        return .enumeration(UnsafePointer(place))
      case .object(let type):
        if type == EditableField.self { return .field }
        if type == FormatVersion.self { return .version }
        return .object(shape(of: type))
      case .credential: return .credential
      case .extension: return .extension
      case .array(let element):
        return .array(
          Self.immortal(row(name, element, false, false, isOmitted: false, nil, content: content)))
      }
    }
  }
}

extension Credential {
  /// The types of all registered credentials.
  static let objectTypes: [any ExchangeObject.Type] = [
    BasicAuth.self, TOTP.self, Passkey.self, Note.self, CreditCard.self, CustomFields.self, Address.self,
    APIKey.self, DriversLicense.self, FileReference.self, GeneratedPassword.self, IdentityDocument.self,
    ItemReference.self, Passport.self, PersonName.self, SSHKey.self, WiFi.self,
  ]
}
