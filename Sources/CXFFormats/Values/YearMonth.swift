/// A month of a year in the years 1…9999: CXF's `year-month` (`YYYY-MM`).
package struct YearMonth: Sendable, Hashable {
  /// The year, 1…9999.
  package let year: Int
  /// The month, 1…12.
  package let month: Int

  /// Creates the value, or nil when year or month is out of its range.
  package init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Reads exactly `YYYY-MM`, or returns nil. `CardExpiry` reads what exports write.
  package init?(_ text: String) {
    var scanner = ByteScanner(Array(text.utf8))
    guard let year = scanner.number(digits: 4), scanner.take(UInt8(ascii: "-")),
      let month = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month)
  }

  /// Creates the month that a date lies in; the day is dropped.
  package init(_ date: CalendarDate) {
    year = date.year
    month = date.month
  }

  /// The value as `YYYY-MM`.
  package var text: String { "\(ASCIIBytes.padded(year, 4))-\(monthText)" }

  /// The month as two digits.
  package var monthText: String { ASCIIBytes.padded(month, 2) }

  /// The value as `MM/YYYY`.
  package var slashText: String { "\(monthText)/\(ASCIIBytes.padded(year, 4))" }

  /// The value as `MM/YY`, or nil when the year is not 2000…2099 and two digits would say another.
  package var shortText: String? {
    (2000...2099).contains(year) ? "\(monthText)/\(ASCIIBytes.padded(year - 2000, 2))" : nil
  }

  /// The value as the number `YYYYMM`.
  package var number: Int { year * 100 + month }
}

extension YearMonth: Comparable {
  /// Orders by time.
  package static func < (lhs: YearMonth, rhs: YearMonth) -> Bool { lhs.number < rhs.number }
}
