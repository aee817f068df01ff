/// Days of the proleptic Gregorian calendar counted from 1970-01-01, without a time zone.
package enum CivilDay {
  /// Seconds in a day.
  package static let secondsPerDay: Int64 = 86_400

  /// The days in 400 years, after which the calendar repeats.
  private static let daysPerEra: Int64 = 146_097

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// The number of days of the month 1…12.
  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day's number; 0 is 1970-01-01. Years are counted from March, so that a leap day is the last day.
  static func number(year: Int, month: Int, day: Int) -> Int64 {
    let marchYear = Int64(month <= 2 ? year - 1 : year)
    let era = floorDivision(marchYear, 400).quotient
    let yearOfEra = marchYear - era * 400
    let monthFromMarch = Int64((month + 9) % 12)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - 719_468
  }

  /// The date of a day's number.
  package static func date(_ number: Int64) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floorDivision(number + 719_468, daysPerEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), Int(month), Int(day))
  }

  /// Division that rounds down, with the remainder never negative. `divisor` is positive.
  static func floorDivision(_ dividend: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
