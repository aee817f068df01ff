/// Base64 with the standard alphabet (RFC 4648, section 4), as PEM and SSH use it.
package enum Base64 {
  /// Bytes that are not base64.
  package struct Fault: Error, Equatable {
    /// The index of the byte at which it shows.
    package let offset: Int
  }

  /// Decodes text; spaces, tabs and line ends of any kind may stand anywhere, padding may be absent.
  ///
  /// The bits after the last byte must be zero, as PEM readers ask.
  package static func decode(_ text: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var bitCount = 0
    var digits = 0
    var padding = 0
    for index in text.indices {
      let byte = text[index]
      if isSpace(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = value(byte) else { throw Fault(offset: index) }
      digits += 1
      bits = bits << 6 | UInt32(digit)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        bits &= (1 << UInt32(bitCount)) - 1
      }
    }
    // One digit alone holds no byte; padding fills up to four or is not there at all.
    let isWhole = digits % 4 != 1 && (padding == 0 || (padding < 3 && (digits + padding) % 4 == 0))
    guard isWhole, bits == 0 else { throw Fault(offset: text.endIndex) }
    return bytes
  }

  /// Encodes bytes.
  package static func encode(_ bytes: [UInt8], padded: Bool = true) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let group = min(3, bytes.count - index)
      var bits: UInt32 = 0
      for part in 0..<3 { bits = bits << 8 | (part < group ? UInt32(bytes[index + part]) : 0) }
      for digit in 0...group {
        text.append(alphabet[Int(bits >> UInt32(18 - 6 * digit) & 0x3F)])
      }
      if padded { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - group)) }
      index += group
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Whether the byte is white space of ASCII.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
