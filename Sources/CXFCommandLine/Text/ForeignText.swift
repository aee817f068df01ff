/// Makes text that others wrote safe to print.
package enum ForeignText {
  /// Returns the text with everything that could move the cursor, reorder the line or hide itself written out.
  ///
  /// Control characters, bidirectional controls, line and paragraph separators, invisible formatting,
  /// noncharacters and a mark without a base become escapes such as `\u{202E}`; line feed, carriage return
  /// and tab become `\n`, `\r` and `\t`. The joiners U+200C and U+200D stay: Persian and emoji need them.
  /// The result has one line.
  ///
  /// - Parameter limit: The number of scalars after which the text is cut and ended by `…`.
  package static func escaped(_ text: String, limit: Int = .max) -> String {
    let scalars = text.unicodeScalars
    // The usual case costs one look at the bytes.
    if limit >= text.utf8.count, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    let isCut = scalars.count > limit
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.prefix(isCut ? max(limit - 1, 0) : .max).enumerated() {
      if mustEscape(scalar, isFirst: index == 0) {
        result.append(contentsOf: escape(for: scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    if isCut { result.append("…") }
    return String(result)
  }

  private static func mustEscape(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
    switch scalar.value {
    case 0x200C, 0x200D: return isFirst
    // Letters that are drawn as nothing: Hangul fillers, Khmer inherent vowels, Mongolian selectors.
    case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x17B4, 0x17B5, 0x180B...0x180F: return true
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    // A mark at the start would sit on what is printed before the text.
    case .nonspacingMark, .enclosingMark: return isFirst
    default: return properties.isNoncharacterCodePoint
    }
  }

  private static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
