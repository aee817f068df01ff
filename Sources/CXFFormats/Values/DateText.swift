/// Points in time as exports write them, and back.
///
/// Every reading ends within the years 1970…2100; anything else is refused as `outOfRange`, because it is
/// nearly always a wrong unit or a placeholder. The machine's time zone takes no part.
package enum DateText {
  /// Why there is no moment.
  package enum Problem: Sendable, Hashable {
    /// The text is not of a known form, or names a day or an hour that does not exist.
    case unreadable
    /// The moment is not within 1970…2100.
    case outOfRange
  }

  /// What came of reading a moment.
  package typealias Reading = TextReading<Moment, Problem>

  /// Reads ISO 8601 / RFC 3339: `2023-11-14T22:13:20.5Z`, `2023-11-14 22:13:20 +0100`, `20231114T221320Z`,
  /// `2023-11-14`.
  ///
  /// Blanks around do not count, blank text is absent. The date has `-`, `/`, `.` or nothing between its
  /// parts; seconds may be missing; the zone is `Z`, `UTC`, `GMT`, an offset, or missing. Second 60 is the
  /// next second.
  package static func parse(_ text: String) -> Reading {
    var scanner = ByteScanner(ASCIIBytes.trimmed(text))
    guard !scanner.isAtEnd else { return .absent }
    guard let day = scanner.isoDay() else { return .refused(.unreadable) }
    var seconds = day * CivilDay.secondsPerDay
    guard !scanner.isAtEnd else { return moment(seconds, isZoneAssumed: true, isTimeAssumed: true) }
    guard scanner.take(anyOf: "Tt ") != nil, let time = scanner.isoTime() else {
      return .refused(.unreadable)
    }
    scanner.skipBlanks()
    seconds += time.seconds
    guard !scanner.isAtEnd else {
      return moment(seconds, isSubsecondDropped: time.hasFraction, isZoneAssumed: true)
    }
    guard let offset = scanner.isoOffset(), scanner.isAtEnd else { return .refused(.unreadable) }
    return moment(seconds - offset, isSubsecondDropped: time.hasFraction)
  }

  /// Returns the moment in RFC 3339 with zone `Z`: `2023-11-14T22:13:20.000Z`, or without the milliseconds.
  ///
  /// Returns nil after the year 9999, which the form cannot say.
  package static func rfc3339(_ unixSeconds: UInt64, milliseconds: Bool = true) -> String? {
    guard unixSeconds < 253_402_300_800, let seconds = Int64(exactly: unixSeconds) else { return nil }
    let (day, second) = CivilDay.floorDivision(seconds, CivilDay.secondsPerDay)
    let date = CivilDay.date(day)
    let days =
      "\(ASCIIBytes.padded(date.year, 4))-\(ASCIIBytes.padded(date.month, 2))-"
      + ASCIIBytes.padded(date.day, 2)
    let time = [second / 3600, second / 60 % 60, second % 60].map { ASCIIBytes.padded($0, 2) }
    return days + "T" + time.joined(separator: ":") + (milliseconds ? ".000Z" : "Z")
  }

  static func moment(
    _ seconds: Int64, isSubsecondDropped: Bool = false, isZoneAssumed: Bool = false,
    isTimeAssumed: Bool = false
  ) -> Reading {
    guard let unix = UInt64(exactly: seconds), unix < Moment.limit else { return .refused(.outOfRange) }
    return .value(
      Moment(
        unixSeconds: unix, isSubsecondDropped: isSubsecondDropped, isZoneAssumed: isZoneAssumed,
        isTimeAssumed: isTimeAssumed))
  }
}

extension ByteScanner {
  /// A date of four, two and two digits; the number of its day.
  fileprivate mutating func isoDay() -> Int64? {
    guard let year = number(digits: 4), year > 0 else { return nil }
    let separator = take(anyOf: "-/.")
    guard let month = number(digits: 2), (1...12).contains(month) else { return nil }
    if let separator { guard take(separator) else { return nil } }
    guard let day = number(digits: 2), (1...CivilDay.days(inMonth: month, of: year)).contains(day) else {
      return nil
    }
    return CivilDay.number(year: year, month: month, day: day)
  }

  /// Hours, minutes and perhaps seconds with a fraction; seconds since midnight.
  fileprivate mutating func isoTime() -> (seconds: Int64, hasFraction: Bool)? {
    guard let hour = number(digits: 2), hour < 24 else { return nil }
    let hasColons = take(UInt8(ascii: ":"))
    guard let minute = number(digits: 2), minute < 60 else { return nil }
    var second = 0
    var hasFraction = false
    let hasSeconds = hasColons ? take(UInt8(ascii: ":")) : peek.map(ASCIIBytes.isDigit) ?? false
    if hasSeconds {
      guard let value = number(digits: 2), value <= 60 else { return nil }
      second = value
      if take(anyOf: ".,") != nil {
        guard let fraction = digits() else { return nil }
        hasFraction = fraction.contains { $0 != UInt8(ascii: "0") }
      }
    }
    return (Int64(hour * 3600 + minute * 60 + second), hasFraction)
  }

  /// `Z`, `UTC`, `GMT`, `+hh`, `+hhmm` or `+hh:mm`; seconds east of UTC.
  fileprivate mutating func isoOffset() -> Int64? {
    if take(word: "utc") || take(word: "gmt") || take(word: "z") { return 0 }
    guard let sign = take(anyOf: "+-"), let hours = number(digits: 2), hours < 24 else { return nil }
    var minutes = 0
    if take(UInt8(ascii: ":")) || !isAtEnd {
      guard let value = number(digits: 2), value < 60 else { return nil }
      minutes = value
    }
    let offset = Int64(hours * 3600 + minutes * 60)
    return sign == UInt8(ascii: "-") ? -offset : offset
  }
}
