/// What an extended header of pax says that matters here: records `length key=value` with a line feed behind each.
struct PaxRecords {
  /// The name of the entry.
  private(set) var path: [UInt8]?
  /// The number of bytes of the entry.
  private(set) var size: UInt64?
  /// Whether it says that the entry's holes are left out.
  private(set) var isSparse = false

  /// Reads the records; nil when they are malformed, or say one of these twice.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let length = Self.decimal(rest[..<space]), length <= UInt64(rest.count)
      else { return nil }
      let end = rest.startIndex + Int(length)
      guard space + 1 < end, rest[end - 1] == UInt8(ascii: "\n") else { return nil }
      let record = rest[(space + 1)..<(end - 1)]
      guard let sign = record.firstIndex(of: UInt8(ascii: "=")), sign > record.startIndex else { return nil }
      guard take(record[..<sign], record[(sign + 1)...]) else { return nil }
      rest = rest[end...]
    }
  }

  /// Keeps a record; false when it cannot be.
  private mutating func take(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
    if key.elementsEqual("path".utf8) {
      guard path == nil else { return false }
      path = Array(value)
    } else if key.elementsEqual("size".utf8) {
      guard size == nil, let number = Self.decimal(value) else { return false }
      size = number
    } else if key.starts(with: "GNU.sparse.".utf8) || key.elementsEqual("SCHILY.realsize".utf8) {
      isSparse = true
    }
    return true
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = tens.addingReportingOverflow(UInt64(digit & 15))
      guard !isOver, !isOverToo else { return nil }
      value = sum
    }
    return value
  }
}
