/// Windows-1252 as the WHATWG Encoding Standard has it.
enum Windows1252 {
  /// The scalars of bytes 80 to 9F. The five bytes without a character stand for the C1 controls of the same
  /// number, so that no byte is lost.
  private static let upperControls: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// Returns the scalar value of a byte.
  static func scalar(_ byte: UInt8) -> UInt32 {
    switch byte {
    case 0x80...0x9F: UInt32(upperControls[Int(byte - 0x80)])
    default: UInt32(byte)
    }
  }

  /// Decodes bytes from an offset on; every byte has a meaning.
  static func decode(_ bytes: [UInt8], from start: Int) -> DecodedText {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 8)
    var marks: [TextMark] = []
    var offsets = SourceOffsets(rule: .scalars, start: start)
    for index in start..<bytes.count {
      let byte = bytes[index]
      offsets.anchorIfDue(decoded: utf8.count, source: index)
      if byte == 0 { marks.append(TextMark(offset: utf8.count, kind: .null)) }
      utf8.appendUTF8(scalar(byte))
    }
    return DecodedText(
      utf8: utf8, encoding: .windows1252, isGuessed: true, marks: marks, offsets: offsets)
  }
}
