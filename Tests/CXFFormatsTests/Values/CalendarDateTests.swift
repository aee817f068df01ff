import CXFFormats
import Testing

@Suite struct CalendarDateTests {
  @Test(arguments: ["2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29"])
  func readsTheExactForm(text: String) {
    #expect(CalendarDate(text)?.text == text)
  }

  @Test(arguments: [
    "", "2023-02-29", "1900-02-29", "2023-2-1", "2023-00-01", "2023-01-00", "2023-04-31", "0000-01-01",
    " 2023-01-01",
    "2023-01-01 ", "2023-01-01T00:00:00Z", "20230101", "+023-01-01",
  ])
  func refusesEverythingElse(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test(
    arguments: [
      ("2025-01-31", nil, "2025-01-31"), ("2025/1/3", nil, "2025-01-03"), ("2025. 01. 31", nil, "2025-01-31"),
      ("20250131", nil, "2025-01-31"), ("31.01.2025", nil, "2025-01-31"), ("01.02.2025", nil, "2025-02-01"),
      ("01.02.2025", .monthFirst, "2025-01-02"), ("31/01/2025", nil, "2025-01-31"),
      ("01/31/2025", nil, "2025-01-31"),
      ("02/02/2025", nil, "2025-02-02"), ("01/02/2025", .dayFirst, "2025-02-01"),
      ("01/02/2025", .monthFirst, "2025-01-02"),
      ("31 January 2025", nil, "2025-01-31"), ("January 31, 2025", nil, "2025-01-31"),
      ("31-Jan-2025", nil, "2025-01-31"),
      ("1 SEPT 2025", nil, "2025-09-01"), ("2025 Dec 1", nil, "2025-12-01"),
    ] as [(String, CalendarDate.Order?, String)])
  func readsWhatExportsWrite(text: String, order: CalendarDate.Order?, date: String) {
    #expect(CalendarDate.parse(text, order: order).value?.text == date)
  }

  @Test(arguments: [
    ("01/02/2025", CalendarDate.Problem.ambiguousOrder), ("13/13/2025", .noSuchDay),
    ("2025-02-30", .noSuchDay),
    ("30 Feb 2025", .noSuchDay), ("20250001", .noSuchDay), ("1/2/25", .unreadable), ("2025-01", .unreadable),
    ("tomorrow", .unreadable), ("1st May 2025", .unreadable), ("2025-01-31-1", .unreadable),
    ("1", .unreadable),
  ])
  func refusesWhatIsNoDay(text: String, problem: CalendarDate.Problem) {
    #expect(CalendarDate.parse(text) == .refused(problem))
  }

  @Test func namesTheDayOfATimestamp() throws {
    let day = try #require(CalendarDate("2021-05-01"))
    #expect(CalendarDate.parse("2021-05-01T23:00:00.000Z") == .refused(.hasTime(day)))
    #expect(CalendarDate.parse("2021-05-01T99:00:00Z") == .refused(.unreadable))
    #expect(CalendarDate.parse(" ") == .absent)
  }

  @Test func orders() {
    let texts = ["2020-01-02", "2019-12-31", "2020-01-01"]
    #expect(texts.compactMap { CalendarDate($0) }.sorted().map(\.text) == texts.sorted())
  }
}

@Suite struct YearMonthTests {
  @Test func readsTheExactForm() {
    #expect(YearMonth("2025-01")?.number == 202_501)
    for text in ["2025-13", "2025-00", "0000-01", "2025-1", "25-01", "2025-01-01", " 2025-01", ""] {
      #expect(YearMonth(text) == nil, "\(text)")
    }
  }

  @Test func writesEveryForm() throws {
    let value = try #require(YearMonth(year: 2025, month: 1))
    #expect(
      [value.text, value.monthText, value.slashText, value.shortText] == [
        "2025-01", "01", "01/2025", "01/25",
      ])
    #expect(YearMonth(year: 1999, month: 12)?.shortText == nil)
    #expect(YearMonth(year: 2100, month: 12)?.shortText == nil)
    #expect(YearMonth(year: 987, month: 5)?.text == "0987-05")
    #expect(YearMonth(try #require(CalendarDate("2025-01-31"))) == value)
  }
}
