internal import CredentialExchangeFormat

/// A text as the value of a field with a type.
enum TypedText {
  /// What came of it.
  enum Reading {
    case field(EditableField)
    /// The text says "nothing".
    case absent
    /// It is no such value; the words go on after the name of the cell.
    case refused(FindingCode, String)
  }

  /// Reads a text; only forms that can mean one thing are changed.
  ///
  /// - Parameter order: which of two leading numbers of a date is the day, where that is known.
  static func read(_ text: Text, as type: FieldType, order: CalendarDate.Order? = nil) -> Reading {
    switch type {
    case .date: date(text, order)
    case .yearMonth: expiry(text)
    case .countryCode: country(text)
    case .subdivisionCode:
      .field(
        EditableField(fieldType: BitwardenIdentityMember.isSubdivision(text) ? type : .string, value: text))
    case .wifiNetworkSecurityType:
      if let name = WiFiSecurity.name(text.string) {
        .field(EditableField(fieldType: type, value: name))
      } else {
        .field(EditableField(value: text))
      }
    case .boolean:
      switch BooleanText.parse(text.string) {
      case .value(let value): .field(EditableField(fieldType: type, value: Text(BooleanText.encode(value))))
      case .absent: .absent
      case .refused: .field(EditableField(value: text))
      }
    default: .field(EditableField(fieldType: type, value: text))
    }
  }

  /// The code of a value that stands in another spelling.
  static func code(_ type: FieldType) -> FindingCode {
    switch type {
    case .date: .dateConverted
    case .yearMonth: .expiryConverted
    case .countryCode: .countryRespelled
    case .wifiNetworkSecurityType: .securityRespelled
    case .boolean: .booleanSpelling
    default: .keptAsCustomField
    }
  }

  /// Which of two leading numbers is the day, by the dates of a file that can be only one way round; nil where they
  /// do not tell, or contradict each other.
  static func order(of texts: [Text]) -> CalendarDate.Order? {
    var orders: Set<CalendarDate.Order> = []
    for text in texts {
      guard case .value(let date) = CalendarDate.parse(text.string),
        CalendarDate(text.string) == nil, date.day > 12
      else { continue }
      if case .value(date) = CalendarDate.parse(text.string, order: .dayFirst) { orders.insert(.dayFirst) }
      if case .value(date) = CalendarDate.parse(text.string, order: .monthFirst) {
        orders.insert(.monthFirst)
      }
    }
    return orders.count == 1 ? orders.first : nil
  }

  private static func date(_ text: Text, _ order: CalendarDate.Order?) -> Reading {
    if CalendarDate(text.string) != nil { return .field(EditableField(fieldType: .date, value: text)) }
    let date: CalendarDate?
    switch CalendarDate.parse(text.string, order: order) {
    case .value(let value), .refused(.hasTime(let value)): date = value
    case .absent: return .absent
    case .refused: date = DateWords.parse(text.string)
    }
    guard let date else {
      return .refused(
        .unreadableDate, "is no date that can be read for certain; the text is kept as a custom field")
    }
    return .field(EditableField(fieldType: .date, value: Text(date.text)))
  }

  private static func expiry(_ text: Text) -> Reading {
    var reading = CardExpiry(text.string)
    if case .invalid = reading {
      switch CalendarDate.parse(text.string) {
      case .value(let date): reading = .yearMonth(YearMonth(date))
      // Another hour may be midnight elsewhere, and so the last day of another month.
      case .refused(.hasTime(let date)) where isMidnight(text): reading = .yearMonth(YearMonth(date))
      case .absent, .refused: break
      }
    }
    switch reading {
    case .yearMonth(let value): return .field(EditableField(fieldType: .yearMonth, value: Text(value.text)))
    case .none: return .absent
    case .yearOnly, .monthOnly:
      return .refused(.incompleteExpiry, "lacks its month or its year; it is kept as a custom field")
    case .invalid: return .refused(.invalidExpiry, "is no month and year; it is kept as a custom field")
    }
  }

  private static func isMidnight(_ text: Text) -> Bool {
    text.utf8.dropFirst(11).starts(with: "00:00".utf8)
  }

  private static func country(_ text: Text) -> Reading {
    let bytes = Array(text.utf8)
    guard bytes.count == 2, bytes.allSatisfy(ASCIIBytes.isLetter) else {
      return .field(EditableField(value: text))
    }
    return .field(
      EditableField(fieldType: .countryCode, value: Text(ASCIIBytes.text(bytes.map { $0 & 0xDF }))))
  }
}
