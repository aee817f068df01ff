import CXFFormats
import CXFTestSupport
import Testing

@Suite struct DateTextTests {
  private static func moment(
    _ seconds: UInt64, dropped: Bool = false, zone: Bool = false, time: Bool = false
  ) -> DateText.Reading {
    .value(
      Moment(unixSeconds: seconds, isSubsecondDropped: dropped, isZoneAssumed: zone, isTimeAssumed: time))
  }

  @Test(arguments: [
    ("2023-11-14T22:13:20Z", moment(1_700_000_000)), ("2023-11-14T22:13:20.000Z", moment(1_700_000_000)),
    (" 2023-11-14t22:13:20.999z\n", moment(1_700_000_000, dropped: true)),
    ("2023-11-14T22:13:20,5+00:00", moment(1_700_000_000, dropped: true)),
    ("2023-11-14T23:13:20+01:00", moment(1_700_000_000)), ("2023-11-14T16:43:20-0530", moment(1_700_000_000)),
    ("2023-11-14 23:13:20 +01", moment(1_700_000_000)), ("2023-11-14 22:13:20 UTC", moment(1_700_000_000)),
    ("2023/11/14 22:13:20 GMT", moment(1_700_000_000)), ("20231114T221320Z", moment(1_700_000_000)),
    ("2023-11-14T22:13:20", moment(1_700_000_000, zone: true)),
    ("2023-11-14 22:13", moment(1_699_999_980, zone: true)),
    ("2023-11-14", moment(1_699_920_000, zone: true, time: true)), ("1970-01-01T00:00:00Z", moment(0)),
    ("2000-02-29T00:00:00Z", moment(951_782_400)), ("2016-12-31T23:59:60Z", moment(1_483_228_800)),
    ("2100-12-31T23:59:59Z", moment(4_133_980_799)), ("", .absent), (" \t", .absent),
  ])
  func readsISO8601(text: String, reading: DateText.Reading) {
    #expect(DateText.parse(text) == reading)
  }

  @Test(arguments: [
    "2023", "2023-11", "2023-13-01", "2023-02-29", "1900-02-29T00:00:00Z", "2023-11-14T", "2023-11-14T22",
    "2023-11-14T24:00:00Z", "2023-11-14T22:60:00Z", "2023-11-14T22:13:61Z", "2023-11-14T22:13:20.Z",
    "2023-11-14T22:13:20+1", "2023-11-14T22:13:20+01:", "2023-11-14T22:13:20ZZ", "2023-11-14X22:13:20",
    "2023-11/14", "0000-01-01", "1700000000", "2023-11-14T22:13:20 PST", "２０２３-11-14", "2023-11-14\u{0}",
  ])
  func refusesOtherTexts(text: String) {
    #expect(DateText.parse(text) == .refused(.unreadable))
  }

  @Test(arguments: [
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "2101-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
  ])
  func refusesOtherCenturies(text: String) {
    #expect(DateText.parse(text) == .refused(.outOfRange))
  }

  @Test(arguments: [
    ("1448989086278", DateText.Epoch.unix, moment(1_448_989_086, dropped: true)),
    ("1700000000999", .unix, moment(1_700_000_000, dropped: true)),
    ("1448989086", .unix, moment(1_448_989_086)),
    ("1700000000000000", .unix, moment(1_700_000_000)), ("99999999999", .unix, .refused(.outOfRange)),
    ("100000000000", .unix, moment(100_000_000)),
    ("99999999999999", .unix, .refused(.outOfRange)),
    ("100000000000000", .unix, moment(100_000_000)), ("99999999999999999", .unix, .refused(.outOfRange)),
    ("0", .unix, .absent), ("", .unix, .absent), ("-1", .unix, .refused(.outOfRange)),
    ("1.5", .unixSeconds, moment(1, dropped: true)), ("1.000", .unixSeconds, moment(1)),
    ("-0.5", .unixSeconds, .refused(.outOfRange)), ("1500", .unixMilliseconds, moment(1, dropped: true)),
    ("1000000", .unixMicroseconds, moment(1)),
    ("133444736000000000", .windowsFileTime, moment(1_700_000_000)),
    ("116444736000000000", .windowsFileTime, moment(0)), ("0", .windowsFileTime, .absent),
    ("13344473600000000", .webKitMicroseconds, moment(1_700_000_000)),
    ("721692800", .cocoaSeconds, moment(1_700_000_000)), ("0", .cocoaSeconds, moment(978_307_200)),
    ("-0.5", .cocoaSeconds, moment(978_307_199, dropped: true)), ("-978307200", .cocoaSeconds, moment(0)),
    ("721692800.25", .cocoaSeconds, moment(1_700_000_000, dropped: true)),
    ("9223372036854775807", .cocoaSeconds, .refused(.outOfRange)),
    ("99999999999999999999999", .unix, .refused(.outOfRange)), ("1e9", .unix, .refused(.unreadable)),
    ("1.", .unix, .refused(.unreadable)), ("--1", .unix, .refused(.unreadable)),
    ("+1", .unix, .refused(.unreadable)),
    ("now", .unix, .refused(.unreadable)),
  ])
  func readsEpochs(text: String, epoch: DateText.Epoch, reading: DateText.Reading) {
    #expect(DateText.parse(text, epoch: epoch) == reading)
    if !text.hasPrefix("+"), let number = Int64(text) {
      #expect(DateText.read(number, epoch: epoch) == reading)
    }
  }

  @Test(arguments: DateText.Epoch.allCases, [Int64.min, .min + 1, .max])
  func standsExtremeNumbers(epoch: DateText.Epoch, number: Int64) {
    #expect(DateText.read(number, epoch: epoch) == .refused(.outOfRange))
  }

  @Test func writesRFC3339() {
    #expect(DateText.rfc3339(1_448_989_086) == "2015-12-01T16:58:06.000Z")
    #expect(DateText.rfc3339(0, milliseconds: false) == "1970-01-01T00:00:00Z")
    #expect(DateText.rfc3339(253_402_300_799) == "9999-12-31T23:59:59.000Z")
    #expect(DateText.rfc3339(253_402_300_800) == nil)
    #expect(DateText.rfc3339(.max) == nil)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func comesBackFromItsText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let seconds = UInt64.random(in: 0..<Moment.limit, using: &random)
    let text = DateText.rfc3339(seconds) ?? ""
    #expect(DateText.parse(text) == Self.moment(seconds))
  }

  @Test func countsEveryDay() {
    var expected: UInt64 = 0
    for year in 1970...2100 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          #expect(date.unixSeconds == expected)
          #expect(CalendarDate(unixSeconds: expected) == date)
          expected += 86_400
        }
      }
    }
    #expect(expected == Moment.limit)
  }
}
