/// Yes-or-no values as exports spell them.
package enum BooleanText {
  /// Why a text is not a boolean.
  package enum Problem: Sendable, Hashable {
    /// The text is none of the known words.
    case unknownWord
  }

  /// Reads `true`, `1`, `yes` and `false`, `0`, `no`, in any case and with blanks around.
  ///
  /// Blank text is absent. Words of other languages are refused: a guess could turn a flag round.
  package static func parse(_ text: String) -> TextReading<Bool, Problem> {
    let bytes = ASCIIBytes.trimmed(text)
    guard !bytes.isEmpty else { return .absent }
    switch ASCIIBytes.lower(ASCIIBytes.text(bytes)) {
    case "true", "1", "yes": return .value(true)
    case "false", "0", "no": return .value(false)
    default: return .refused(.unknownWord)
    }
  }

  /// Returns `true` or `false`, the spelling of a CXF field of type `boolean`.
  package static func encode(_ value: Bool) -> String { value ? "true" : "false" }
}
