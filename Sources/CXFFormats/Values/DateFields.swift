/// The parts of a written date between its separators, in their order.
enum DateField: Hashable {
  /// Nothing stands there.
  case empty
  /// Digits, as a number and how many they are; at most 8.
  case number(Int, digits: Int)
  /// Letters, as the month of that English name.
  case month(Int)

  /// Cuts at `/`, `-`, `.`, `,` and blanks; blanks around another separator belong to it.
  ///
  /// Returns nil when a part mixes digits and letters, is no month, or is too long. Blank text is one empty
  /// part.
  static func parts(_ text: String) -> [DateField]? {
    var scanner = ByteScanner(ASCIIBytes.trimmed(text))
    var fields: [DateField] = []
    while true {
      guard let field = scanner.dateField() else { return nil }
      fields.append(field)
      guard !scanner.isAtEnd else { return fields }
      let before = scanner.peek
      scanner.skipBlanks()
      let hasMark = scanner.take(anyOf: "/-.,") != nil
      guard hasMark || before.map(ASCIIBytes.isBlank) == true else { return nil }
      scanner.skipBlanks()
      // A card has two parts, a date three: there is no need to follow a long text to its end.
      guard fields.count < 4 else { return nil }
    }
  }

  /// The full English names of the months.
  static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
}

extension ByteScanner {
  fileprivate mutating func dateField() -> DateField? {
    if let run = digits() {
      guard run.count <= 8, let value = ASCIIBytes.number(run) else { return nil }
      if let next = peek, ASCIIBytes.isLetter(next) { return nil }
      return .number(Int(value), digits: run.count)
    }
    guard let first = peek, ASCIIBytes.isLetter(first) else { return .empty }
    guard let month = monthName() else { return nil }
    if let next = peek, ASCIIBytes.isLetter(next) || ASCIIBytes.isDigit(next) { return nil }
    return .month(month)
  }

  /// Takes a month's name: whole, or its first three letters, or `sept`.
  private mutating func monthName() -> Int? {
    let word = ASCIIBytes.lower(ASCIIBytes.text(letters()))
    if word == "sept" { return 9 }
    let index = DateField.monthNames.firstIndex { name in
      name == word || word.utf8.count == 3 && name.utf8.starts(with: word.utf8)
    }
    return index.map { $0 + 1 }
  }

  private mutating func letters() -> [UInt8] {
    var run: [UInt8] = []
    while let byte = peek, ASCIIBytes.isLetter(byte), take(byte) { run.append(byte) }
    return run
  }
}
