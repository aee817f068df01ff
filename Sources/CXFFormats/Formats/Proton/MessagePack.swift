/// A value of MessagePack, as far as key containers use it.
indirect enum MessagePack: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case bytes([UInt8])
  case text([UInt8])
  case array([MessagePack])
  case map([(key: MessagePack, value: MessagePack)])

  static func == (left: MessagePack, right: MessagePack) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.bytes(let a), .bytes(let b)), (.text(let a), .text(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.map(let a), .map(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }

  /// Reads exactly one value; nil for anything else, for numbers with a fraction, and for what is nested too deep.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let value = reader.value(depth: 0), reader.index == bytes.count else { return nil }
    self = value
  }

  /// The member of a map with that name.
  subscript(_ name: String) -> MessagePack? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.key == .text(Array(name.utf8)) }?.value
  }

  /// The bytes, also where each stands as a number of an array.
  var octets: [UInt8]? {
    switch self {
    case .bytes(let bytes): return bytes
    case .array(let elements):
      var bytes: [UInt8] = []
      for element in elements {
        guard case .integer(let number) = element, let byte = UInt8(exactly: number) else { return nil }
        bytes.append(byte)
      }
      return bytes
    default: return nil
    }
  }

  /// The number, also where it stands in a map of one member.
  var number: Int64? {
    switch self {
    case .integer(let number): number
    case .map(let members) where members.count == 1: members[0].value.number
    default: nil
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    private static let maximumDepth = 32

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= bytes.count - index else { return nil }
      defer { index += count }
      return bytes[index..<index + count]
    }

    private mutating func unsigned(_ count: Int) -> UInt64? {
      take(count)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func size(_ count: Int) -> Int? { unsigned(count).flatMap { Int(exactly: $0) } }

    mutating func value(depth: Int) -> MessagePack? {
      guard depth < Self.maximumDepth, let first = take(1)?.first else { return nil }
      switch first {
      case 0x00...0x7F: return .integer(Int64(first))
      case 0x80...0x8F: return map(Int(first & 0x0F), depth)
      case 0x90...0x9F: return array(Int(first & 0x0F), depth)
      case 0xA0...0xBF: return take(Int(first & 0x1F)).map { .text(Array($0)) }
      case 0xC0: return .null
      case 0xC2, 0xC3: return .boolean(first == 0xC3)
      case 0xC4...0xC6: return size(1 << Int(first - 0xC4)).flatMap { take($0) }.map { .bytes(Array($0)) }
      case 0xCC...0xCF:
        return unsigned(1 << Int(first - 0xCC)).flatMap { Int64(exactly: $0) }.map { .integer($0) }
      case 0xD0: return unsigned(1).map { .integer(Int64(Int8(truncatingIfNeeded: $0))) }
      case 0xD1: return unsigned(2).map { .integer(Int64(Int16(truncatingIfNeeded: $0))) }
      case 0xD2: return unsigned(4).map { .integer(Int64(Int32(truncatingIfNeeded: $0))) }
      case 0xD3: return unsigned(8).map { .integer(Int64(bitPattern: $0)) }
      case 0xD9...0xDB: return size(1 << Int(first - 0xD9)).flatMap { take($0) }.map { .text(Array($0)) }
      case 0xDC, 0xDD: return size(first == 0xDC ? 2 : 4).flatMap { array($0, depth) }
      case 0xDE, 0xDF: return size(first == 0xDE ? 2 : 4).flatMap { map($0, depth) }
      case 0xE0...0xFF: return .integer(Int64(Int8(bitPattern: first)))
      default: return nil
      }
    }

    private mutating func array(_ count: Int, _ depth: Int) -> MessagePack? {
      // Each element takes a byte at least, so that no announced number allocates what is not there.
      guard count <= bytes.count - index else { return nil }
      var elements: [MessagePack] = []
      for _ in 0..<count {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    }

    private mutating func map(_ count: Int, _ depth: Int) -> MessagePack? {
      guard count <= (bytes.count - index) / 2 else { return nil }
      var members: [(key: MessagePack, value: MessagePack)] = []
      for _ in 0..<count {
        guard let key = value(depth: depth + 1), let value = value(depth: depth + 1) else { return nil }
        members.append((key, value))
      }
      return .map(members)
    }
  }
}
