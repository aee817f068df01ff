import CXFTestSupport

/// What a dialect cannot say in a text, so that its model does not try.
struct TextLimits: Sendable {
  /// Scalars that the writer leaves out, or that a text cannot have there.
  var without = ""
  /// Sequences that mean something else there.
  var withoutWords: [String] = []
  /// Whether ASCII blanks at the ends are lost.
  var isTrimmed = false
  /// Whether there must be a text.
  var isFilled = false

  /// Any text.
  static let any = TextLimits()
  /// Any text of one line.
  static let line = TextLimits(without: "\r\n")

  func filled() -> TextLimits {
    var limits = self
    limits.isFilled = true
    return limits
  }

  func trimmed() -> TextLimits {
    var limits = self
    limits.isTrimmed = true
    return limits
  }

  func lacking(_ scalars: String, words: [String] = []) -> TextLimits {
    var limits = self
    limits.without += scalars
    limits.withoutWords += words
    return limits
  }

  func merged(_ other: TextLimits) -> TextLimits {
    TextLimits(
      without: without + other.without, withoutWords: withoutWords + other.withoutWords,
      isTrimmed: isTrimmed || other.isTrimmed, isFilled: isFilled || other.isFilled)
  }
}

/// Random texts of what formats trip over.
enum NastyText {
  /// Quotes, delimiters, escapes, line ends, blanks, signs of formulas and of other languages.
  private static let pieces = [
    "a", "B", "7", "word", " ", "  ", ",", ";", "|", "\t", "\"", "\"\"", "'", "\\", "\\\\", "\\\"", "\\n",
    "\n", "\r",
    "\r\n", "\n\n", "=", "=1+1", "@", "+", "-", "--", "é", "e\u{301}", "Å", "A\u{30A}", "Ω", "日本", "שלום",
    "\u{202E}", "\u{200B}", "\u{200D}", "👩‍🚀", "🔑", "\u{430}", "\u{FEFF}", "\u{A0}", "\u{85}", "\u{2028}",
    "\u{B}",
    "\u{C}", "\u{1}", "\u{1B}", "\u{7F}", "&", "&amp;", "&lt;", "<", ">", "<b>", ":", ": ", "::", "%", "%20",
    "#", "$",
    "/", "[", "]", "{", "}", "(", ")", "x=1", "~", "^", "`", "»", ".",
  ]

  /// Texts that look like something else.
  private static let whole = [
    "true", "false", "0", "1", "0012", "1e5", "+49 30 1", "2024-01-31", "31/01/2024", "null", "NULL", "none",
    "(none)",
    "-", "=cmd|' /C calc'!A0", "=SUM(A1:A9)", "@import", "-2+3", "[]", "{}", "\"\"", "\"", "'", "''", "\\",
    "\\\\", " ",
    "  ", "\t", "\n", "\r\n", "sep=;", "http://", "otpauth", "\u{FEFF}", "Password: x", "password", "type",
    "folder",
    "login", "---", "\u{301}", "ß",
  ]

  /// A text of some pieces within limits; empty now and then.
  static func text(_ random: inout SeededGenerator, _ limits: TextLimits = .any) -> String {
    for _ in 0..<50 {
      let text = limited(candidate(&random), limits)
      if !(limits.isFilled && text.utf8.isEmpty), !limits.withoutWords.contains(where: { holds(text, $0) }) {
        return text
      }
    }
    return "plain"
  }

  private static func candidate(_ random: inout SeededGenerator) -> String {
    switch random.int(0...19) {
    case 0...2: ""
    case 3...5: random.pick(whole)
    case 6: String(repeating: random.pick(pieces) + "lang", count: random.int(40...90))
    default: (0..<random.int(1...9)).map { _ in random.pick(pieces) }.joined()
    }
  }

  private static func limited(_ text: String, _ limits: TextLimits) -> String {
    let without = Set(limits.without.unicodeScalars)
    var scalars = Array(text.unicodeScalars).filter { !without.contains($0) }
    if limits.isTrimmed {
      let blanks = Set(" \t\r\n\u{B}\u{C}".unicodeScalars)
      while let last = scalars.last, blanks.contains(last) { scalars.removeLast() }
      while let first = scalars.first, blanks.contains(first) { scalars.removeFirst() }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether a text has a word in it, byte by byte.
  static func holds(_ text: String, _ word: String) -> Bool {
    let text = Array(text.utf8)
    let word = Array(word.utf8)
    guard !word.isEmpty, text.count >= word.count else { return false }
    return text.indices.contains { text[$0...].starts(with: word) }
  }
}
