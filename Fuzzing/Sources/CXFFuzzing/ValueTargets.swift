internal import CXFFormats
internal import CredentialExchangeFormat

/// Texts as typed values: whatever is understood means the same when it is written again.
enum ValueTargets {
  static let all = [otpauth, dates, addresses]

  private static func texts(_ texts: [String]) -> [FuzzSeed] {
    texts.enumerated().map { FuzzSeed("text-\($0.offset)", Array($0.element.utf8)) }
  }

  // MARK: One-time codes

  static let otpauth = FuzzTarget(
    "otpauth", maximumCount: 1 << 10,
    seeds: {
      texts([
        "otpauth://totp/Harbour:mara?secret=GEZDGNBVGY3TQOJQ&issuer=Harbour&algorithm=SHA256&digits=8&period=60",
        "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=7", "otpauth://steam/a%3Ab?secret=MZXW6YTB",
        "steam://GEZDGNBVGY3TQOJQ", "gezd gnbv-gy3t qojq====",
        "otpauth://totp/x?secret=MZXW6===&encoder=steam&image=a%20b",
        "key=GEZDGNBVGY3TQOJQ&size=8&step=60&otpHashMode=Sha512", "otpauth://yaotp/a?secret=MY",
      ])
    }
  ) { bytes in
    guard let string = String(validating: bytes, as: UTF8.self) else { return }
    let text = Text(string)
    if let base32 = try? Base32.decode(text) {
      expect((try? Base32.decode(Text(Base32.encode(base32)))) == base32, "Base32 comes back as another key")
      expect((try? Base32.read(text))?.bytes == base32, "two ways of reading Base32 differ")
    }
    guard let code = try? OneTimeCode.parse(text) else { return }
    expect(!code.secret.isEmpty && code.digits >= 1 && code.period >= 1, "a code has an impossible parameter")
    for spelling in [OneTimeCode.SteamSpelling.type, .encoderParameter] {
      let uri = code.otpauthURI(steam: spelling)
      guard let again = try? OneTimeCode.parse(uri) else { fail("what is written is no code") }
      expect(again.kind == code.kind && again.secret == code.secret, "a written code is another one")
      if code.kind != .steam || spelling == .type {
        expect(
          again.digits == code.digits && again.algorithm == code.algorithm,
          "a written code has other parameters")
      }
      expect(again.issuer == code.issuer && again.account == code.account, "a written code has other names")
      expect(others(again) == others(code), "a written code has other parameters beside")
    }
  }

  /// What stands beside the parameters of a code. A known parameter that came twice may say the same once it is read.
  private static func others(_ code: OneTimeCode) -> [OneTimeCode.OtherParameter] {
    let known = ["secret", "issuer", "algorithm", "digits", "period", "counter", "encoder"]
    return code.otherParameters.filter { !known.contains($0.name.string.lowercased()) }
  }

  // MARK: Dates

  static let dates = FuzzTarget(
    "dates", maximumCount: 1 << 8,
    seeds: {
      texts([
        "2024-02-29", "2024-02-29T23:59:59.999Z", "2024-02-29 1:02:03 +05:30", "29.02.2024",
        "2/29/2024 11:05 PM", "1700000000",
        "1700000000000", "13350000000000000", "-1", "Feb 29, 2024", "29 February 2024", "12/30", "12/2030",
        "1,2030",
        "January,2025", "203012", "2024-13", "Thu, 29 Feb 2024 10:00:00 GMT", "0000-00-00",
      ])
    }
  ) { bytes in
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    check(DateText.parse(text))
    for epoch in DateText.Epoch.allCases { check(DateText.parse(text, epoch: epoch)) }
    if let number = Int64(text) {
      for epoch in DateText.Epoch.allCases { check(DateText.read(number, epoch: epoch)) }
    }
    for order in [nil, CalendarDate.Order.dayFirst, .monthFirst] {
      guard let date = CalendarDate.parse(text, order: order).value else { continue }
      expect(CalendarDate(date.text) == date, "a written day is another one")
      if let seconds = date.unixSeconds {
        expect(CalendarDate(unixSeconds: seconds) == date, "the seconds of a day lead to another one")
      }
    }
    if let month = CardExpiry(text).yearMonth {
      expect(YearMonth(month.text) == month, "a written month is another one")
      expect(CardExpiry(month.slashText).yearMonth == month, "an expiry with slash is another one")
      if let short = month.shortText {
        expect(CardExpiry(short).yearMonth == month, "a short expiry is another one")
      }
    }
    let half = text.utf8.count / 2
    _ = CardExpiry(
      month: String(decoding: text.utf8.prefix(half), as: UTF8.self),
      year: String(decoding: text.utf8.dropFirst(half), as: UTF8.self))
    _ = BooleanText.parse(text)
  }

  private static func check(_ reading: DateText.Reading) {
    guard let moment = reading.value else { return }
    expect(moment.unixSeconds <= Moment.limit, "a moment lies behind the limit")
    guard let text = DateText.rfc3339(moment.unixSeconds) else { fail("a moment cannot be written") }
    expect(DateText.parse(text).value?.unixSeconds == moment.unixSeconds, "a written moment is another one")
  }

  // MARK: Addresses and paths

  static let addresses = FuzzTarget(
    "addresses", maximumCount: 1 << 10,
    seeds: {
      texts([
        "https://a.example/,b.example", "\"http://a.example/?q=1,2\",\"b \"\"c\"", "androidapp://a.b",
        "android://x==@com.a.b/",
        "http://user:pw@[::1]:8080/a?b#c", "localhost, 127.0.0.1", "a/b\\/c", "a\\\\b\\c", "//x//",
        "mailto:a@b.example",
        "http://", "https://é.example:99999", "a.b[.]c",
      ])
    }
  ) { bytes in
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let split = AddressCell.split(text).addresses
    if !split.contains(where: \.utf8.isEmpty) {
      let again = AddressCell.split(AddressCell.join(split)).addresses
      expect(again.map { Text($0) } == split.map { Text($0) }, "joined addresses come back as others")
    }
    let address = ServiceAddress(text)
    expect(bytes.isEmpty || text.utf8.count >= address.text.utf8.count, "an address grows")
    expect(ServiceAddress(address.text) == address, "the text of an address gives another one")
    _ = (address.host, address.effectivePort, address.derivedTitle)
    if let app = AndroidApp(package: text) { expect(!app.package.utf8.isEmpty, "an app has no name") }
    for style in [FolderPath.Style.slash, .backslash, .doubledBackslash, .escapedDot] {
      let path = FolderPath.split(text, style: style).path
      let written = path.joined(style: style)
      if written.isExact {
        expect(FolderPath.split(written.text, style: style).path == path, "a written path leads elsewhere")
      }
    }
    for encoding in SecretEncoding.allCases { _ = encoding.decode(Text(text)) }
  }
}
