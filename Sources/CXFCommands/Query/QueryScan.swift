package import CXFCommandLine
internal import CredentialExchangeFormat

/// Why a query cannot be understood.
package struct QueryError: CodedFailure, Hashable {
  /// What is wrong.
  package enum Reason: Sendable, Hashable {
    /// A quote that is not closed.
    case openQuote
    /// Text directly behind a closing quote.
    case textAfterQuote
    /// Nothing behind `-` or behind the colon of a key.
    case nothingThere
    /// A key that there is none of.
    case unknownKey(String)
  }

  /// What is wrong.
  package var reason: Reason
  /// The word of the command line.
  package var word: String
  /// Where in the word, in UTF-8 bytes from 1.
  package var column: Int

  /// Creates the error.
  package init(_ reason: Reason, word: String, column: Int) {
    self.reason = reason
    self.word = word
    self.column = column
  }

  package var code: String { "bad-query" }
  /// Always usage.
  package var exitCode: ExitCode { .usage }

  /// What is wrong and where.
  package var message: String {
    let what =
      switch reason {
      case .openQuote: "a quote is not closed"
      case .textAfterQuote: "a blank is missing behind the closing quote"
      case .nothingThere: "a term has no text"
      case .unknownKey(let key): "there is no key '\(key)'"
      }
    return "query '\(word)', column \(column): \(what)"
  }

  /// What to do next.
  package var hint: String? {
    switch reason {
    case .openQuote: "a quote inside quotes is written \\\""
    case .textAfterQuote, .nothingThere: nil
    case .unknownKey(let key):
      "the keys are type, tag, collection, domain and title; put quotes around '\(key):…' to look for it as text"
    }
  }
}

/// Reads the terms of one word of the command line, byte by byte.
struct QueryScan {
  private let word: String
  private let bytes: [UInt8]
  private var place = 0

  init(_ word: String) {
    self.word = word
    bytes = Array(word.utf8)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Returns the next term; nil at the end.
  mutating func next() throws(QueryError) -> ItemQuery.Term? {
    while let byte = current, Self.isBlank(byte) { place += 1 }
    guard let first = current else { return nil }
    let start = place
    let isNegated = first == UInt8(ascii: "-")
    if isNegated { place += 1 }
    let kind = try key() ?? .word
    let text = try value()
    guard !text.isEmpty else { throw QueryError(.nothingThere, word: word, column: start + 1) }
    return ItemQuery.Term(kind, Text(String(decoding: text, as: UTF8.self)), isNegated: isNegated)
  }

  /// Reads a key and its colon. Letters before a colon that are no key are a slip, except the scheme of an address.
  private mutating func key() throws(QueryError) -> ItemQuery.Term.Kind? {
    let letters = bytes[place...].prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard !letters.isEmpty, letters.endIndex < bytes.count, bytes[letters.endIndex] == UInt8(ascii: ":")
    else {
      return nil
    }
    let rest = bytes[(letters.endIndex + 1)...]
    let name = String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    if let kind = ItemQuery.Term.Kind(rawValue: name), kind != .word {
      place = rest.startIndex
      return kind
    }
    guard rest.starts(with: "//".utf8) else {
      throw QueryError(.unknownKey(name), word: word, column: place + 1)
    }
    return nil
  }

  private mutating func value() throws(QueryError) -> [UInt8] {
    guard current == UInt8(ascii: "\"") else {
      let text = bytes[place...].prefix { !Self.isBlank($0) }
      place = text.endIndex
      return Array(text)
    }
    let start = place
    place += 1
    var text: [UInt8] = []
    while let byte = current {
      place += 1
      if byte == UInt8(ascii: "\"") {
        if let following = current, !Self.isBlank(following) {
          throw QueryError(.textAfterQuote, word: word, column: place + 1)
        }
        return text
      }
      if byte == UInt8(ascii: "\\"), let escaped = current,
        escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
      {
        text.append(escaped)
        place += 1
      } else {
        text.append(byte)
      }
    }
    throw QueryError(.openQuote, word: word, column: start + 1)
  }
}
