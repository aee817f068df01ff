/// Reads numbers and runs of bytes one after the other; nil where there are not enough.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var offset = 0

  /// The memory must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether everything was read.
  package var isAtEnd: Bool { offset == bytes.count }

  /// A big-endian number.
  package mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    let count = Integer.bitWidth / 8
    guard bytes.count - offset >= count else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self)
    offset += count
    return Integer(bigEndian: value)
  }

  /// The next bytes, where they are.
  package mutating func slice(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, bytes.count - offset >= count else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
  }

  /// A copy of the next bytes.
  package mutating func array(_ count: Int) -> [UInt8]? { slice(count).map(Array.init) }

  /// An identifier of 1 to 64 bytes behind its length.
  package mutating func identifier() -> [UInt8]? {
    guard let count = integer(UInt8.self), (1...64).contains(count) else { return nil }
    return array(Int(count))
  }
}

extension [UInt8] {
  /// Appends a big-endian number.
  package mutating func append(integer value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends an identifier behind its length, which fits a byte.
  package mutating func append(identifier bytes: [UInt8]) {
    append(UInt8(truncatingIfNeeded: bytes.count))
    append(contentsOf: bytes)
  }
}
