/// Goes forward through bytes; numbers are little-endian.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  var remaining: Int { bytes.count - offset }

  /// The next number; nil where the bytes end before.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
    guard let part = take(Number.bitWidth / 8) else { return nil }
    return Number(littleEndian: part)
  }

  /// That many bytes; nil where there are fewer.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number whose bytes these are, least first; further ones do not count.
  init(littleEndian bytes: some Collection<UInt8>) {
    self = 0
    for (place, byte) in bytes.prefix(Self.bitWidth / 8).enumerated() {
      self |= Self(byte) << Self(8 * place)
    }
  }

  /// The bytes, least first.
  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self(8 * $0)) }
  }
}

/// The bytes in upper-case hexadecimal digits.
func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
