package import CredentialExchangeFormat

extension OneTimeCode {
  /// Reads a one-time code from any text form that exports use.
  ///
  /// - `otpauth://TYPE/LABEL?…`, also without label or path; scheme, type and parameter names in any case;
  /// - `steam://SECRET`;
  /// - a bare query as KeeOtp writes it, `key=…&size=…&step=…&otpHashMode=…&type=…&counter=…&encoding=…`,
  ///   where the names of `otpauth` are understood as well;
  /// - a bare Base32 secret, with blanks, dashes, lower case or padding.
  ///
  /// Blanks around the whole text do not count. Values are percent-decoded once. A `+` is a plus, with two
  /// exceptions, where the text can only mean a blank: in a secret, and in an `issuer` that equals the
  /// label's issuer only so.
  package static func parse(_ text: Text) throws(OneTimeCodeError) -> OneTimeCode {
    let bytes = ASCIIBytes.trimmed(text.string)
    guard !bytes.isEmpty else { throw OneTimeCodeError(.empty) }
    if ASCIIBytes.hasPrefix(bytes, "otpauth://") {
      return try OTPAuthURI(bytes.dropFirst(10)).code()
    }
    if ASCIIBytes.hasPrefix(bytes, "otpauth-migration:") { throw OneTimeCodeError(.migrationPayload) }
    if ASCIIBytes.hasPrefix(bytes, "steam://") {
      return try steam(bytes.dropFirst(8))
    }
    if hasScheme(bytes) { throw OneTimeCodeError(.unknownScheme) }
    if isQuery(bytes) { return try OTPQuery(bytes[...], names: .keeOtp).code(label: nil, type: nil) }
    var code = try OneTimeCode(secretText: Text(ASCIIBytes.text(bytes)), encoding: .base32)
    if bytes.count != text.utf8.count { code.isSecretRespelled = true }
    return code
  }

  /// Reads a Base32 seed with the settings that old KeePassXC and TrayTOTP keep beside it.
  ///
  /// Settings are `PERIOD;DIGITS` or `PERIOD;S` for Steam; a third part, the address of a time server,
  /// becomes the other parameter `time-server`. Empty settings mean the defaults.
  package static func parse(seed: Text, settings: String) throws(OneTimeCodeError) -> OneTimeCode {
    let parts = settings.utf8.split(
      separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false
    )
    .map { ASCIIBytes.text(ASCIIBytes.trimmed(Array($0)[...])) }
    var members = Members(period: parts.first)
    if parts.count > 1 {
      if ASCIIBytes.lower(parts[1]) == "s" { members.type = "steam" } else { members.digits = parts[1] }
    }
    if parts.count > 2, !parts[2].isEmpty {
      members.others = [OtherParameter(name: "time-server", value: Text(parts[2]))]
    }
    return try OneTimeCode(secretText: seed, encoding: .base32, members)
  }

  private static func steam(_ bytes: ArraySlice<UInt8>) throws(OneTimeCodeError) -> OneTimeCode {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let decoded = PercentText.decode(bytes)
    return try OneTimeCode(secretText: Text(decoded.text), encoding: .base32, Members(type: "steam"))
  }

  private static func hasScheme(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, ASCIIBytes.isLetter(first),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return bytes[colon...].starts(with: "://".utf8)
      && bytes[..<colon].allSatisfy {
        ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) || "+-.".utf8.contains($0)
      }
  }

  /// Whether there is a `=` that is not padding at the end: no secret has one, every query does. (`key` and
  /// `secret` before a lone `=` are names as well; neither has a length that Base32 can have.)
  private static func isQuery(_ bytes: [UInt8]) -> Bool {
    if ASCIIBytes.hasPrefix(bytes, "key=") || ASCIIBytes.hasPrefix(bytes, "secret=") { return true }
    let body = bytes.dropLast(bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count)
    return body.contains(UInt8(ascii: "="))
  }
}
