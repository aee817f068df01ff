/// A value that the codec reads and writes.
protocol WireValue: Sendable {
  static var kind: WireKind { get }
  /// Reads the value that stands next, or rejects it and returns nil: a bad value costs that value, never the file.
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Self?
  func write(to writer: inout JSONWriter)
  /// Whether it says no more than an absent member: an empty array, or false.
  var isBlank: Bool { get }
  /// Writes the value at an address, without copying it.
  static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter)
}

extension WireValue {
  var isBlank: Bool { false }

  @inline(__always)
  static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter) {
    value.pointee.write(to: &writer)
  }
}

extension Text: WireValue {
  static var kind: WireKind { .text }

  @inline(__always)
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Text? {
    if try decoder.json.peek() == UInt8(ascii: "\"") { return try decoder.string(member) }
    return try decoder.spelledText(member)
  }

  @inline(__always)
  func write(to writer: inout JSONWriter) { writer.string(self) }

  @inline(__always)
  static func write(_ value: UnsafePointer<Text>, to writer: inout JSONWriter) {
    writer.string(at: value)
  }
}

extension Bool: WireValue {
  static var kind: WireKind { .boolean }

  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Bool? {
    let start = decoder.json.offset
    switch try decoder.json.peek() {
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return try decoder.json.boolean()
    case UInt8(ascii: "\""):
      let text = try decoder.json.string()
      let value: Bool? =
        switch text.string.lowercased() {
        case "true": true
        case "false": false
        default: nil
        }
      if let value, decoder.repairs(.textForBoolean, at: start, member) { return value }
      decoder.json.rewind(to: start)
      return try decoder.reject(.wrongType, member)
    default: return try decoder.reject(.wrongType, member)
    }
  }

  func write(to writer: inout JSONWriter) { writer.boolean(self) }

  var isBlank: Bool { !self }
}

extension WireValue where Self: FixedWidthInteger & UnsignedInteger {
  static var kind: WireKind { .unsigned(bits: bitWidth) }

  @inline(__always)
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Self? {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first &- UInt8(ascii: "0") <= 9, let value = try decoder.json.unsignedInteger(),
      let exact = Self(exactly: value)
    {
      return exact
    }
    decoder.json.rewind(to: start)
    return try decoder.tolerantNumber(member, start)
  }

  @inline(__always)
  func write(to writer: inout JSONWriter) { writer.unsigned(UInt64(self)) }
}

extension UInt8: WireValue {}
extension UInt16: WireValue {}
extension UInt64: WireValue {}

extension Timestamp: WireValue {
  static var kind: WireKind { .timestamp }

  @inline(__always)
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Timestamp? {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first &- UInt8(ascii: "0") <= 9, let value = try decoder.json.unsignedInteger() {
      guard value >= firstImplausible else { return Timestamp(value) }
      return decoder.moment(value, at: start, member)
    }
    decoder.json.rewind(to: start)
    return try decoder.tolerantTimestamp(member, start)
  }

  @inline(__always)
  func write(to writer: inout JSONWriter) { writer.unsigned(secondsSince1970) }
}

extension Identifier: WireValue {
  static var kind: WireKind { .identifier }

  @inline(__always)
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Identifier? {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "\""), let bytes = try decoder.exactBase64(),
      !bytes.isEmpty, bytes.count <= Identifier.maximumCount
    {
      return Identifier(bytes)
    }
    decoder.json.rewind(to: start)
    guard let text = try Text.read(&decoder, member) else { return nil }
    return decoder.identifier(text, at: start, member)
  }

  @inline(__always)
  func write(to writer: inout JSONWriter) { writer.base64url(bytes) }

  @inline(__always)
  static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter) {
    writer.base64url(UnsafeRawPointer(value).assumingMemoryBound(to: Borrowed<Self>.self).pointee.value.bytes)
  }
}

extension OpaqueBytes: WireValue {
  static var kind: WireKind { .base64url }

  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> OpaqueBytes? {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    guard first == UInt8(ascii: "\"") else {
      if first == UInt8(ascii: "{"), member.isPrivateKey { return try decoder.keyObject(member) }
      return try decoder.reject(.wrongType, member)
    }
    if let bytes = try decoder.exactBase64() { return OpaqueBytes(bytes) }
    decoder.json.rewind(to: start)
    var text = try decoder.json.string().string
    guard let (bytes, deviation) = text.withUTF8({ Base64URL.decode($0) }) else {
      if member.isPrivateKey, let key = decoder.keyText(text, at: start, member) { return key }
      decoder.json.rewind(to: start)
      return try decoder.reject(.invalidBase64URL, member)
    }
    if !deviation.isEmpty, !decoder.repairs(.inexactBase64URL, at: start, member) {
      decoder.json.rewind(to: start)
      return try decoder.reject(.invalidBase64URL, member)
    }
    return OpaqueBytes(bytes)
  }

  func write(to writer: inout JSONWriter) { writer.base64url(bytes) }

  @inline(__always)
  static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter) {
    writer.base64url(UnsafeRawPointer(value).assumingMemoryBound(to: Borrowed<Self>.self).pointee.value.bytes)
  }
}

extension WireValue where Self: OpenEnumeration {
  static var kind: WireKind { .enumeration(Self.self) }

  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Self? {
    let start = decoder.json.offset
    guard try decoder.json.peek() == UInt8(ascii: "\"") else { return try decoder.reject(.wrongType, member) }
    // Nearly all are registered: these need no text of their own.
    if let index = try decoder.json.string(among: registered) {
      return Self(storage: .registered(UInt8(truncatingIfNeeded: index)))
    }
    let value = Self(name: try decoder.string(member).string)
    guard !value.isRegistered else { return value }
    let lowered = Self(name: normalized(value.name))
    if lowered.isRegistered {
      if decoder.repairs(.enumerationSpelling, at: start, member) { return lowered }
      decoder.report(.enumerationSpelling, severity: .error, at: start, member, action: .kept)
      return value
    }
    decoder.report(.unknownEnumerationValue, at: start, member, action: .kept)
    return value
  }

  /// Lower case, and without the dash that some write into `SHA-256`.
  private static func normalized(_ name: String) -> String {
    let lowered = name.lowercased()
    guard lowered.hasPrefix("sha-") else { return lowered }
    return "sha" + lowered.dropFirst(4)
  }

  func write(to writer: inout JSONWriter) { writer.string(name) }
}

extension HashAlgorithm: WireValue {}
extension OTPHashAlgorithm: WireValue {}
extension HMACAlgorithm: WireValue {}
extension AccessorType: WireValue {}
extension SharingPermission: WireValue {}
extension FieldType: WireValue {}
extension WiFiSecurityType: WireValue {}

extension Array: WireValue where Element: WireValue {
  static var kind: WireKind { .array(Element.kind) }

  var isBlank: Bool { isEmpty }

  @inline(__always)
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> [Element]? {
    guard try decoder.json.peek() == UInt8(ascii: "[") else {
      let value: [Element]? = try decoder.reject(.wrongType, member)
      if Element.self == Item.self { decoder.markRejectedAsItem() }
      return value
    }
    if Element.self == Item.self, decoder.passing != nil {
      try decoder.passItems(member)
      return []
    }
    try decoder.json.beginArray()
    var result: [Element] = []
    var first = true
    let start = decoder.json.offset
    while try decoder.json.nextElement(first: &first) {
      // Null in an array stands for nothing: it has no content to lose.
      if try decoder.json.peek() == UInt8(ascii: "n") {
        let start = decoder.json.offset
        _ = try decoder.json.consumeNull()
        decoder.report(.nullValue, at: start, member, action: .repaired)
      } else if let element = try Element.read(&decoder, member) {
        result.append(element)
        if result.count == 64 {
          // A long array: the rest of the text would hold this many more like these.
          let left = decoder.json.end - decoder.json.offset
          result.reserveCapacity(64 + left / ((decoder.json.offset - start) / 64 + 1))
        }
      }
    }
    return result
  }

  @inline(__always)
  func write(to writer: inout JSONWriter) { Self.write(elements: self, to: &writer) }

  @inline(__always)
  static func write(_ value: UnsafePointer<[Element]>, to writer: inout JSONWriter) {
    let place = UnsafeRawPointer(value).assumingMemoryBound(to: Borrowed<[Element]>.self)
    write(elements: place.pointee.value, to: &writer)
  }

  @inline(__always)
  private static func write(elements: [Element], to writer: inout JSONWriter) {
    writer.beginArray()
    elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count {
        writer.element()
        Element.write(base + index, to: &writer)
      }
    }
    writer.endArray()
  }
}
