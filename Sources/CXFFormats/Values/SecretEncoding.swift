package import CredentialExchangeFormat

/// How the text of a one-time code's secret stands for its bytes, where a product names it.
package enum SecretEncoding: Sendable, Hashable, CaseIterable {
  /// RFC 4648 §6, read as `Base32.read` does.
  case base32
  /// Pairs of hexadecimal digits, any case, blanks allowed between them.
  case hex
  /// RFC 4648 §4 or §5, padded or not, blanks allowed.
  case base64
  /// The UTF-8 bytes of the text itself, blanks included.
  case utf8

  /// Returns the bytes that the text stands for, or nil when it is not of this encoding.
  ///
  /// `Base32.read` tells more about a flawed Base32 text.
  package func decode(_ text: Text) -> [UInt8]? {
    switch self {
    case .base32: return (try? Base32.read(text))?.bytes
    case .hex: return Self.decodeHex(text.utf8.filter { !ASCIIBytes.isBlank($0) })
    case .base64: return Base64Text.decode(text.utf8.filter { !ASCIIBytes.isBlank($0) })
    case .utf8: return Array(text.utf8)
    }
  }

  private static func decodeHex(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
