/// When output is coloured.
package enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  /// On a terminal that can, unless `NO_COLOR` is set.
  case auto
  /// Always.
  case always
  /// Never.
  case never

  /// Returns whether to colour a stream.
  ///
  /// `NO_COLOR` counts when it is set and not empty (no-color.org); so does `TERM=dumb`.
  package func isColored(isTerminal: Bool, variables: [String: String]) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isTerminal && variables["NO_COLOR"] ?? "" == "" && variables["TERM"] != "dumb"
    }
  }
}

/// Emphasis on a terminal, by ANSI escape sequences (ECMA-48 SGR); without colour all text stays as it is.
package struct TextStyle: Sendable, Hashable {
  /// A kind of emphasis.
  package enum Emphasis: Int, Sendable, Hashable {
    /// Heavier.
    case bold = 1
    /// Lighter.
    case dim = 2
    /// For errors.
    case red = 31
    /// For what went well.
    case green = 32
    /// For warnings.
    case yellow = 33
  }

  /// Whether escape sequences are written.
  package let isColored: Bool

  /// Creates a style.
  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The style that changes nothing.
  package static let plain = TextStyle(isColored: false)

  /// Returns the text with the emphasis around it.
  package func applying(_ emphasis: Emphasis, to text: String) -> String {
    isColored && !text.utf8.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns the text in bold.
  package func bold(_ text: String) -> String { applying(.bold, to: text) }
  /// Returns the text dimmed.
  package func dim(_ text: String) -> String { applying(.dim, to: text) }
  /// Returns the text in red.
  package func red(_ text: String) -> String { applying(.red, to: text) }
  /// Returns the text in green.
  package func green(_ text: String) -> String { applying(.green, to: text) }
  /// Returns the text in yellow.
  package func yellow(_ text: String) -> String { applying(.yellow, to: text) }
}
