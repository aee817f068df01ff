/// Percent-encoding of RFC 3986 §2.1 for the parts of an `otpauth` URI.
enum PercentText {
  /// A decoded part.
  struct Decoded: Hashable {
    /// The text; the part as it stood when its bytes would not be UTF-8.
    var text: String
    /// Whether a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    var isMalformed: Bool
  }

  /// Decodes once. A `%` without two hexadecimal digits stays as it is; `+` is always a plus here.
  static func decode(_ part: some Collection<UInt8>) -> Decoded {
    let part = Array(part)
    var bytes: [UInt8] = []
    var isMalformed = false
    var index = 0
    while index < part.count {
      guard part[index] == UInt8(ascii: "%") else {
        bytes.append(part[index])
        index += 1
        continue
      }
      if index + 2 < part.count, let high = SecretEncoding.hexValue(part[index + 1]),
        let low = SecretEncoding.hexValue(part[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        isMalformed = true
        bytes.append(part[index])
        index += 1
      }
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      return Decoded(text: text, isMalformed: isMalformed)
    }
    return Decoded(text: ASCIIBytes.text(part), isMalformed: true)
  }

  /// Encodes every byte that is not unreserved (letters, digits, `-`, `.`, `_`, `~`), in upper case.
  static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): output.append(byte)
      case _ where ASCIIBytes.isLetter(byte) || ASCIIBytes.isDigit(byte): output.append(byte)
      default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return ASCIIBytes.text(output)
  }
}
