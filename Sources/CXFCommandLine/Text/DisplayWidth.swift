/// How many columns of a terminal a text takes.
package enum DisplayWidth {
  /// Returns the number of columns: 2 for wide East Asian scalars and emoji, 0 for marks and joiners, else 1.
  ///
  /// An estimate that suits tables; emoji joined by U+200D count one by one, as many terminals draw them.
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the longest beginning of the text that takes at most that many columns.
  package static func prefix(of text: String, columns: Int) -> String {
    var used = 0
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      used += width(of: scalar)
      if used > columns { break }
      result.append(scalar)
    }
    return String(result)
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if scalar.value == 0x200C || scalar.value == 0x200D { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// Ranges that are mostly wide or fullwidth in Unicode's EastAsianWidth table.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653,
    0x26AA...0x26AB, 0x2705...0x2705, 0x274C...0x274C, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F265, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
