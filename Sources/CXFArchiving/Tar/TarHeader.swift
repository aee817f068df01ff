/// One header block of 512 bytes (POSIX ustar, and what GNU tar makes of it).
struct TarHeader {
  /// The type's byte; 0, of old, is a file.
  let type: UInt8
  /// The name as far as it has room here, with the folders that stand apart.
  let name: [UInt8]
  /// What the size field says; pax may say it better, so that it counts only when it is asked for.
  let size: Number

  /// Why a block is no header.
  enum Problem: Error {
    case notHeader
    case checksum
  }

  /// What a field for a number holds.
  enum Number {
    case value(UInt64)
    case invalid
  }

  static let size = 512

  /// Reads a block that is not all zeros.
  init(_ block: [UInt8]) throws(Problem) {
    let isPOSIX = block[257..<265].elementsEqual("ustar\u{0}00".utf8)
    guard isPOSIX || block[257..<265].elementsEqual("ustar  \u{0}".utf8) else { throw .notHeader }
    guard case .value(let checksum) = Self.number(block[148..<156]) else { throw .checksum }
    // The sum of the block with spaces in the place of the sum.
    var sum: UInt64 = 8 * 0x20
    for byte in block { sum += UInt64(byte) }
    for byte in block[148..<156] { sum -= UInt64(byte) }
    guard sum == checksum else { throw .checksum }
    type = block[156]
    size = Self.number(block[124..<136])
    let short = Self.text(block[0..<100])
    // GNU tar keeps other things where POSIX has the folders.
    let folders = isPOSIX ? Self.text(block[345..<500]) : []
    name = folders.isEmpty ? short : folders + [MemberName.slash] + short
  }

  /// Up to the first NUL, or all of it.
  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

  /// Octal digits, with spaces in front and spaces or NULs behind; or, as GNU tar has it for large numbers, bytes after a
  /// first one of 0x80.
  private static func number(_ field: ArraySlice<UInt8>) -> Number {
    guard let first = field.first else { return .invalid }
    if first & 0x80 != 0 { return binary(field) }
    let digits = field.drop { $0 == UInt8(ascii: " ") }
    var value: UInt64 = 0
    var rest = digits
    while let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) {
      // Twelve digits at most, which have 36 bits.
      value = value << 3 | UInt64(digit & 7)
      rest = rest.dropFirst()
    }
    guard rest.count < digits.count, rest.allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else {
      return .invalid
    }
    return .value(value)
  }

  private static func binary(_ field: ArraySlice<UInt8>) -> Number {
    // 0xFF begins a negative number.
    guard field.first == 0x80 else { return .invalid }
    var value: UInt64 = 0
    for byte in field.dropFirst() {
      guard value >> 56 == 0 else { return .invalid }
      value = value << 8 | UInt64(byte)
    }
    return .value(value)
  }
}
