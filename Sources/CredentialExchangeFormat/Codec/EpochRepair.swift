/// Moments as programs write them that do not count seconds since 1970.
enum EpochRepair {
  /// From 1601 to 1970, in seconds.
  private static let since1601 = 11_644_473_600
  /// The year 2100: nothing later is believed.
  private static let end = 4_102_444_800

  /// Returns the seconds that a number too large for seconds stands for, or nil.
  ///
  /// Programs count milliseconds, microseconds and nanoseconds since 1970, Chromium microseconds since 1601, and Windows
  /// a tenth of these; the magnitudes do not overlap for moments of our time.
  static func seconds(of value: UInt64) -> UInt64? {
    let seconds: Int
    switch value {
    case ..<Timestamp.firstImplausible: return nil
    case ..<100_000_000_000_000: seconds = Int(value / 1000)
    case ..<10_000_000_000_000_000: seconds = Int(value / 1_000_000)
    case ..<100_000_000_000_000_000: seconds = Int(value / 1_000_000) - since1601
    case ..<1_000_000_000_000_000_000: seconds = Int(value / 10_000_000) - since1601
    default: seconds = Int(value / 1_000_000_000)
    }
    return believed(seconds)
  }

  /// Returns the seconds that a negative number stands for: seconds since 1970 were taken for seconds since 1601. The
  /// start of 1601 itself is no moment, but an unset one.
  static func seconds(ofNegative value: Double) -> UInt64? {
    guard value > -Double(since1601) else { return nil }
    return believed(Int(value) + since1601)
  }

  /// Returns the seconds of a text of RFC 3339 section 5.6, with zone; a fraction is cut off.
  static func seconds(ofText text: Text) -> UInt64? {
    var bytes = Array(text.utf8)[...]
    func number(_ count: Int) -> Int? {
      guard bytes.count >= count, bytes.prefix(count).allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
        return nil
      }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    func skip(_ characters: StaticString) -> UInt8? {
      guard let first = bytes.first, "\(characters)".utf8.contains(first) else { return nil }
      bytes = bytes.dropFirst()
      return first
    }
    let day = Array(bytes.prefix(10))
    guard day.withUnsafeBufferPointer(FieldGrammar.isDate), let year = number(4), skip("-") != nil,
      let month = number(2), skip("-") != nil, let dayOfMonth = number(2), skip("Tt ") != nil,
      let hour = number(2),
      skip(":") != nil, let minute = number(2), skip(":") != nil, let second = number(2), hour < 24,
      minute < 60,
      second < 61
    else { return nil }
    if skip(".") != nil {
      guard number(1) != nil else { return nil }
      while number(1) != nil {}
    }
    var offset = 0
    if skip("Zz") == nil {
      guard let sign = skip("+-"), let hours = number(2), skip(":") != nil, let minutes = number(2),
        hours < 24,
        minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
    }
    guard bytes.isEmpty else { return nil }
    return believed(days(year, month, dayOfMonth) * 86_400 + hour * 3600 + minute * 60 + second - offset)
  }

  private static func believed(_ seconds: Int) -> UInt64? {
    (1..<end).contains(seconds) ? UInt64(seconds) : nil
  }

  /// Days from 1970-01-01 in the Gregorian calendar; March is the first month of its year, so that leap days come last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}

extension Timestamp {
  /// The first number that is no number of seconds: the year 5138.
  static let firstImplausible: UInt64 = 100_000_000_000
}
