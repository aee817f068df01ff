// What looks wrong in any text: it was mangled on its way, or is made to deceive. All of it is kept as it is.
extension DocumentJudge {
  /// Looks at a text that is a whole one.
  @inline(__always)
  mutating func inspect(_ span: JSONCursor.StringSpan, _ name: StaticString) {
    guard span.hasEscapes || !span.isASCII || span.count > 3 else { return }
    inspectLong(span, name)
  }

  private mutating func inspectLong(_ span: JSONCursor.StringSpan, _ name: StaticString) {
    let bytes = decoder.json.bytes(in: span.start..<span.start + span.count)
    guard let base = bytes.baseAddress else { return }
    if TextDamage.hasByte(UInt8(ascii: "&"), base, span.count), TextDamage.hasEntity(bytes) {
      note(.htmlEntity, at: span.start - 1, name)
    }
    if span.isASCII, !span.hasEscapes { return }
    let found =
      span.hasEscapes
      ? withText(MemberSpan(span)) { TextDamage.signs(in: $0) } : TextDamage.signs(in: bytes)
    if found.contains(.mojibake) { note(.mojibake, at: span.start - 1, name) }
    if found.contains(.replacement) { note(.replacementCharacter, at: span.start - 1, name) }
    if found.contains(.control) { note(.controlCharacter, at: span.start - 1, name) }
    if found.contains(.bidi) { note(.bidiControl, at: span.start - 1, name) }
  }

  mutating func judgeURL(_ span: JSONCursor.StringSpan) {
    switch withText(MemberSpan(span), { AddressForm($0) }) {
    case .uri: break
    case .bare: note(.bareURL, at: span.start - 1, "urls")
    case .irregular: note(.irregularURL, at: span.start - 1, "urls")
    case .placeholder: note(.placeholderURL, at: span.start - 1, "urls")
    }
    profileURL(span)
  }
}

/// Signs of damage in texts.
struct TextDamage: OptionSet {
  let rawValue: UInt8
  /// UTF-8 that was once read as Windows-1252 or Latin-1: `Ã©` for `é`.
  static let mojibake = TextDamage(rawValue: 1)
  /// U+FFFD, which stands for what a program could not read.
  static let replacement = TextDamage(rawValue: 2)
  /// A control character other than tab and line ends.
  static let control = TextDamage(rawValue: 4)
  /// A character that turns the direction of others.
  static let bidi = TextDamage(rawValue: 8)

  @inline(__always)
  static func hasByte(_ byte: UInt8, _ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    while index &+ 8 <= count {
      let word = StringStops.load(base + index) ^ pattern
      if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
      index &+= 8
    }
    while index < count {
      if base[index] == byte { return true }
      index &+= 1
    }
    return false
  }

  /// Returns whether a character reference of HTML stands in a text.
  static func hasEntity(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in text.indices where text[start] == UInt8(ascii: "&") {
      let name = text[(start + 1)...].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") }.prefix(8)
      guard text.indices.contains(name.endIndex), text[name.endIndex] == UInt8(ascii: ";") else { continue }
      if name.first == UInt8(ascii: "#") {
        let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        let isNumber = digits.allSatisfy {
          $0 &- UInt8(ascii: "0") < 10 || (isHexadecimal && ($0 | 0x20) &- UInt8(ascii: "a") < 6)
        }
        // One digit alone names a control character; a password has that by chance.
        if isNumber, digits.count > 1 { return true }
      } else if ["amp", "lt", "gt", "quot", "apos", "nbsp"].contains(where: { name.elementsEqual($0.utf8) }) {
        return true
      }
    }
    return false
  }

  static func signs(in text: UnsafeBufferPointer<UInt8>) -> TextDamage {
    var signs: TextDamage = []
    var index = 0
    func byte(_ ahead: Int) -> UInt8 { index + ahead < text.count ? text[index + ahead] : 0 }
    while index < text.count {
      switch text[index] {
      case 0x09, 0x0A, 0x0D: break
      case ..<0x20, 0x7F: signs.insert(.control)
      case 0xC2:
        if byte(1) < 0xA0 { signs.insert(.control) }
        index += 1
      case 0xC3:
        // The first byte of a sequence of two read as a character, and its second one as another.
        if byte(1) == 0x82 || byte(1) == 0x83, byte(2) == 0xC2, byte(3) >= 0x80 { signs.insert(.mojibake) }
        // `â€` begins what were dashes and quotes.
        if byte(1) == 0xA2, byte(2) == 0xE2, byte(3) == 0x82, byte(4) == 0xAC { signs.insert(.mojibake) }
        index += 1
      case 0xE2:
        if byte(1) == 0x80, (0xAA...0xAE).contains(byte(2)) { signs.insert(.bidi) }
        if byte(1) == 0x81, (0xA6...0xA9).contains(byte(2)) { signs.insert(.bidi) }
        index += 2
      case 0xEF:
        if byte(1) == 0xBF, byte(2) == 0xBD { signs.insert(.replacement) }
        index += 2
      case 0xE0...0xEE: index += 2
      case 0xF0...: index += 3
      case 0xC4...0xDF: index += 1
      default: break
      }
      index += 1
    }
    return signs
  }
}
