/// Breaks text into lines at spaces.
package enum TextWrapper {
  /// Returns the lines of the text, none wider than `width` columns unless a single word is.
  package static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      if current.isEmpty {
        current = String(word)
      } else if DisplayWidth.of(current) + 1 + DisplayWidth.of(String(word)) <= width {
        current += " " + word
      } else {
        lines.append(current)
        current = String(word)
      }
    }
    if !current.isEmpty || lines.isEmpty { lines.append(current) }
    return lines
  }
}
