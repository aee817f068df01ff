/// What begins at one place in bytes that may be UTF-8 (Unicode, table 3-7).
enum UTF8Sequence {
  /// A well-formed sequence of this many bytes.
  case wellFormed(Int)
  /// A surrogate code point written as three bytes, as damaged UTF-8 and CESU-8 have it.
  case surrogate(UInt16)
  /// An ill-formed stretch of this many bytes (the maximal subpart, 1 to 3).
  case illFormed(Int)

  /// Looks at the sequence that begins at `index`, which is below `bytes.count`.
  static func at(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UTF8Sequence {
    let lead = bytes[index]
    if lead < 0x80 { return .wellFormed(1) }

    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return .illFormed(1)
    }

    if lead == 0xED, index + 2 < bytes.count, bytes[index + 1] >= 0xA0, bytes[index + 1] <= 0xBF,
      bytes[index + 2] & 0xC0 == 0x80
    {
      return .surrogate(
        0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F))
    }
    guard index + 1 < bytes.count, second.contains(bytes[index + 1]) else { return .illFormed(1) }
    var seen = 2
    while seen < length {
      guard index + seen < bytes.count, bytes[index + seen] & 0xC0 == 0x80 else { return .illFormed(seen) }
      seen += 1
    }
    return .wellFormed(length)
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a scalar value.
  mutating func appendUTF8(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80:
      append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case ..<0x1_0000:
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}

/// Returns the scalar value that a high and a low surrogate mean together.
func joinSurrogates(_ high: UInt16, _ low: UInt16) -> UInt32 {
  0x1_0000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
}
