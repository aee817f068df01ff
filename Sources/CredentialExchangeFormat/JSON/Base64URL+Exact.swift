extension Base64URL {
  /// Returns the number of bytes that `count` characters hold.
  @inline(__always)
  package static func decodedCount(_ count: Int) -> Int { count / 4 * 3 + (count % 4) * 3 / 4 }

  /// Decodes the exact form only: no padding, no other alphabet, no line ends, and zeros in the bits after the
  /// last byte, so that each text is the only one of its bytes.
  ///
  /// Where a digit lies in the tables tells something of it to who watches the processor's cache.
  ///
  /// - Parameter target: memory for exactly `decodedCount` bytes, which hold anything where this fails.
  /// - Returns: whether the text has that form.
  package static func decodeExact(
    _ text: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard text.count % 4 != 1, target.count == decodedCount(text.count) else { return false }
    guard let digits = text.baseAddress, let bytes = target.baseAddress else { return true }
    let table = ExactTable.shared
    var seen: UInt32 = 0
    var read = 0
    var written = 0
    // Eight digits at a time make six bytes, of eight that are stored.
    while read &+ 8 <= text.count, written &+ 8 <= target.count {
      let word = UInt64(littleEndian: (digits + read).loadUnaligned(as: UInt64.self))
      let first = table.group(UInt32(truncatingIfNeeded: word))
      let second = table.group(UInt32(truncatingIfNeeded: word &>> 32))
      seen |= first | second
      let six = UInt64(first & 0xFF_FFFF) | UInt64(second & 0xFF_FFFF) &<< 24
      (bytes + written).storeBytes(of: six.littleEndian, as: UInt64.self)
      read &+= 8
      written &+= 6
    }
    while read &+ 4 <= text.count {
      let group = table.group(UInt32(littleEndian: (digits + read).loadUnaligned(as: UInt32.self)))
      seen |= group
      target[written] = UInt8(truncatingIfNeeded: group)
      target[written &+ 1] = UInt8(truncatingIfNeeded: group &>> 8)
      target[written &+ 2] = UInt8(truncatingIfNeeded: group &>> 16)
      read &+= 4
      written &+= 3
    }
    if read < text.count {
      // Missing digits count as zeros, and so must the bits be that they would complete.
      let third = read &+ 2 < text.count ? text[read &+ 2] : ExactTable.zeroDigit
      let word =
        UInt32(text[read]) | UInt32(text[read &+ 1]) &<< 8 | UInt32(third) &<< 16
        | UInt32(ExactTable.zeroDigit) &<< 24
      let group = table.group(word)
      seen |= group
      target[written] = UInt8(truncatingIfNeeded: group)
      let isThree = read &+ 2 < text.count
      if isThree { target[written &+ 1] = UInt8(truncatingIfNeeded: group &>> 8) }
      if group & (isThree ? 0xFF_0000 : 0xFF_FF00) != 0 { return false }
    }
    return seen & ExactTable.invalid == 0
  }
}

extension Base64URL {
  /// Returns whether a text is the exact form of some bytes.
  package static func isExact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let digits = text.baseAddress, text.count % 4 != 1 else { return text.isEmpty }
    let table = ExactTable.shared
    var seen: UInt32 = 0
    var read = 0
    while read &+ 4 <= text.count {
      seen |= table.group(
        UInt32(littleEndian: UnsafeRawPointer(digits + read).loadUnaligned(as: UInt32.self)))
      read &+= 4
    }
    if read < text.count {
      let isThree = read &+ 2 < text.count
      let third = isThree ? digits[read &+ 2] : ExactTable.zeroDigit
      let word =
        UInt32(digits[read]) | UInt32(digits[read &+ 1]) &<< 8 | UInt32(third) &<< 16
        | UInt32(ExactTable.zeroDigit) &<< 24
      let group = table.group(word)
      seen |= group
      if group & (isThree ? 0xFF_0000 : 0xFF_FF00) != 0 { return false }
    }
    return seen & ExactTable.invalid == 0
  }
}

/// What each digit adds to the three bytes of its group, by its place in the group.
private struct ExactTable: @unchecked Sendable {
  // Unchecked: the memory is written once, here, and lives as long as the program.
  private let entries: UnsafePointer<UInt32>

  static let shared = ExactTable()
  /// A bit that no digit of the alphabet sets.
  static let invalid: UInt32 = 1 << 31
  static let zeroDigit = UInt8(ascii: "A")

  private init() {
    let entries = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
    entries.initialize(repeating: Self.invalid, count: 4 * 256)
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for value in 0..<64 {
      let digit = Int(alphabet.utf8Start[value])
      let bits = UInt32(value)
      // The first byte of the group is the lowest.
      entries[digit] = bits << 2
      entries[256 + digit] = bits >> 4 | (bits & 0xF) << 12
      entries[512 + digit] = (bits >> 2) << 8 | (bits & 3) << 22
      entries[768 + digit] = bits << 16
    }
    self.entries = UnsafePointer(entries)
  }

  /// Returns the three bytes of four digits, the first digit and the first byte lowest.
  @inline(__always)
  func group(_ digits: UInt32) -> UInt32 {
    entries[Int(digits & 0xFF)]
      | entries[256 &+ Int(digits &>> 8 & 0xFF)]
      | entries[512 &+ Int(digits &>> 16 & 0xFF)]
      | entries[768 &+ Int(digits &>> 24)]
  }
}
