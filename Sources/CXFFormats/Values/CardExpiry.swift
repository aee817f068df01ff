/// The expiry (or first month) of a card as exports write it.
package enum CardExpiry: Sendable, Hashable {
  /// A whole month and year.
  case yearMonth(YearMonth)
  /// Nothing is there: blank, only separators, or zeros.
  case none
  /// Only the year is there, as four digits.
  case yearOnly(Int)
  /// Only the month is there, 1…12.
  case monthOnly(Int)
  /// Something is there that is no month and year; the caller keeps the text.
  case invalid

  /// Years that a card may name in four digits.
  private static let years = 1900...9999
  /// Years that tell a bare `YYYY` or `YYYYMM` from other digits.
  private static let likelyYears = 1900...2199

  /// Reads one text.
  ///
  /// `MM/YY`, `M/YY`, `MM/YYYY`, `YYYY-MM` with `/`, `-`, `.`, `,` or blanks; `MMYY`, `MMYYYY`, `YYYYMM`, a
  /// bare `YYYY`; English names of months, whole or of three letters (`January,2025`). Two-digit years are
  /// 20YY.
  package init(_ text: String) {
    guard let fields = DateField.parts(text) else {
      self = .invalid
      return
    }
    switch fields.count {
    case 1: self = Self.single(fields[0])
    case 2: self = Self.pair(fields[0], fields[1])
    default: self = .invalid
    }
  }

  /// Reads month and year that a product stores apart.
  ///
  /// Nil, blank and zeros mean that the part is missing (but year `00` beside a month is 2000). The month is
  /// 1…12 or an English name, the year has four digits or two (20YY).
  package init(month: String?, year: String?) {
    guard let months = DateField.parts(month ?? ""), let years = DateField.parts(year ?? ""),
      months.count == 1, years.count == 1
    else {
      self = .invalid
      return
    }
    self = Self.make(month: months[0], year: years[0])
  }

  /// Reads the number `YYYYMM`, where 0 means nothing (1Password).
  package init(number: Int) {
    guard number != 0 else {
      self = .none
      return
    }
    guard Self.years.contains(number / 100), let value = YearMonth(year: number / 100, month: number % 100)
    else {
      self = .invalid
      return
    }
    self = .yearMonth(value)
  }

  /// The value when it is whole.
  package var yearMonth: YearMonth? {
    if case .yearMonth(let value) = self { value } else { nil }
  }

  private static func single(_ field: DateField) -> CardExpiry {
    switch field {
    case .empty, .number(0, _): return .none
    case .month(let month): return .monthOnly(month)
    case .number(let number, digits: 4):
      if likelyYears.contains(number), !(1...12).contains(number / 100) { return .yearOnly(number) }
      return make(month: .number(number / 100, digits: 2), year: .number(number % 100, digits: 2))
    case .number(let number, digits: 6):
      // A month is at most 12 and a year begins with 19, 20 or 21, so that only one way round is possible.
      if likelyYears.contains(number / 100) {
        return make(month: .number(number % 100, digits: 2), year: .number(number / 100, digits: 4))
      }
      return make(month: .number(number / 10_000, digits: 2), year: .number(number % 10_000, digits: 4))
    case .number: return .invalid
    }
  }

  private static func pair(_ first: DateField, _ second: DateField) -> CardExpiry {
    if case .month = second { return make(month: second, year: first) }
    if case .number(_, digits: 4) = first { return make(month: second, year: first) }
    return make(month: first, year: second)
  }

  private static func make(month: DateField, year: DateField) -> CardExpiry {
    let wantedMonth: Int?
    switch month {
    case .empty, .number(0, digits: 1...4): wantedMonth = nil
    case .month(let value), .number(let value, digits: 1...2): wantedMonth = value
    default: return .invalid
    }
    let wantedYear: Int?
    switch year {
    case .empty, .number(0, digits: 1), .number(0, digits: 3...4): wantedYear = nil
    // `00` beside a month is the year 2000; without one it is the zeros that say "nothing".
    case .number(let value, digits: 2): wantedYear = value == 0 && wantedMonth == nil ? nil : 2000 + value
    case .number(let value, digits: 4): wantedYear = value
    default: return .invalid
    }
    if let wantedMonth, !(1...12).contains(wantedMonth) { return .invalid }
    if let wantedYear, !years.contains(wantedYear) { return .invalid }
    switch (wantedMonth, wantedYear) {
    case (nil, nil): return .none
    case (nil, let year?): return .yearOnly(year)
    case (let month?, nil): return .monthOnly(month)
    case (let month?, let year?):
      return YearMonth(year: year, month: month).map { .yearMonth($0) } ?? .invalid
    }
  }
}
