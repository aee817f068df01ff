/// The grammar of each field type's value (CXF 1.0 section 3.4).
enum FieldGrammar {
  enum Judgement {
    case valid
    /// Another spelling of a valid value, which is given.
    case repairable(Text)
    case empty
    case invalid
  }

  static func judge(_ value: Text, as type: FieldType) -> Judgement {
    switch type {
    case .date, .yearMonth, .boolean: if value.isEmpty { return .empty }
    default: return .valid
    }
    if type == .boolean { return boolean(value) }
    var string = value.string
    return string.withUTF8 { bytes in
      if type == .yearMonth { return yearMonth(bytes) }
      return isDate(bytes) ? .valid : .invalid
    }
  }

  private static func boolean(_ value: Text) -> Judgement {
    if value == "true" || value == "false" { return .valid }
    let lowered = Text(value.string.lowercased())
    return lowered == "true" || lowered == "false" ? .repairable(lowered) : .invalid
  }

  static func isYearMonth(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if case .valid = yearMonth(bytes) { return true }
    return false
  }

  /// `YYYY-MM`; one digit for the month occurs in real files and can be meant only one way.
  private static func yearMonth(_ bytes: UnsafeBufferPointer<UInt8>) -> Judgement {
    guard bytes.count == 7 || bytes.count == 6, bytes[4] == UInt8(ascii: "-"),
      let year = number(bytes[..<4]), let month = number(bytes[5...]), (1...12).contains(month)
    else { return .invalid }
    if bytes.count == 7 { return .valid }
    return .repairable(Text("\(padded(year, 4))-\(padded(month, 2))"))
  }

  /// `YYYY-MM-DD`, of a day that there is.
  static func isDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8...]),
      (1...12).contains(month), day >= 1, day <= days(in: month, of: year)
    else { return false }
    return true
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") <= 9 else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
