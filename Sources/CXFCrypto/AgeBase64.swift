/// Base64 of age (C2SP, age.md): one text for each content, so that nothing can be changed unnoticed.
///
/// No white space; bits after the last byte are zero; padding is always there or never.
enum AgeBase64 {
  /// The number of characters for a number of bytes.
  static func characterCount(_ byteCount: Int, padded: Bool) -> Int {
    padded ? (byteCount + 2) / 3 * 4 : (byteCount * 4 + 2) / 3
  }

  /// Writes the bytes of a text to the beginning of `output`, which has room for three quarters of its length.
  ///
  /// - Returns: how many bytes there are; nil when the text is not exactly as the bytes would be written.
  static func decode(
    _ text: UnsafeRawBufferPointer, padded: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Int? {
    var digits = text.count
    if padded {
      guard digits % 4 == 0 else { return nil }
      for _ in 0..<2 where digits > 0 && text[digits - 1] == padding { digits -= 1 }
    }
    let rest = digits % 4
    let byteCount = digits / 4 * 3 + (rest == 0 ? 0 : rest - 1)
    guard rest != 1, byteCount <= output.count else { return nil }
    return values.withUnsafeBufferPointer { values in
      // One digit that is none sets a bit above the six.
      var seen: UInt8 = 0
      func digit(_ index: Int) -> UInt32 {
        let value = values[Int(text[index])]
        seen |= value
        return UInt32(value)
      }
      var index = 0
      var written = 0
      while index + 4 <= digits {
        let bits = digit(index) << 18 | digit(index + 1) << 12 | digit(index + 2) << 6 | digit(index + 3)
        output[written] = UInt8(truncatingIfNeeded: bits >> 16)
        output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
        output[written + 2] = UInt8(truncatingIfNeeded: bits)
        index += 4
        written += 3
      }
      if rest > 0 {
        let bits = digit(index) << 18 | digit(index + 1) << 12 | (rest == 3 ? digit(index + 2) << 6 : 0)
        output[written] = UInt8(truncatingIfNeeded: bits >> 16)
        if rest == 3 { output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8) }
        guard bits & (rest == 3 ? 0xFF : 0xFFFF) == 0 else { return nil }
      }
      return seen < 64 ? byteCount : nil
    }
  }

  /// Returns the bytes of a text without padding, or nil.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 2)
    let count = text.withUnsafeBytes { text in
      bytes.withUnsafeMutableBytes { decode(text, padded: false, into: $0) }
    }
    return count.map { Array(bytes.prefix($0)) }
  }

  /// Writes the text of the bytes to the beginning of `output`, which has room for it.
  ///
  /// - Returns: the number of characters.
  @discardableResult
  static func encode(
    _ bytes: UnsafeRawBufferPointer, padded: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    alphabet.withUnsafeBufferPointer { alphabet in
      var written = 0
      func put(_ bits: UInt32, _ shift: UInt32) {
        output[written] = alphabet[Int(bits >> shift & 0x3F)]
        written += 1
      }
      var index = 0
      while index + 3 <= bytes.count {
        let bits = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
        put(bits, 18)
        put(bits, 12)
        put(bits, 6)
        put(bits, 0)
        index += 3
      }
      let rest = bytes.count - index
      guard rest > 0 else { return written }
      let bits = UInt32(bytes[index]) << 16 | (rest == 2 ? UInt32(bytes[index + 1]) << 8 : 0)
      put(bits, 18)
      put(bits, 12)
      if rest == 2 { put(bits, 6) }
      if padded {
        for _ in rest..<3 {
          output[written] = padding
          written += 1
        }
      }
      return written
    }
  }

  /// Returns the text of the bytes, without padding.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: characterCount(bytes.count, padded: false))
    bytes.withUnsafeBytes { bytes in
      text.withUnsafeMutableBytes { _ = encode(bytes, padded: false, into: $0) }
    }
    return text
  }

  private static let padding = UInt8(ascii: "=")

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte; 255 for those that are no digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}
