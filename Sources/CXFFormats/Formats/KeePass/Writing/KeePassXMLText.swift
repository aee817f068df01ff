internal import CredentialExchangeFormat

/// What XML 1.0 can say.
enum KeePassXMLText {
  /// Whether XML has a way to say a character.
  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// Whether XML has a way to say all of a text.
  static func isSafe(_ text: Text) -> Bool { text.string.unicodeScalars.allSatisfy(isSafe) }

  /// The text with U+FFFD for each character that XML cannot say.
  static func safe(_ text: Text) -> Text {
    guard !isSafe(text) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.string.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : "\u{FFFD}") }
    return Text(String(scalars))
  }
}
