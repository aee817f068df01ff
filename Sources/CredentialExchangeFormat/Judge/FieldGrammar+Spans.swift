extension FieldGrammar {
  /// Returns the code of the rule that a value breaks, by the place of its field type among the registered ones.
  ///
  /// Dates, months and booleans have a reader of their own, which mends; here they are looked at only to pass them
  /// over.
  static func fault(in value: UnsafeBufferPointer<UInt8>, type: Int) -> FindingCode? {
    guard type > 1 else { return nil }
    if value.isEmpty { return .emptyField }
    switch type {
    case 2: return isEmail(value) ? nil : .invalidEmail
    case 3: return isNumber(value) ? nil : .invalidNumber
    case 4:
      return value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8) ? nil : .invalidFieldValue
    case 5: return isDate(value) ? nil : .invalidFieldValue
    case 6: return isYearMonth(value) ? nil : .invalidFieldValue
    case 7: return isNetworkSecurity(value) ? nil : .unknownNetworkSecurity
    case 8: return Regions.fault(inCountry: value)
    case 9: return Regions.fault(inSubdivision: value)
    default: return nil
    }
  }

  /// Something before and after the last `@` (RFC 5322 section 3.4 allows nearly anything there), without blanks
  /// outside quotes.
  private static func isEmail(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = value.lastIndex(of: UInt8(ascii: "@")), at > 0, at + 1 < value.count else { return false }
    let isQuoted = value[0] == UInt8(ascii: "\"") || value.contains(UInt8(ascii: "<"))
    // Dots in places that RFC 5322 forbids occur in addresses that people have.
    return isQuoted
      || !value[..<at].contains(UInt8(ascii: "@"))
        && !value.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ",") }
  }

  /// Digits, with what may stand around them: sign, point or comma, blanks between groups, an exponent.
  private static func isNumber(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.contains { $0 &- UInt8(ascii: "0") < 10 }
      && value.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || "+-.,eE ".utf8.contains($0) }
  }

  private static func isNetworkSecurity(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    WiFiSecurityType.registered.contains { value.elementsEqual($0.utf8) }
  }
}

/// Countries and subdivisions.
enum Regions {
  private static func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  static func fault(inCountry value: UnsafeBufferPointer<UInt8>) -> FindingCode? {
    guard value.count == 2, isUpper(value[0]), isUpper(value[1]) else { return .invalidCountryCode }
    return isListed(value, in: RegionTable.countries, width: 2) ? nil : .unknownCountryCode
  }

  static func fault(inSubdivision value: UnsafeBufferPointer<UInt8>) -> FindingCode? {
    // The country, a dash, and one to three letters or digits (ISO 3166-2).
    guard (4...6).contains(value.count), value[2] == UInt8(ascii: "-"),
      fault(inCountry: UnsafeBufferPointer(rebasing: value[..<2])) == nil,
      value[3...].allSatisfy({ isUpper($0) || $0 &- UInt8(ascii: "0") < 10 })
    else { return .invalidSubdivisionCode }
    var code: (UInt8, UInt8, UInt8, UInt8, UInt8) = (value[0], value[1], value[3], 0x2E, 0x2E)
    if value.count > 4 { code.3 = value[4] }
    if value.count > 5 { code.4 = value[5] }
    let isKnown = withUnsafeBytes(of: &code) {
      isListed($0.assumingMemoryBound(to: UInt8.self), in: RegionTable.subdivisions, width: 5)
    }
    return isKnown ? nil : .unknownSubdivisionCode
  }

  /// Searches a table of entries of one width, in order.
  private static func isListed(
    _ entry: UnsafeBufferPointer<UInt8>, in table: StaticString, width: Int
  ) -> Bool {
    var low = 0
    var high = table.utf8CodeUnitCount / width
    while low < high {
      let middle = (low + high) / 2
      let start = table.utf8Start + middle * width
      var order = 0
      for index in 0..<width where order == 0 { order = Int(start[index]) - Int(entry[index]) }
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
