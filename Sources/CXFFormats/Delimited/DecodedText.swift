package import CredentialExchangeFormat

/// The encoding that the bytes of a text file turned out to have.
package enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  /// UTF-8 without a byte order mark (plain ASCII too).
  case utf8 = "UTF-8"
  /// UTF-8 after the mark `EF BB BF`.
  case utf8WithBOM = "UTF-8 with byte order mark"
  /// UTF-16, low byte first, with or without a mark.
  case utf16LittleEndian = "UTF-16 little endian"
  /// UTF-16, high byte first, with or without a mark.
  case utf16BigEndian = "UTF-16 big endian"
  /// Windows-1252: a guess, made when the bytes are not UTF-8.
  case windows1252 = "Windows-1252"
}

/// A place in decoded text where the file did not hold plain, well-formed text.
package struct TextMark: Sendable, Hashable {
  /// What was found there.
  package enum Kind: Sendable, Hashable {
    /// Nothing could be read; U+FFFD stands in its place.
    case replaced
    /// A surrogate pair written as two three-byte sequences was read as the one character it means.
    case joinedSurrogates
    /// A NUL character, kept.
    case null
  }

  /// Offset in bytes into the decoded UTF-8.
  package var offset: Int
  /// What was found.
  package var kind: Kind

  /// Creates a mark.
  package init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }
}

/// The text of a file as UTF-8, with what is known about how it was written.
package struct DecodedText: Sendable {
  /// Well-formed UTF-8, the leading byte order mark taken off.
  package let utf8: [UInt8]
  /// The encoding of the file.
  package let encoding: TextEncoding
  /// Whether the encoding was guessed: no mark says so, and the bytes are not UTF-8.
  package let isGuessed: Bool
  /// The places that were not plain text, by ascending offset.
  package let marks: [TextMark]
  private let offsets: SourceOffsets

  init(utf8: [UInt8], encoding: TextEncoding, isGuessed: Bool, marks: [TextMark], offsets: SourceOffsets) {
    self.utf8 = utf8
    self.encoding = encoding
    self.isGuessed = isGuessed
    self.marks = marks
    self.offsets = offsets
  }

  /// Returns the offset in the file, mark included, of the character at an offset in `utf8`.
  package func sourceOffset(of offset: Int) -> Int {
    offsets.source(of: offset, in: utf8)
  }

  /// What there is to say about the file as a whole: at most one finding for a guessed encoding and one for
  /// each kind of mark.
  ///
  /// A reader with a finer idea of place (the CSV reader names rows and cells) makes its own from `marks`.
  package var findings: [Finding] {
    var result: [Finding] = []
    if isGuessed { result.append(encodingFinding(detail: nil)) }
    for kind in [TextMark.Kind.replaced, .joinedSurrogates, .null] {
      var count = 0
      var first: Int?
      for mark in marks where mark.kind == kind {
        count += 1
        first = first ?? mark.offset
      }
      guard let first else { continue }
      var finding = kind.finding(places: count)
      finding.position.byte = sourceOffset(of: first)
      result.append(finding)
    }
    return result
  }

  /// Makes the finding about a guessed encoding; `detail` says which rows it matters to.
  func encodingFinding(detail: String?) -> Finding {
    var message =
      encoding == .windows1252
      ? "the file is not valid UTF-8 and was read as Windows-1252"
      : "the file has no byte order mark and was read as \(encoding.rawValue)"
    if let detail { message += "; " + detail }
    // UTF-16 without a mark shows in the zero bytes and is not in doubt; a code page is.
    return Finding(
      .encodingGuessed, severity: encoding == .windows1252 ? .warning : .note, message: message,
      action: .converted)
  }
}

extension DecodedText: CustomStringConvertible, CustomReflectable {
  /// The size and the encoding, no content.
  package var description: String { "DecodedText(\(utf8.count) bytes, \(encoding.rawValue))" }
  /// A mirror without children, so that `dump` shows no content.
  package var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}

extension TextMark.Kind {
  /// Makes the finding about marks of this kind, without a position.
  func finding(places: Int) -> Finding {
    let count = places == 1 ? "1 place" : "\(places) places"
    switch self {
    case .replaced:
      return Finding(
        .invalidUnicode, message: "\(count) cannot be read and now hold U+FFFD", action: .lost)
    case .joinedSurrogates:
      return Finding(
        .joinedSurrogates, message: "\(count) with a surrogate pair in six bytes read as one character",
        action: .repaired)
    case .null:
      return Finding(.nullCharacter, message: "\(count) with a NUL character", action: .kept)
    }
  }
}

extension FindingCode {
  /// No mark tells the encoding and the bytes are not UTF-8: it was guessed for the whole file.
  package static let encodingGuessed = FindingCode("encoding-guessed", .warning)
  /// A surrogate pair written as two three-byte sequences (CESU-8) was read as its character.
  package static let joinedSurrogates = FindingCode("joined-surrogates", .warning)
  /// The text holds a NUL character, which many programs take for its end.
  package static let nullCharacter = FindingCode("null-character", .warning)
}
