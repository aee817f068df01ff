internal import CXFCrypto

/// Named values of several types, as the header of KDBX 4 holds them: kept as the bytes that they are, in their order.
package struct VariantDictionary: Hashable, Sendable, Redacted {
  /// One value.
  package struct Item: Hashable, Sendable {
    /// The number of the type.
    package var type: UInt8
    /// UTF-8.
    package var name: [UInt8]
    /// Numbers are little-endian.
    package var value: [UInt8]
  }

  /// Numbers of types.
  package enum ItemType {
    package static let uint32: UInt8 = 0x04
    package static let uint64: UInt8 = 0x05
    package static let bytes: UInt8 = 0x42
  }

  /// The version; its high byte says who can read it.
  package private(set) var version: UInt16
  /// All values; of those with one name the last one counts.
  package private(set) var items: [Item]

  /// Creates an empty one.
  package init() { (version, items) = (0x0100, []) }

  /// Reads a dictionary.
  ///
  /// - Throws: `.unsupported(.dictionaryVersion)`, and `.damaged(.headerField)` with the number of the field that it is in.
  package init(_ bytes: [UInt8], field: UInt8) throws(KDBXError) {
    var reader = ByteReader(bytes)
    guard let version = reader.number(UInt16.self) else { throw .damaged(.headerField(field)) }
    guard version >> 8 <= 1 else { throw .unsupported(.dictionaryVersion(version)) }
    (self.version, items) = (version, [])
    while true {
      guard let type = reader.number(UInt8.self) else { throw .damaged(.headerField(field)) }
      if type == 0 { break }
      guard let nameCount = reader.number(UInt32.self), let name = reader.take(Int(nameCount)),
        let count = reader.number(UInt32.self), let value = reader.take(Int(count))
      else { throw .damaged(.headerField(field)) }
      items.append(Item(type: type, name: Array(name), value: Array(value)))
    }
    guard reader.remaining == 0 else { throw .damaged(.headerField(field)) }
  }

  /// The bytes, equal to those it was read from.
  package var encoded: [UInt8] {
    var bytes = version.littleEndianBytes
    for item in items {
      bytes.append(item.type)
      bytes += UInt32(truncatingIfNeeded: item.name.count).littleEndianBytes + item.name
      bytes += UInt32(truncatingIfNeeded: item.value.count).littleEndianBytes + item.value
    }
    bytes.append(0)
    return bytes
  }

  /// A number of 32 bits; nil where there is none of that type.
  package func uint32(_ name: String) -> UInt32? {
    item(name, ItemType.uint32).flatMap { $0.count == 4 ? UInt32(littleEndian: $0) : nil }
  }

  /// A number of 64 bits; nil where there is none of that type.
  package func uint64(_ name: String) -> UInt64? {
    item(name, ItemType.uint64).flatMap { $0.count == 8 ? UInt64(littleEndian: $0) : nil }
  }

  /// Bytes; nil where there are none of that type.
  package func bytes(_ name: String) -> [UInt8]? { item(name, ItemType.bytes) }

  /// Whether there is a value of that name, of any type.
  package func has(_ name: String) -> Bool { items.contains { $0.name.elementsEqual(name.utf8) } }

  /// Sets a value in the place of those of that name, or behind all.
  package mutating func set(_ name: String, _ type: UInt8, _ value: [UInt8]) {
    let item = Item(type: type, name: Array(name.utf8), value: value)
    if let place = items.firstIndex(where: { $0.name == item.name }) {
      items[place] = item
      items = items.enumerated().filter { $0.offset <= place || $0.element.name != item.name }.map(\.element)
    } else {
      items.append(item)
    }
  }

  private func item(_ name: String, _ type: UInt8) -> [UInt8]? {
    guard let item = items.last(where: { $0.name.elementsEqual(name.utf8) }), item.type == type else {
      return nil
    }
    return item.value
  }

  /// The number of values.
  package var redactedDescription: String { "VariantDictionary(\(items.count) items)" }
}
