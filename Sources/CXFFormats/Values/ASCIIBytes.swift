/// Tests and changes of single bytes by the ASCII table; no locale takes part.
enum ASCIIBytes {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Space, TAB, LF, VT, FF and CR.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// The text with the letters A–Z in lower case and every other byte as it was.
  static func lower(_ text: String) -> String {
    String(decoding: text.utf8.map { lower($0) }, as: UTF8.self)
  }

  /// The bytes of the text without the ASCII blanks at both ends.
  static func trimmed(_ text: String) -> [UInt8] {
    trimmed(Array(text.utf8)[...])
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return Array(bytes)
  }

  /// Whether the bytes begin with the ASCII text, letters in any case. `prefix` is in lower case.
  static func hasPrefix(_ bytes: some Collection<UInt8>, _ prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { wanted in
      bytes.count >= wanted.count && zip(bytes, wanted).allSatisfy { lower($0) == $1 }
    }
  }

  /// Text from bytes that were cut out of a `String` at ASCII bytes, so that they are valid UTF-8.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The non-negative number that the bytes spell in digits alone, or nil, also when it does not fit.
  static func number(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard !bytes.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard isDigit(byte) else { return nil }
      let (product, tooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(byte - 0x30))
      guard !tooBig, !carried else { return nil }
      value = sum
    }
    return value
  }

  /// The number with leading zeros up to `width` digits.
  static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
