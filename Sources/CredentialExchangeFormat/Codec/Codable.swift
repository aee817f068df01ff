// `Codable` over the same descriptions: a value goes through JSON text on its way to any other coder.

/// A JSON value without a model, for passing between coders.
private indirect enum JSONTree: Codable {
  case null
  case boolean(Bool)
  case unsigned(UInt64)
  case signed(Int64)
  case double(Double)
  case string(String)
  case array([JSONTree])
  case object([(name: String, value: JSONTree)])

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      // Coders keep members in a dictionary, whose order differs from run to run.
      let keys = container.allKeys.sorted {
        $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
      }
      self = .object(try keys.map { ($0.stringValue, try container.decode(JSONTree.self, forKey: $0)) })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONTree] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONTree.self)) }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .signed(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      // As coders see names: one of two equal ones would be lost without a word.
      guard Set(members.map(\.name)).count == members.count else {
        throw EncodingError.invalidValue(
          members.count,
          .init(
            codingPath: encoder.codingPath, debugDescription: "two members of one object have the same name"))
      }
      for member in members { try container.encode(member.value, forKey: Key(stringValue: member.name)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .boolean(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .signed(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      default: try container.encodeNil()
      }
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .unsigned(let value): writer.unsigned(value)
    case .signed(let value): writer.fragment(Array(String(value).utf8))
    case .double(let value): writer.fragment(Array((value.isFinite ? String(value) : "null").utf8))
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.element()
        element.write(to: &writer)
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.name(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  init(_ json: inout JSONCursor) throws(JSONError) {
    switch try json.peek() {
    case UInt8(ascii: "{"):
      try json.beginObject()
      var first = true
      var members: [(name: String, value: JSONTree)] = []
      while let name = try json.nextMember(first: &first) {
        members.append((json.text(of: name).string, try JSONTree(&json)))
      }
      self = .object(members)
    case UInt8(ascii: "["):
      try json.beginArray()
      var first = true
      var elements: [JSONTree] = []
      while try json.nextElement(first: &first) { elements.append(try JSONTree(&json)) }
      self = .array(elements)
    case UInt8(ascii: "\""): self = .string(try json.string().string)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean(try json.boolean())
    case UInt8(ascii: "n"):
      _ = try json.consumeNull()
      self = .null
    default:
      let text = json.spelling(try json.number()).string
      if let value = UInt64(text) {
        self = .unsigned(value)
      } else if let value = Int64(text) {
        self = .signed(value)
      } else {
        self = .double(Double(text) ?? .nan)
      }
    }
  }
}

extension ExchangeValue {
  /// Reads the value from any decoder, as tolerantly as `CXFDecoder`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the content means nothing as this type, or where a part of it that
  ///   was not understood would be lost.
  public init(from decoder: any Decoder) throws {
    let tree = try JSONTree(from: decoder)
    var writer = JSONWriter()
    tree.write(to: &writer)
    let value = try writer.bytes.withUnsafeBufferPointer { bytes throws -> Self? in
      var state = DocumentDecoder(bytes, strict: false)
      guard let type = Self.self as? any WireValue.Type else { return nil }
      let value = try type.read(&state, MemberName("value")) as? Self
      // Outside an item nothing keeps what was not understood.
      let isWhole = state.rejected.isEmpty && state.strayURLs.isEmpty && state.strayItems.isEmpty
      return isWhole ? value : nil
    }
    guard let value else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a \(Self.self) of CXF 1.0"))
    }
    self = value
  }

  /// Writes the value to any encoder. Numbers in unknown members go through the encoder's own number types.
  ///
  /// - Throws: `EncodingError.invalidValue` where unknown members have one name twice in one object, or a number that
  ///   no number type of the encoder holds.
  public func encode(to encoder: any Encoder) throws {
    var writer = JSONWriter()
    if let value = self as? any WireValue { value.write(to: &writer) }
    let tree = try writer.bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var cursor = JSONCursor(bytes)
      return try JSONTree(&cursor)
    }
    try tree.encode(to: encoder)
  }
}

extension Credential: ExchangeValue {}
extension Extension: ExchangeValue {}
