internal import CXFCrypto

/// Bytes of an attached file in the pool of a database.
package struct KDBXBinary: Hashable, Sendable, Redacted {
  /// Whether programs are asked to protect them in memory.
  package static let protectedFlag: UInt8 = 1

  /// Bit 0 is ``protectedFlag``; the others are reserved, and kept.
  package var flags: UInt8
  /// The file.
  package var bytes: [UInt8]

  /// Creates the value.
  package init(flags: UInt8 = KDBXBinary.protectedFlag, bytes: [UInt8]) {
    self.flags = flags
    self.bytes = bytes
  }

  /// The length.
  package var redactedDescription: String { "KDBXBinary(\(bytes.count) bytes)" }
}

/// The encrypted header of KDBX 4 in front of the XML: the cipher of protected values, and the pool of attached files.
package struct KDBXInnerHeader: Hashable, Sendable, Redacted {
  /// One field. Those that are not known keep their bytes and their place.
  package enum Field: Hashable, Sendable {
    /// The number of the cipher of protected values.
    case stream(UInt32)
    /// The key of that cipher.
    case streamKey([UInt8])
    /// An attached file, which entries name by its place among these.
    case binary(KDBXBinary)
    /// Anything else.
    case unknown(UInt8, [UInt8])
  }

  /// All but the last one.
  package private(set) var fields: [Field] = []
  /// The bytes of the last field, which mean nothing.
  private var endValue: [UInt8] = []

  /// Creates an empty one.
  package init() {}

  /// The attached files, by the numbers that entries name them by.
  package var binaries: [KDBXBinary] {
    fields.compactMap { if case .binary(let binary) = $0 { binary } else { nil } }
  }

  var stream: UInt32? {
    fields.lazy.compactMap { if case .stream(let number) = $0 { number } else { nil } }.last
  }

  var streamKey: [UInt8]? {
    fields.lazy.compactMap { if case .streamKey(let key) = $0 { key } else { nil } }.last
  }

  /// Adds a file to the pool; one with the same bytes and flags is used again.
  ///
  /// - Returns: the number by which entries name it.
  package mutating func add(_ binary: KDBXBinary) -> Int {
    if let place = binaries.firstIndex(of: binary) { return place }
    fields.append(.binary(binary))
    return binaries.count - 1
  }

  /// Takes files out of the pool. Those behind them get lower numbers.
  package mutating func remove(binaries numbers: Set<Int>) {
    var number = -1
    fields.removeAll { field in
      guard case .binary = field else { return false }
      number += 1
      return numbers.contains(number)
    }
  }

  /// Adds a file to the pool, also one that is there already.
  mutating func append(_ binary: KDBXBinary) { fields.append(.binary(binary)) }

  /// Sets cipher and key of protected values, in their place or in front.
  mutating func setStream(_ number: UInt32, key: [UInt8]) {
    var hasNumber = false
    var hasKey = false
    fields = fields.compactMap { field in
      switch field {
      case .stream:
        defer { hasNumber = true }
        return hasNumber ? nil : .stream(number)
      case .streamKey:
        defer { hasKey = true }
        return hasKey ? nil : .streamKey(key)
      default: return field
      }
    }
    if !hasKey { fields.insert(.streamKey(key), at: 0) }
    if !hasNumber { fields.insert(.stream(number), at: 0) }
  }

  /// Reads the header in front of a plaintext.
  ///
  /// - Returns: it, and the number of its bytes.
  static func read(_ plaintext: [UInt8]) throws(KDBXError) -> (header: KDBXInnerHeader, byteCount: Int) {
    var reader = ByteReader(plaintext)
    var header = KDBXInnerHeader()
    while true {
      guard let id = reader.number(UInt8.self), let count = reader.number(UInt32.self),
        let value = reader.take(Int(count))
      else { throw .damaged(.innerHeader) }
      switch id {
      case 0:
        header.endValue = Array(value)
        return (header, reader.offset)
      case 1:
        guard count == 4 else { throw .damaged(.innerHeader) }
        header.fields.append(.stream(UInt32(littleEndian: value)))
      case 2: header.fields.append(.streamKey(Array(value)))
      case 3:
        guard let flags = value.first else { throw .damaged(.innerHeader) }
        header.fields.append(.binary(KDBXBinary(flags: flags, bytes: Array(value.dropFirst()))))
      default: header.fields.append(.unknown(id, Array(value)))
      }
    }
  }

  /// The bytes, equal to those it was read from.
  func encoded() throws(KDBXError) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      switch field {
      case .stream(let number): try Self.append(1, number.littleEndianBytes, to: &bytes)
      case .streamKey(let key): try Self.append(2, key, to: &bytes)
      case .binary(let binary): try Self.append(3, [binary.flags] + binary.bytes, to: &bytes)
      case .unknown(let id, let value): try Self.append(id, value, to: &bytes)
      }
    }
    try Self.append(0, endValue, to: &bytes)
    return bytes
  }

  private static func append(_ id: UInt8, _ value: [UInt8], to bytes: inout [UInt8]) throws(KDBXError) {
    guard let count = Int32(exactly: value.count) else { throw .damaged(.innerHeader) }
    bytes.append(id)
    bytes += UInt32(count).littleEndianBytes + value
  }

  /// The number of files.
  package var redactedDescription: String { "KDBXInnerHeader(\(binaries.count) files)" }
}
