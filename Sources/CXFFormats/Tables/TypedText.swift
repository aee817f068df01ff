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
  static func read(_ text: Text, as type: FieldType) -> Reading {
    switch type {
    case .date: date(text)
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

  private static func date(_ text: Text) -> Reading {
    if CalendarDate(text.string) != nil { return .field(EditableField(fieldType: .date, value: text)) }
    let date: CalendarDate?
    switch CalendarDate.parse(text.string) {
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
    if case .invalid = reading, let date = CalendarDate.parse(text.string).value {
      reading = .yearMonth(YearMonth(date))
    }
    switch reading {
    case .yearMonth(let value): return .field(EditableField(fieldType: .yearMonth, value: Text(value.text)))
    case .none: return .absent
    case .yearOnly, .monthOnly:
      return .refused(.incompleteExpiry, "lacks its month or its year; it is kept as a custom field")
    case .invalid: return .refused(.invalidExpiry, "is no month and year; it is kept as a custom field")
    }
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
