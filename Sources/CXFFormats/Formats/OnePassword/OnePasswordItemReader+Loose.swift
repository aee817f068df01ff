internal import CredentialExchangeFormat

// Members beside the sections, as 1PIF has them: older items have nothing else, later ones repeat there what is in a field.
extension OnePasswordItemReader {
  private static let dateParts = ["_yy", "_mm", "_dd"]

  mutating func readLoose(_ view: SourceView, in details: SourceView) {
    guard !view.isTaken, view.isValue else { return }
    if let stem = Self.stem(view.name) {
      readDateParts(stem, in: details)
      return
    }
    guard let entry = OnePasswordFields.known(view.name, in: category) else { return }
    if let field = known[view.name], field.text == view.text, repeatValue(view, of: field) { return }
    switch entry.role {
    case .custom(let type, _, _)?: keepLoose(view, type, entry.title)
    case let role?: builder.apply(role, view)
    case nil: keepLoose(view, .string, entry.title)
    }
  }

  private mutating func keepLoose(_ view: SourceView, _ type: FieldType, _ label: String) {
    guard let text = view.take(to: "custom-fields.fields") else { return }
    builder.item.appendCustomField(EditableField(fieldType: type, value: text, label: Text(label)))
  }

  /// Notes that a value stands where a field of a section does.
  private func repeatValue(_ view: SourceView, of field: SourceView) -> Bool {
    guard let trace = field.trace, trace.fate != .lost, trace.others.isEmpty else { return false }
    view.convert(to: trace.place, as: trace.text, .repeatedValue, "\(view.label) repeats a field of the item")
    return true
  }

  private static func stem(_ name: Text) -> String? {
    guard dateParts.contains(where: { name.string.hasSuffix($0) }) else { return nil }
    return String(name.string.dropLast(3))
  }

  /// Year, month and perhaps day of one date, each in a member of its own.
  private mutating func readDateParts(_ stem: String, in details: SourceView) {
    let parts = Self.dateParts.map { details[Text(stem + $0)] }.map { $0?.isValue == true ? $0 : nil }
    let present = parts.compactMap { $0 }
    let numbers = parts.map { $0.flatMap { Int($0.text.string) } }
    if let field = known[Text(stem)], let trace = field.trace, Self.says(trace.text, numbers) {
      for part in present { _ = repeatValue(part, of: field) }
      return
    }
    let date: Text?
    let type: FieldType
    switch (numbers[0], numbers[1], numbers[2]) {
    case (let year?, let month?, nil) where parts[2] == nil:
      date = YearMonth(year: year, month: month).map { Text($0.text) }
      type = .yearMonth
    case (let year?, let month?, let day?):
      date = CalendarDate(year: year, month: month, day: day).map { Text($0.text) }
      type = .date
    default: (date, type) = (nil, .string)
    }
    guard let date else {
      for part in present { keep(part, .string, part.name) }
      return
    }
    let entry = OnePasswordFields.known(Text(stem), in: category)
    var place: Place = "custom-fields.fields"
    if case .member(let wanted)? = entry?.role, let member = CredentialParts.members[wanted],
      member.type == type,
      builder.parts[keyPath: member.path] == nil
    {
      builder.parts[keyPath: member.path] = EditableField(fieldType: type, value: date)
      place = wanted
    } else {
      builder.item.appendCustomField(
        EditableField(fieldType: type, value: date, label: Text(entry?.title ?? stem)))
    }
    for part in present {
      part.convert(to: place, as: date, .dateConverted, "\(part.label) is part of one date")
    }
  }

  /// Whether a date in CXF's spelling has these parts.
  private static func says(_ text: Text, _ numbers: [Int?]) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-")).map { Int(ASCIIBytes.text($0)) }
    return parts == Array(numbers.prefix(parts.count))
      && numbers.dropFirst(parts.count).allSatisfy { $0 == nil }
  }
}
