/// How the decoder fills one member, apart from the type that it belongs to.
struct DecodingRow {
  /// Reads the value that stands next into the object at an address; false when it was rejected.
  typealias Read = @Sendable (UnsafeMutableRawPointer, inout DocumentDecoder) throws(JSONError) -> Bool

  let shape: MemberShape
  /// Distance of the member from the start of its object, in bytes.
  let offset: Int
  let member: MemberName
  let read: Read

  @inline(__always)
  static func read(
    _ row: UnsafePointer<DecodingRow>, into object: UnsafeMutableRawPointer, _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Bool {
    let place = object + row.pointee.offset
    return switch row.pointee.shape {
    case .text: try take(Text.self, place, row, &decoder)
    case .optionalText: try takePresent(Text.self, place, row, &decoder)
    case .texts: try take([Text].self, place, row, &decoder)
    case .timestamp: try take(Timestamp.self, place, row, &decoder)
    case .optionalTimestamp: try takePresent(Timestamp.self, place, row, &decoder)
    case .identifier: try take(Identifier.self, place, row, &decoder)
    case .optionalIdentifier: try takePresent(Identifier.self, place, row, &decoder)
    case .bytes: try take(OpaqueBytes.self, place, row, &decoder)
    case .byte: try take(UInt8.self, place, row, &decoder)
    case .fieldType: try takeFieldType(place, row, &decoder)
    case .field: try take(EditableField.self, place, row, &decoder)
    case .optionalField: try takePresent(EditableField.self, place, row, &decoder)
    case .optionalScope: try takePresent(CredentialScope.self, place, row, &decoder)
    case .androidApps: try take([AndroidApp].self, place, row, &decoder)
    case .credentials: try take([Credential].self, place, row, &decoder)
    case .flag: try take(Bool.self, place, row, &decoder)
    case .extensions: try take([Extension].self, place, row, &decoder)
    case .other: try row.pointee.read(object, &decoder)
    }
  }

  // One function for each kind, whatever the type of the object: a copy in each would not stay in the processor's cache.
  @inline(never)
  private static func take<Value: WireValue>(
    _: Value.Type, _ place: UnsafeMutableRawPointer, _ row: UnsafePointer<DecodingRow>,
    _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Bool {
    guard let value = try Value.read(&decoder, row.pointee.member) else { return false }
    place.assumingMemoryBound(to: Value.self).pointee = value
    return true
  }

  private static let fieldTypes = KnownNames(strings: FieldType.registered)

  @inline(__always)
  private static func takeFieldType(
    _ place: UnsafeMutableRawPointer, _ row: UnsafePointer<DecodingRow>, _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Bool {
    _ = try decoder.json.peek()
    guard let index = decoder.json.string(among: fieldTypes) else {
      return try take(FieldType.self, place, row, &decoder)
    }
    let type = FieldType(storage: .registered(UInt8(truncatingIfNeeded: index)))
    place.assumingMemoryBound(to: FieldType.self).pointee = type
    return true
  }

  @inline(never)
  private static func takePresent<Value: WireValue>(
    _: Value.Type, _ place: UnsafeMutableRawPointer, _ row: UnsafePointer<DecodingRow>,
    _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Bool {
    guard let value = try Value.read(&decoder, row.pointee.member) else { return false }
    place.assumingMemoryBound(to: Value?.self).pointee = value
    return true
  }
}
