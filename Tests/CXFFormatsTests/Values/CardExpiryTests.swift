import CXFFormats
import Testing

@Suite struct CardExpiryTests {
  @Test(
    arguments: [
      ("01/25", "2025-01"), ("1/25", "2025-01"), ("01/2025", "2025-01"), ("1/2025", "2025-01"),
      ("2024-08", "2024-08"),
      ("2024-8", "2024-08"), ("092027", "2027-09"), ("202709", "2027-09"), ("0329", "2029-03"),
      ("1225", "2025-12"),
      ("12 2031", "2031-12"), ("12.31", "2031-12"), ("12-31", "2031-12"), (" 12 / 31 ", "2031-12"),
      ("12,31", "2031-12"),
      ("January,2025", "2025-01"), ("january 2025", "2025-01"), ("Jan-25", "2025-01"),
      ("Sept. 2025", "2025-09"),
      ("2025 December", "2025-12"), ("200112", "2001-12"), ("121999", "1999-12"), ("01/00/25", nil),
    ] as [(String, String?)])
  func readsMonthAndYear(text: String, expected: String?) {
    #expect(CardExpiry(text).yearMonth?.text == expected)
  }

  @Test(arguments: [
    ("", CardExpiry.none), (" \t", .none), ("0", .none), ("00/00", .none), ("0/0", .none), ("00/0000", .none),
    ("/", .none),
    (",", .none), ("0000", .none), ("2028", .yearOnly(2028)), ("/2028", .yearOnly(2028)),
    ("/28", .yearOnly(2028)),
    ("0/2028", .yearOnly(2028)), (",2028", .yearOnly(2028)), ("05/", .monthOnly(5)), ("5/0", .monthOnly(5)),
    ("May", .monthOnly(5)), ("May,", .monthOnly(5)), ("13/2027", .invalid), ("27-05", .invalid),
    ("132027", .invalid),
    ("2025-13", .invalid), ("MM/YY", .invalid), ("2025-01-31", .invalid), ("2025-01-31T00:00:00Z", .invalid),
    ("5", .invalid), ("329", .invalid), ("12/027", .invalid), ("12/0027", .invalid), ("12345678", .invalid),
    ("Mayday 2025", .invalid), ("12//25", .invalid), ("-1/25", .invalid), ("12/25\u{0}", .invalid),
    ("1２/25", .invalid),
    ("11/202025", .invalid), ("123456789012345678901234567890", .invalid),
  ])
  func tellsApartWhatIsNotWhole(text: String, expected: CardExpiry) {
    #expect(CardExpiry(text) == expected)
  }

  @Test(arguments: [
    ("1", "25", "2025-01"), ("12", "2031", "2031-12"), ("03", "2029", "2029-03"),
    ("March", "2029", "2029-03"),
    (" 3 ", " 29 ", "2029-03"),
  ])
  func readsSeparateParts(month: String, year: String, expected: String) {
    #expect(CardExpiry(month: month, year: year).yearMonth?.text == expected)
  }

  @Test(
    arguments: [
      (nil, "2028", CardExpiry.yearOnly(2028)), ("", "28", .yearOnly(2028)), ("0", "0", .none),
      (nil, nil, .none), ("", "", .none),
      ("00", "0000", .none), ("00", "00", .none), ("7", "0000", .monthOnly(7)), ("7", nil, .monthOnly(7)),
      ("7", "0", .monthOnly(7)), ("13", "2027", .invalid),
      ("1/2", "2027", .invalid), ("1", "7", .invalid), ("1", "27/1", .invalid), ("x", "2027", .invalid),
      ("13", nil, .invalid),
      ("2027", "1", .invalid),
    ] as [(String?, String?, CardExpiry)])
  func tellsApartSeparateParts(month: String?, year: String?, expected: CardExpiry) {
    #expect(CardExpiry(month: month, year: year) == expected)
  }

  @Test func readsNumbers() {
    #expect(CardExpiry(number: 202_501).yearMonth?.text == "2025-01")
    #expect(CardExpiry(number: 0) == .none)
    for number in [-1, 12, 202_513, 202_500, 2025, .max, .min] {
      #expect(CardExpiry(number: number) == .invalid)
    }
  }

  @Test func comesBackFromEveryForm() {
    for year in 2000...2099 {
      for month in 1...12 {
        guard let value = YearMonth(year: year, month: month), let short = value.shortText else { continue }
        let forms = [value.text, value.slashText, short, String(value.number), "\(month)/\(year)"]
        for form in forms { #expect(CardExpiry(form) == .yearMonth(value), "\(form)") }
        #expect(CardExpiry(month: String(month), year: String(year)) == .yearMonth(value))
        #expect(CardExpiry(number: value.number) == .yearMonth(value))
      }
    }
  }
}
