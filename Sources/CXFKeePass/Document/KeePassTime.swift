internal import CXFCrypto
package import CredentialExchangeFormat

/// Moments as databases of KeePass write them.
package enum KeePassTime {
  /// Seconds from 0001-01-01T00:00:00Z to 1970-01-01T00:00:00Z.
  private static let unixOffset: Int64 = 62_135_596_800

  /// The form of KDBX 4: base64 of 8 bytes, seconds since the year 1.
  ///
  /// - Parameter seconds: since 1970.
  package static func binary(_ seconds: Int64) -> Text {
    let (value, overflow) = seconds.addingReportingOverflow(unixOffset)
    return Text(Base64.encode(UInt64(bitPattern: overflow ? .max : value).littleEndianBytes))
  }

  /// The form of KDBX 3 and of XML exports: `2024-02-29T23:59:58Z`.
  ///
  /// - Parameter seconds: since 1970; from the year 1 to 9999.
  package static func iso(_ seconds: Int64) -> Text {
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let rest = seconds - day * 86_400
    let (year, month, date) = civil(day)
    func pad(_ number: Int64, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
    return Text(
      "\(pad(year, 4))-\(pad(month, 2))-\(pad(date, 2))T\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2)):"
        + "\(pad(rest % 60, 2))Z")
  }

  /// A moment in either form, in seconds since 1970; nil for any other text.
  package static func seconds(_ text: Text) -> Int64? { isoSeconds(Array(text.utf8)) ?? binarySeconds(text) }

  private static func binarySeconds(_ text: Text) -> Int64? {
    guard let bytes = try? Base64.decode(Array(text.utf8)[...]), (1...8).contains(bytes.count) else {
      return nil
    }
    let value = Int64(bitPattern: UInt64(littleEndian: bytes))
    let (seconds, overflow) = value.subtractingReportingOverflow(unixOffset)
    return overflow ? nil : seconds
  }

  /// `YYYY-MM-DDThh:mm:ssZ`; nil for any other form.
  static func isoSeconds(_ text: [UInt8]) -> Int64? {
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    guard text.count == pattern.count,
      zip(text, pattern).allSatisfy({ $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 })
    else { return nil }
    func number(_ range: Range<Int>) -> Int64 { text[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
    let (year, month, date) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), hour < 24, minute < 60, second < 60 else { return nil }
    let day = days(year, month, date)
    guard year > 0, civil(day) == (year, month, date) else { return nil }
    return day * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// Days since 1970 of a date of the Gregorian calendar. Years begin with March here, so that the leap day comes last.
  private static func days(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + date - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, date: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1)
  }
}
