/// A day of the calendar without time and zone, in the years 1…9999: CXF's `date` (RFC 3339 full-date).
package struct CalendarDate: Sendable, Hashable {
  /// The year, 1…9999.
  package let year: Int
  /// The month, 1…12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates the date, or nil when the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilDay.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads exactly `YYYY-MM-DD`, or returns nil.
  package init?(_ text: String) {
    var scanner = ByteScanner(Array(text.utf8))
    guard let year = scanner.number(digits: 4), scanner.take(UInt8(ascii: "-")),
      let month = scanner.number(digits: 2), scanner.take(UInt8(ascii: "-")),
      let day = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates the day in UTC that the moment falls in, or nil after the year 9999.
  package init?(unixSeconds: UInt64) {
    guard let seconds = Int64(exactly: unixSeconds), seconds < 253_402_300_800 else { return nil }
    let date = CivilDay.date(seconds / CivilDay.secondsPerDay)
    self.init(year: date.year, month: date.month, day: date.day)
  }

  /// The date as `YYYY-MM-DD`.
  package var text: String {
    "\(ASCIIBytes.padded(year, 4))-\(ASCIIBytes.padded(month, 2))-\(ASCIIBytes.padded(day, 2))"
  }

  /// The seconds from 1970 to the date's first second in UTC, or nil for a date before 1970.
  package var unixSeconds: UInt64? {
    UInt64(exactly: CivilDay.number(year: year, month: month, day: day) * CivilDay.secondsPerDay)
  }
}

extension CalendarDate: Comparable {
  /// Orders by time.
  package static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }
}

extension CalendarDate {
  /// Which of two leading numbers is the day, where a product always writes it so.
  package enum Order: Sendable, Hashable {
    /// Day before month, as in 31/01/2025.
    case dayFirst
    /// Month before day, as in 01/31/2025.
    case monthFirst
  }

  /// Why a text is not a date.
  package enum Problem: Sendable, Hashable {
    /// The text is not of a known form.
    case unreadable
    /// The form is known, but the calendar has no such day.
    case noSuchDay
    /// Day and month could be either way round, and the caller gave no order.
    case ambiguousOrder
    /// The text is a whole timestamp; its day as written is here, the time would be lost.
    case hasTime(CalendarDate)
  }

  /// Reads the forms that exports have.
  ///
  /// `2025-01-31` with `-`, `/`, `.` or blanks and with or without leading zeros, `20250131`, `31.01.2025`
  /// (dots: day first), `31/01/2025` and `01/31/2025` (by `order`, or when only one way round is possible),
  /// `31 January 2025`, `January 31, 2025`, and short names of months. The year has four digits. Blank text
  /// is absent.
  package static func parse(_ text: String, order: Order? = nil) -> TextReading<CalendarDate, Problem> {
    let bytes = ASCIIBytes.trimmed(text)
    guard !bytes.isEmpty else { return .absent }
    if let date = dayOfTimestamp(bytes) { return .refused(.hasTime(date)) }
    guard let fields = DateField.parts(ASCIIBytes.text(bytes)) else { return .refused(.unreadable) }
    if fields.count == 1, case .number(let number, digits: 8) = fields[0] {
      return make(number / 10_000, number / 100 % 100, number % 100)
    }
    guard fields.count == 3 else { return .refused(.unreadable) }
    switch (fields[0], fields[1], fields[2]) {
    case (.number(let year, digits: 4), .number(let month, digits: 1...2), .number(let day, digits: 1...2)):
      return make(year, month, day)
    case (.number(let day, digits: 1...2), .month(let month), .number(let year, digits: 4)),
      (.month(let month), .number(let day, digits: 1...2), .number(let year, digits: 4)),
      (.number(let year, digits: 4), .month(let month), .number(let day, digits: 1...2)):
      return make(year, month, day)
    case (.number(let first, digits: 1...2), .number(let second, digits: 1...2), .number(let year, digits: 4)):
      let isDotted = bytes.contains(UInt8(ascii: "."))
      return make(year, first, second, order: order ?? (isDotted ? .dayFirst : nil))
    default:
      return .refused(.unreadable)
    }
  }

  private static func make(_ year: Int, _ month: Int, _ day: Int) -> TextReading<CalendarDate, Problem> {
    CalendarDate(year: year, month: month, day: day).map { .value($0) } ?? .refused(.noSuchDay)
  }

  private static func make(
    _ year: Int, _ first: Int, _ second: Int, order: Order?
  ) -> TextReading<CalendarDate, Problem> {
    switch order {
    case .dayFirst: return make(year, second, first)
    case .monthFirst: return make(year, first, second)
    case nil: break
    }
    let dayFirst = CalendarDate(year: year, month: second, day: first)
    let monthFirst = CalendarDate(year: year, month: first, day: second)
    switch (dayFirst, monthFirst) {
    case (let date?, nil), (nil, let date?): return .value(date)
    case (nil, nil): return .refused(.noSuchDay)
    case (let one?, let other?): return one == other ? .value(one) : .refused(.ambiguousOrder)
    }
  }

  /// The first ten bytes as a date when a time follows and the whole is a timestamp.
  private static func dayOfTimestamp(_ bytes: [UInt8]) -> CalendarDate? {
    guard bytes.count > 10, let date = CalendarDate(ASCIIBytes.text(bytes.prefix(10))) else { return nil }
    if case .refused(.unreadable) = DateText.parse(ASCIIBytes.text(bytes)) { return nil }
    return date
  }
}
