/// A type of the CXF data model that is an object on the wire.
///
/// `Codable` works with any coder; `CXFDecoder` and `CXFEncoder` are faster, keep the spelling of unknown numbers
/// and report findings.
public protocol ExchangeValue: Sendable, Hashable, Codable {}

/// What the codec needs to know of an object type: one description from which decoding, encoding and `Codable` come.
protocol ExchangeObject: ExchangeValue, WireValue {
  /// The member that tells this type among its siblings, written first.
  static var discriminator: Discriminator? { get }
  /// Section of CXF 1.0.
  static var specSection: StaticString { get }
  /// The members in the order of the specification, which is the order of writing.
  static var members: MemberTable<Self> { get }
  /// Other names under which drafts and products write members.
  static var aliases: [Alias] { get }
  /// Members that may be missing but must not be bad: with the default in place of what was meant the object would
  /// mean something else.
  static var indispensable: Set<Text> { get }
  /// Members that this version does not know.
  var unknown: UnknownMembers { get set }
  /// The value that decoding fills.
  static var blank: Self { get }
  /// Called when the object was read whole: the place for what needs all members.
  static func didDecode(
    _ object: inout Self, from range: Range<Int>, _ mark: DocumentDecoder.Mark, _: inout DocumentDecoder)
  /// Called by the judge for an object that was read whole: the rules about its content.
  static func judge(_ object: ObjectSpans, _ judge: inout DocumentJudge)
}

extension ExchangeObject {
  static var discriminator: Discriminator? { nil }
  static var indispensable: Set<Text> { [] }
  static var aliases: [Alias] { [] }
  static func didDecode(
    _ object: inout Self, from range: Range<Int>, _ mark: DocumentDecoder.Mark, _: inout DocumentDecoder
  ) {}
  static func judge(_ object: ObjectSpans, _ judge: inout DocumentJudge) {}
}

/// The member and value that tell one type among its siblings.
struct Discriminator: Sendable {
  let name: StaticString
  let value: StaticString
  /// Name and value as a compact text has them.
  let key: JSONWriter.Key
  init(_ name: StaticString, _ value: StaticString) {
    self.name = name
    self.value = value
    key = JSONWriter.Key(Array("\"\(name)\":\"\(value)\"".utf8))
  }
}

/// Another name of a member, read as a repair.
struct Alias: Sendable {
  /// What is done with the value.
  enum Meaning: Sendable {
    /// It is the member of this name, unless that occurs itself.
    case member(StaticString)
    /// With one of these texts it says nothing that the object does not say otherwise; with another it is unknown.
    case redundant(Set<Text>, FindingCode)
    /// It is read by a function.
    case value(@Sendable (inout DocumentDecoder) throws(JSONError) -> Void)
  }

  let name: StaticString
  let meaning: Meaning
}

/// What stands on the wire at a member, for the codec and for what judges and describes documents.
indirect enum WireKind: Sendable {
  case text
  /// Bytes in base64url.
  case base64url
  /// Bytes in base64url that tell an entity apart.
  case identifier
  /// Whole seconds since 1970, of 64 bits.
  case timestamp
  case unsigned(bits: Int)
  case boolean
  case enumeration(any (OpenEnumeration & WireValue).Type)
  case object(any ExchangeObject.Type)
  /// An object whose member `type` tells what it is.
  case credential
  /// An object whose member `name` tells what it is.
  case `extension`
  case array(WireKind)
}

/// One member of an object type: its name, its rules, and how the codec reaches it.
///
/// Members are stored properties, so a row keeps the property's offset and reads and writes through a pointer:
/// measured, key paths cost 1.1 times the instructions in decoding and 4.3 times in encoding.
struct Member<Object>: Sendable {
  enum Presence: Sendable {
    /// Without it the object means nothing.
    case required
    /// The specification requires it; without it the default stands in, with a finding.
    case defaulted
    case optional
  }

  let name: StaticString
  let kind: WireKind
  let presence: Presence
  /// The field type that the specification prescribes here, for editable fields.
  let fieldType: FieldType?
  /// Whether it must be left out instead of being empty.
  let isOmittedWhenEmpty: Bool
  /// How the value is read.
  let decoding: DecodingRow
  /// How name and value are written.
  let encoding: EncodingRow

  private init<Value: WireValue>(
    _ name: StaticString, _ presence: Presence, _ property: PartialKeyPath<Object>, of: Value.Type,
    isOptional: Bool, fieldType: FieldType? = nil, omitsBlank: Bool = false
  ) {
    self.name = name
    self.presence = presence
    self.fieldType = fieldType
    kind = Value.kind
    isOmittedWhenEmpty = omitsBlank
    // Only stored properties are listed; a computed one would have no offset and fails the first test that runs.
    let offset = MemoryLayout<Object>.offset(of: property) ?? Int.min
    let member = MemberName(name, fieldType)
    let key = JSONWriter.Key(name)
    let read: DecodingRow.Read
    let write: EncodingRow.Write
    if isOptional {
      read = { (object, decoder) throws(JSONError) in
        guard let value = try Value.read(&decoder, member) else { return false }
        (object + offset).assumingMemoryBound(to: Value?.self).pointee = value
        return true
      }
      write = { object, writer in
        let place = (object + offset).assumingMemoryBound(to: Value?.self)
        if case .none = place.pointee { return }
        writer.name(key)
        // The payload of an optional stands at its start: taking it by address copies nothing.
        Value.write(UnsafeRawPointer(place).assumingMemoryBound(to: Value.self), to: &writer)
      }
    } else {
      read = { (object, decoder) throws(JSONError) in
        guard let value = try Value.read(&decoder, member) else { return false }
        (object + offset).assumingMemoryBound(to: Value.self).pointee = value
        return true
      }
      write = { object, writer in
        let place = (object + offset).assumingMemoryBound(to: Value.self)
        if omitsBlank, place.pointee.isBlank { return }
        writer.name(key)
        Value.write(place, to: &writer)
      }
    }
    let shape = MemberShape(of: Value.self, isOptional: isOptional, omitsBlank: omitsBlank)
    encoding = EncodingRow(shape: shape, offset: offset, key: key, write: write)
    decoding = DecodingRow(shape: shape, offset: offset, member: member, read: read)
  }
}

/// The rows of one type, at a fixed place in memory: reaching a row neither copies it nor counts a reference.
struct MemberTable<Object>: @unchecked Sendable, ExpressibleByArrayLiteral {
  // Unchecked: the memory is written once, here, and lives as long as the program.
  private let base: UnsafePointer<Member<Object>>
  private let encoding: UnsafePointer<EncodingRow>
  private let decoding: UnsafePointer<DecodingRow>
  /// The names of the rows.
  let names: UnsafePointer<KnownName>
  let count: Int

  init(arrayLiteral rows: Member<Object>...) {
    let storage = UnsafeMutablePointer<Member<Object>>.allocate(capacity: rows.count)
    storage.initialize(from: rows, count: rows.count)
    base = UnsafePointer(storage)
    let encodings = UnsafeMutablePointer<EncodingRow>.allocate(capacity: rows.count)
    for index in rows.indices { (encodings + index).initialize(to: rows[index].encoding) }
    encoding = UnsafePointer(encodings)
    decoding = Immortal.start(of: rows.map(\.decoding))
    names = Immortal.start(of: rows.map { KnownName($0.name) })
    count = rows.count
  }

  @inline(__always)
  func row(_ index: Int) -> UnsafePointer<Member<Object>> { base + index }

  /// Reads the value that stands next into the member of a row; false when it was rejected.
  @inline(__always)
  func read(
    _ index: Int, into object: UnsafeMutablePointer<Object>, _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Bool {
    try DecodingRow.read(decoding + index, into: UnsafeMutableRawPointer(object), &decoder)
  }

  /// Writes the members of the object at an address, or those of some rows.
  @inline(__always)
  func write(_ object: UnsafePointer<Object>, only range: Range<Int>? = nil, to writer: inout JSONWriter) {
    let range = range ?? 0..<count
    let rows = UnsafeBufferPointer(start: encoding + range.lowerBound, count: range.count)
    EncodingRow.write(rows, of: UnsafeRawPointer(object), to: &writer)
  }
}

/// What a value is told about the member that it is read for.
///
/// Plain memory, so that handing it on counts no references.
struct MemberName: Sendable {
  let name: StaticString
  /// Place of the prescribed field type among the registered ones, or -1.
  let fieldTypeIndex: Int

  init(_ name: StaticString, _ fieldType: FieldType? = nil) {
    self.name = name
    if case .registered(let index) = fieldType?.storage {
      fieldTypeIndex = Int(index)
    } else {
      fieldTypeIndex = -1
    }
  }

  /// The field type that the specification prescribes here.
  var fieldType: FieldType? {
    fieldTypeIndex < 0 ? nil : FieldType(storage: .registered(UInt8(truncatingIfNeeded: fieldTypeIndex)))
  }
}

extension Member where Object: ExchangeObject {
  static func required<Value: WireValue>(_ name: StaticString, _ property: WritableKeyPath<Object, Value>)
    -> Self
  {
    Self(name, .required, property, of: Value.self, isOptional: false)
  }

  static func defaulted<Value: WireValue>(_ name: StaticString, _ property: WritableKeyPath<Object, Value>)
    -> Self
  {
    Self(name, .defaulted, property, of: Value.self, isOptional: false)
  }

  static func optional<Value: WireValue>(_ name: StaticString, _ property: WritableKeyPath<Object, Value?>)
    -> Self
  {
    Self(name, .optional, property, of: Value.self, isOptional: true)
  }

  /// An optional array: left out when empty, as section 2.1.2 demands.
  static func omittedWhenEmpty<Element: WireValue>(
    _ name: StaticString, _ property: WritableKeyPath<Object, [Element]>
  ) -> Self {
    Self(name, .optional, property, of: [Element].self, isOptional: false, omitsBlank: true)
  }

  /// A boolean whose default is false: written only when true.
  static func flag(_ name: StaticString, _ property: WritableKeyPath<Object, Bool>) -> Self {
    Self(name, .optional, property, of: Bool.self, isOptional: false, omitsBlank: true)
  }

  static func field(
    _ name: StaticString, _ property: WritableKeyPath<Object, EditableField?>, _ fieldType: FieldType
  ) -> Self {
    Self(name, .optional, property, of: EditableField.self, isOptional: true, fieldType: fieldType)
  }

  static func requiredField(
    _ name: StaticString, _ property: WritableKeyPath<Object, EditableField>, _ fieldType: FieldType
  ) -> Self {
    Self(name, .required, property, of: EditableField.self, isOptional: false, fieldType: fieldType)
  }
}
