/// UTF-16 text files: recognising those without a mark, and decoding.
enum UTF16Decoding {
  /// Bytes looked at to recognise UTF-16 without a mark.
  static let sampleSize = 1024

  /// Returns whether bytes without a mark are UTF-16, and of which order, by where their zero bytes are.
  ///
  /// The first lines of every export are mostly ASCII, so one byte of most pairs is zero and always on the
  /// same side; a stray NUL in UTF-8 does not look like that.
  static func guess(_ bytes: [UInt8]) -> TextEncoding? {
    let pairs = min(bytes.count, sampleSize) / 2
    guard pairs >= 2 else { return nil }
    var first = 0
    var second = 0
    for pair in 0..<pairs {
      if bytes[2 * pair] == 0 { first += 1 }
      if bytes[2 * pair + 1] == 0 { second += 1 }
    }
    if second * 10 >= pairs * 6, first * 20 <= pairs { return .utf16LittleEndian }
    if first * 10 >= pairs * 6, second * 20 <= pairs { return .utf16BigEndian }
    return nil
  }

  /// Decodes code units from an offset on; unpaired surrogates and an odd last byte become U+FFFD.
  static func decode(_ bytes: [UInt8], from start: Int, encoding: TextEncoding, isGuessed: Bool)
    -> DecodedText
  {
    let highFirst = encoding == .utf16BigEndian
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count / 2 + bytes.count / 16)
    var marks: [TextMark] = []
    var offsets = SourceOffsets(rule: .utf16, start: start)

    func unit(_ index: Int) -> UInt16 {
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return highFirst ? a << 8 | b : b << 8 | a
    }

    var index = start
    while index < bytes.count {
      offsets.anchorIfDue(decoded: utf8.count, source: index)
      guard index + 1 < bytes.count else {
        marks.append(TextMark(offset: utf8.count, kind: .replaced))
        utf8.appendUTF8(0xFFFD)
        break
      }
      let value = unit(index)
      index += 2
      switch value {
      case 0xD800...0xDBFF where index + 1 < bytes.count && unit(index) & 0xFC00 == 0xDC00:
        utf8.appendUTF8(joinSurrogates(value, unit(index)))
        index += 2
      case 0xD800...0xDFFF:
        marks.append(TextMark(offset: utf8.count, kind: .replaced))
        utf8.appendUTF8(0xFFFD)
      default:
        if value == 0 { marks.append(TextMark(offset: utf8.count, kind: .null)) }
        utf8.appendUTF8(UInt32(value))
      }
    }
    return DecodedText(
      utf8: utf8, encoding: encoding, isGuessed: isGuessed, marks: marks, offsets: offsets)
  }
}
