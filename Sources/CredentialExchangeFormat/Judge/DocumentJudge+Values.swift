// One value each: passed over where it has the exact form, else read by the codec.
extension DocumentJudge {
  /// Judges the value of a member; returns whether it was read.
  mutating func value(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    switch row.pointee.kind {
    case .text: return try text(row)
    case .field: return try field(row)
    case .credential: return try credential(row)
    case .identifier: return try identifier(row)
    case .base64url: return try opaque(row)
    case .timestamp: return try timestamp(row)
    case .unsigned(let maximum, let bits): return try unsigned(row, maximum, bits)
    case .boolean: return try boolean(row)
    case .enumeration(let shape): return try enumeration(row, shape)
    case .array(let element): return try array(row, of: element)
    case .extension: return try anyExtension(row)
    case .version: return try version(row)
    case .object(let shape):
      if shape == shapes.link { return try link(row) }
      if shape == shapes.passkeyExtensions, try decoder.json.peek() == UInt8(ascii: "[") {
        return try FIDO2Extensions.read(&decoder, row.pointee.memberName) != nil
      }
      guard try decoder.json.peek() == UInt8(ascii: "{") else {
        let wasRead = try rejected(.wrongType, row)
        if shape == shapes.item { decoder.markRejectedAsItem() }
        return wasRead
      }
      return try object(shape, row)
    }
  }

  /// Goes back and has the codec read a value.
  @inline(never)
  private mutating func read<Value: WireValue>(
    _ type: Value.Type, _ row: UnsafePointer<ShapeRow>, from start: Int
  ) throws(JSONError) -> Value? {
    decoder.json.rewind(to: start)
    last = .absent
    return try Value.read(&decoder, row.pointee.memberName)
  }

  private mutating func text(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "\"") {
      let span = try decoder.json.stringSpan()
      if (!span.hasEscapes && span.isASCII) || isUndamaged(span) {
        last = MemberSpan(span)
        inspect(span, row.pointee.name)
        if row.pointee.content == .url { judgeURL(span) }
        return true
      }
    }
    guard let text = try read(Text.self, row, from: start) else { return false }
    if row.pointee.name.isSame(as: "title") { repairedTitle = text }
    return true
  }

  /// Returns whether a string has only whole characters.
  func isUndamaged(_ span: JSONCursor.StringSpan) -> Bool {
    let bytes = decoder.json.bytes(in: span.start..<span.start + span.count)
    if !span.isASCII, !UTF8Check.isValid(bytes) { return false }
    guard span.hasEscapes else { return true }
    var index = 0
    while index &+ 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        // Only the escape of a surrogate can be damaged.
        if bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 2] | 0x20 == UInt8(ascii: "d") {
          var copy = decoder.json
          copy.rewind(to: span.start - 1)
          copy.sawDamagedText = false
          _ = try? copy.string()
          return !copy.sawDamagedText
        }
        index &+= 2
      } else {
        index &+= 1
      }
    }
    return true
  }

  private mutating func identifier(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "\"") {
      let span = try decoder.json.stringSpan()
      // 64 bytes are 86 characters.
      if span.count > 0, span.count <= Base64URL.encodedCount(Identifier.maximumCount), isExactBase64(span) {
        last = MemberSpan(span)
        return true
      }
    }
    guard let identifier = try read(Identifier.self, row, from: start) else { return false }
    unusualIdentifiers[start] = identifier
    last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: false, isASCII: false)
    return true
  }

  private mutating func opaque(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "\"") {
      let span = try decoder.json.stringSpan()
      if isExactBase64(span) {
        last = MemberSpan(span)
        return true
      }
    }
    guard let bytes = try read(OpaqueBytes.self, row, from: start) else { return false }
    unusualBytes[start] = bytes.bytes
    last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: true, isASCII: false)
    return true
  }

  private func isExactBase64(_ span: JSONCursor.StringSpan) -> Bool {
    guard !span.hasEscapes, span.isASCII else { return false }
    return Base64URL.isExact(decoder.json.bytes(in: span.start..<span.start + span.count))
  }

  private mutating func unsigned(
    _ row: UnsafePointer<ShapeRow>, _ maximum: UInt64, _ bits: Int
  ) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first &- UInt8(ascii: "0") <= 9, let value = try decoder.json.unsignedInteger(), value <= maximum {
      last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: false, isASCII: true)
      return true
    }
    let value: UInt64? =
      switch bits {
      case 8: try read(UInt8.self, row, from: start).map { UInt64($0) }
      case 16: try read(UInt16.self, row, from: start).map { UInt64($0) }
      default: try read(UInt64.self, row, from: start)
      }
    guard let value else { return false }
    keep(value, from: start)
    return true
  }

  /// Notes a number that the codec read in another spelling, so that it is judged like any other.
  private mutating func keep(_ value: UInt64, from start: Int) {
    unusualNumbers[start] = value
    last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: true, isASCII: false)
  }

  private mutating func timestamp(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    let value: UInt64
    if first &- UInt8(ascii: "0") <= 9, let whole = try decoder.json.unsignedInteger(),
      whole < Timestamp.firstImplausible
    {
      value = whole
      last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: false, isASCII: true)
    } else {
      guard let moment = try read(Timestamp.self, row, from: start) else { return false }
      value = moment.secondsSince1970
      keep(value, from: start)
    }
    judgeMoment(value, at: start, row.pointee.name)
    return true
  }

  private mutating func boolean(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else {
      return try read(Bool.self, row, from: start) != nil
    }
    _ = try decoder.json.boolean()
    last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: false, isASCII: true)
    return true
  }

  private mutating func enumeration(
    _ row: UnsafePointer<ShapeRow>, _ shape: UnsafePointer<EnumerationShape>
  ) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "\"") {
      let span = try decoder.json.stringSpan()
      if !span.hasEscapes {
        let place = decoder.json.base + span.start
        for name in shape.pointee.names where name.matches(place, span.count) {
          last = MemberSpan(span)
          return true
        }
      }
    }
    decoder.json.rewind(to: start)
    return try shape.pointee.type.read(&decoder, row.pointee.memberName) != nil
  }

  private mutating func array(
    _ row: UnsafePointer<ShapeRow>, of element: UnsafePointer<ShapeRow>
  ) throws(JSONError) -> Bool {
    guard try decoder.json.peek() == UInt8(ascii: "[") else {
      let wasRead = try rejected(.wrongType, row)
      if case .object(let shape) = element.pointee.kind, shape == shapes.item { decoder.markRejectedAsItem() }
      return wasRead
    }
    let start = decoder.json.offset
    try decoder.json.beginArray()
    var first = true
    var isCredential = false
    if case .credential = element.pointee.kind { isCredential = true }
    // Of the elements of these arrays, which are long, nothing is looked at again.
    var isLong = false
    if case .object(let shape) = element.pointee.kind {
      isLong = shape == shapes.item || shape == shapes.link || shape == shapes.collection
    }
    var isEmpty = true
    while try decoder.json.nextElement(first: &first) {
      isEmpty = false
      if try decoder.json.peek() == UInt8(ascii: "n") {
        let offset = decoder.json.offset
        _ = try decoder.json.consumeNull()
        decoder.report(.nullValue, at: offset, row.pointee.memberName, action: .repaired)
      } else if try value(element), isCredential {
        credentials += 1
      }
      if isLong { release(since: start) }
    }
    if isEmpty, row.pointee.isOmittedWhenEmpty {
      note(.emptyArray, at: start, row.pointee.name, action: .repaired)
    }
    last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: isEmpty, isASCII: true)
    return true
  }

  private mutating func version(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "{") { return try object(shapes.version, row) }
    guard let version = try decoder.bareVersion(row.pointee.memberName) else { return false }
    judgeVersion(major: version.major, at: start)
    return true
  }
}
