/// Where a JSON string stops being plain: quotes, backslashes and control characters, found eight bytes at a
/// time.
enum StringStops {
  /// Returns a word whose lowest set bit lies in the first stopping byte of `word`, or zero without one.
  ///
  /// The first byte of the text is the lowest. Bits above the first stop mean nothing: a borrow may have set
  /// them.
  @inline(__always)
  static func mask(_ word: UInt64) -> UInt64 {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let ones: UInt64 = 0x0101_0101_0101_0101
    return
      (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((word &- 0x2020_2020_2020_2020) & ~word)) & 0x8080_8080_8080_8080
  }

  /// Loads eight bytes, the first into the lowest byte of the word.
  @inline(__always)
  static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// Stores eight bytes, the lowest of the word first.
  @inline(__always)
  static func store(_ word: UInt64, _ place: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(place).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Returns the index of the first stopping byte of `text` from `index` on, or `count` without one.
  @inline(__always)
  static func first(in text: UnsafePointer<UInt8>, from index: Int, count: Int) -> Int {
    var index = index
    while index &+ 8 <= count {
      let stops = mask(load(text + index))
      guard stops == 0 else { return index &+ stops.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    if index < count, count >= 8 {
      // The rest lies in the last eight bytes; what was seen already moves out and spaces move in.
      let bits = UInt64(truncatingIfNeeded: count &- index) &* 8
      let rest = load(text + count - 8) &>> (64 &- bits) | 0x2020_2020_2020_2020 &<< bits
      let stops = mask(rest)
      return stops == 0 ? count : index &+ stops.trailingZeroBitCount &>> 3
    }
    while index < count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return count
  }
}
