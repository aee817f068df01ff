internal import CredentialExchangeFormat

/// Scalars as KeePass writes them.
enum KeePassText {
  /// Seconds from 0001-01-01 to 1970-01-01.
  private static let unixOffset: Int64 = 62_135_596_800

  /// The bytes of a UUID, or nil for none and for the one of zeros, which means none.
  static func uuid(_ text: Text?) -> [UInt8]? {
    guard let text, let bytes = Base64Text.decode(text.utf8), bytes.count == 16,
      bytes.contains(where: { $0 != 0 })
    else { return nil }
    return bytes
  }

  /// The bytes of a UUID in 32 hexadecimal digits, as references name it.
  static func uuid(hex text: some Collection<UInt8>) -> [UInt8]? {
    let digits = text.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, let bytes = SecretEncoding.hex.decode(Text(ASCIIBytes.text(digits))) else {
      return nil
    }
    return bytes
  }

  /// A boolean, in any of the spellings that occur.
  static func isTrue(_ text: Text?) -> Bool {
    guard let text else { return false }
    let word = ASCIIBytes.lower(text.string)
    return word == "true" || word == "1"
  }

  /// A moment in the form of KDBX 4, base64 of seconds since the year 1, as seconds since 1970; nil for any other text.
  static func binaryTime(_ text: Text) -> Int64? {
    guard text.utf8.allSatisfy({ !"-:T".utf8.contains($0) || $0 == UInt8(ascii: "T") }),
      let bytes = Base64Text.decode(text.utf8), (1...8).contains(bytes.count)
    else { return nil }
    let value = bytes.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
    let (seconds, overflow) = Int64(bitPattern: value).subtractingReportingOverflow(unixOffset)
    return overflow ? nil : seconds
  }

  /// A moment in either form, in seconds since 1970.
  static func seconds(_ text: Text?) -> UInt64? {
    guard let text else { return nil }
    if let seconds = binaryTime(text) { return UInt64(exactly: seconds) }
    return DateText.parse(text.string).value?.unixSeconds
  }
}
