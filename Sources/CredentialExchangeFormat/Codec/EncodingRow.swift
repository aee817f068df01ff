/// How the encoder reaches one member, apart from the type that it belongs to.
///
/// The kinds of value that make up nearly all of a document are written by direct calls. A closure for each costs
/// two counted references and an indirect call per member: a third of the time of encoding, measured.
struct EncodingRow {
  /// Writes name and value, or nothing.
  typealias Write = @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void

  let shape: MemberShape
  /// Distance of the member from the start of its object, in bytes.
  let offset: Int
  let key: JSONWriter.Key
  let write: Write

  /// Writes the members of the object at an address. One function for all types: a copy in each would be most of
  /// the code of the encoder.
  @inline(never)
  static func write(
    _ rows: UnsafeBufferPointer<EncodingRow>, of object: UnsafeRawPointer, to writer: inout JSONWriter
  ) {
    guard var row = rows.baseAddress else { return }
    for _ in 0..<rows.count {
      write(row, of: object, to: &writer)
      row += 1
    }
  }

  @inline(__always)
  private static func write(
    _ row: UnsafePointer<EncodingRow>, of object: UnsafeRawPointer, to writer: inout JSONWriter
  ) {
    let place = object + row.pointee.offset
    switch row.pointee.shape {
    case .text: put(place, as: Text.self, row, &writer)
    case .optionalText: putPresent(place, as: Text.self, row, &writer)
    case .texts: put(place, as: [Text].self, row, &writer)
    case .timestamp: put(place, as: Timestamp.self, row, &writer)
    case .optionalTimestamp: putPresent(place, as: Timestamp.self, row, &writer)
    case .identifier: put(place, as: Identifier.self, row, &writer)
    case .optionalIdentifier: putPresent(place, as: Identifier.self, row, &writer)
    case .bytes: put(place, as: OpaqueBytes.self, row, &writer)
    case .byte: put(place, as: UInt8.self, row, &writer)
    case .fieldType: put(place, as: FieldType.self, row, &writer)
    case .field: put(place, as: EditableField.self, row, &writer)
    case .optionalField: putPresent(place, as: EditableField.self, row, &writer)
    case .optionalScope: putPresent(place, as: CredentialScope.self, row, &writer)
    case .androidApps: put(place, as: [AndroidApp].self, row, &writer)
    case .credentials: put(place, as: [Credential].self, row, &writer)
    case .flag:
      if place.assumingMemoryBound(to: Bool.self).pointee { put(place, as: Bool.self, row, &writer) }
    case .extensions:
      let extensions = place.assumingMemoryBound(to: Borrowed<[Extension]>.self)
      if !extensions.pointee.value.isEmpty { put(place, as: [Extension].self, row, &writer) }
    case .other: row.pointee.write(object, &writer)
    }
  }

  @inline(__always)
  private static func put<Value: WireValue>(
    _ place: UnsafeRawPointer, as: Value.Type, _ row: UnsafePointer<EncodingRow>, _ writer: inout JSONWriter
  ) {
    writer.name(row.pointee.key)
    Value.write(place.assumingMemoryBound(to: Value.self), to: &writer)
  }

  @inline(__always)
  private static func putPresent<Value: WireValue>(
    _ place: UnsafeRawPointer, as: Value.Type, _ row: UnsafePointer<EncodingRow>, _ writer: inout JSONWriter
  ) {
    if case .none = place.assumingMemoryBound(to: Borrowed<Value?>.self).pointee.value { return }
    // The payload of an optional stands at its start: taking it by address copies nothing.
    put(place, as: Value.self, row, &writer)
  }
}

/// A value read where it stands: a copyable type is copied out of memory, with its references counted, one that
/// cannot be copied is not. A structure of one property is laid out as that property.
struct Borrowed<Value>: ~Copyable {
  let value: Value
}

extension EditableField {
  /// Writes a field as its rows do. Half of the members of a document are in fields, and nearly all of these are a
  /// registered type and a value, whose names are written in one go.
  static func write(_ field: UnsafePointer<EditableField>, to writer: inout JSONWriter) {
    guard case .registered(let index) = field.pointee.fieldType.storage, !writer.isIndented else {
      return writeAll(field, to: &writer)
    }
    let place = UnsafeRawPointer(field).assumingMemoryBound(to: Borrowed<EditableField>.self)
    writer.beginObject()
    if case .some = place.pointee.value.id {
      members.write(field, only: 0..<1, to: &writer)
    }
    writer.name(openings[Int(index)])
    writer.string(place.pointee.value.value)
    var isPlain = place.pointee.value.extensions.isEmpty
    if case .some = place.pointee.value.label { isPlain = false }
    if !isPlain { members.write(field, only: 3..<members.count, to: &writer) }
    if case .some = place.pointee.value.unknown.json, let json = field.pointee.unknown.json {
      writer.members(json)
    }
    writer.endObject()
  }

  /// For each registered type the members `fieldType` and `value` up to the content, in the order of the rows.
  private static let openings: [JSONWriter.Key] = FieldType.registered.map { type in
    let (fieldType, value) = (members.row(1).pointee.name, members.row(2).pointee.name)
    return JSONWriter.Key(Array("\"\(fieldType)\":\"\(type)\",\"\(value)\":".utf8))
  }
}
