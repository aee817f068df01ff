internal import CXFCommandLine
internal import CredentialExchangeFormat

/// A line of a JSON document's structure with the place of a finding in it, as compilers show the place of an error.
///
/// Names of members are shown, and words of the standard that say what kind of thing something is; all other values are hidden, also
/// their lengths, and all that follows what is no JSON.
struct StructureExcerpt: Hashable {
  /// The line, or the part of it around the place.
  var text: String
  /// Columns of the terminal before the place, from 0.
  var column: Int
  /// Columns that the place takes.
  var width: Int

  /// What stands for a value.
  static let mask = "•••"
  /// The most columns of an excerpt, but for its ends.
  static let maximumWidth = 100

  /// Returns the excerpts of places in a document, nil for those that are not in it.
  ///
  /// The document is read once, up to the last place.
  ///
  /// - Parameter offsets: places in bytes from the start of the document.
  static func make(_ offsets: [Int], in document: [UInt8]) -> [StructureExcerpt?] {
    document.withUnsafeBufferPointer { bytes in
      var excerpts = [StructureExcerpt?](repeating: nil, count: offsets.count)
      var line = StructureLine(bytes)
      var lexer = StructureLexer(bytes)
      var token = lexer.next()
      for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
        while let passed = token, passed.range.upperBound <= offsets[index] {
          line.append(passed)
          token = lexer.next()
        }
        let end = StructureLexer.Token(kind: .lineEnd, range: bytes.count..<bytes.count + 1)
        let place = token ?? end
        guard place.range.contains(offsets[index]) else { continue }
        // What follows is looked at without going on for good.
        excerpts[index] = line.excerpt(at: place, followedBy: lexer)
      }
      return excerpts
    }
  }
}

/// The pieces of a line as they may be shown.
private struct StructureLine {
  private struct Piece {
    var text: String
    var width: Int
    var isSpace = false
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The last pieces before the place.
  private var tokens: [StructureLexer.Token] = []
  /// Whether the line began earlier.
  private var isCut = false
  private static let limit = 80

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Adds what stands before the place.
  mutating func append(_ token: StructureLexer.Token) {
    guard token.kind != .lineEnd else {
      tokens.removeAll(keepingCapacity: true)
      isCut = false
      return
    }
    if tokens.count == 2 * Self.limit {
      tokens.removeFirst(Self.limit)
      isCut = true
    }
    tokens.append(token)
  }

  /// Makes the excerpt around a place.
  func excerpt(at place: StructureLexer.Token, followedBy lexer: StructureLexer) -> StructureExcerpt {
    var lexer = lexer
    var all = tokens + [place]
    var goesOn = false
    if place.kind != .lineEnd {
      while let token = lexer.next(), token.kind != .lineEnd {
        all.append(token)
        goesOn = all.count == tokens.count + Self.limit
        if goesOn { break }
      }
    }
    let pieces = pieces(all)
    let marked = tokens.count
    let width = max(pieces[marked].width, 1)
    var first = marked
    var before = 0
    while first > 0, before + pieces[first - 1].width <= StructureExcerpt.maximumWidth / 2 {
      first -= 1
      before += pieces[first].width
    }
    // Indentation says nothing.
    while first < marked, pieces[first].isSpace {
      before -= pieces[first].width
      first += 1
    }
    var last = marked
    var total = before + width
    while last + 1 < pieces.count, total + pieces[last + 1].width <= StructureExcerpt.maximumWidth {
      last += 1
      total += pieces[last].width
    }
    let isCutBefore = isCut || pieces[..<first].contains { !$0.isSpace }
    let isCutAfter = goesOn || last + 1 < pieces.count
    return StructureExcerpt(
      text: (isCutBefore ? "…" : "") + pieces[first...last].map(\.text).joined() + (isCutAfter ? "…" : ""),
      column: before + (isCutBefore ? 1 : 0), width: width)
  }

  private func pieces(_ tokens: [StructureLexer.Token]) -> [Piece] {
    var name = ""
    return tokens.enumerated().map { index, token in
      guard token.kind != .lineEnd, token.kind != .broken else {
        let text = token.kind == .broken ? StructureExcerpt.mask : ""
        return Piece(text: text, width: DisplayWidth.of(text))
      }
      let content = String(decoding: UnsafeBufferPointer(rebasing: bytes[token.range]), as: UTF8.self)
      let text: String
      switch token.kind {
      case .space: return Piece(text: " ", width: 1, isSpace: true)
      case .punctuation:
        if content != ":" { name = "" }
        text = content
      case .name:
        name = content
        // Without a colon it may be a value that slipped into the place of a name.
        let next = tokens[(index + 1)...].first { $0.kind != .space && $0.kind != .lineEnd }
        text =
          next?.kind == .punctuation
          ? ForeignText.escaped(content, limit: 48) : "\"\(StructureExcerpt.mask)\""
      case .string: text = Self.isKind(content, of: name) ? content : "\"\(StructureExcerpt.mask)\""
      case .bare: text = Self.isPlain(content) ? content : StructureExcerpt.mask
      case .lineEnd, .broken: text = ""
      }
      return Piece(text: text, width: DisplayWidth.of(text))
    }
  }

  /// Members whose texts say what kind of thing something is.
  private static let kinds: Set<String> = [
    #""type""#, #""fieldType""#, #""algorithm""#, #""hashAlg""#, #""keyType""#, #""networkSecurityType""#,
  ]

  /// The words of the standard: whoever writes one of them tells nothing that is not in it.
  private static let words: Set<String> = Set(
    (FieldType.registered + OTPHashAlgorithm.registered + [
      "basic-auth", "totp", "passkey", "note", "credit-card", "custom-fields", "address", "api-key",
      "drivers-license", "file", "generated-password", "identity-document", "item-reference", "passport",
      "person-name", "ssh-key", "wifi", "hmac-sha256", "ssh-ed25519", "ssh-rsa", "user", "group", "unsecured",
      "wpa-personal", "wpa2-personal", "wpa3-personal", "wep",
    ]).map { "\"\($0)\"" })

  /// Whether a text is a word of the format.
  private static func isKind(_ text: String, of name: String) -> Bool {
    kinds.contains(name) && words.contains(text)
  }

  /// Whether something without quotes says no more than yes, no or nothing.
  private static func isPlain(_ text: String) -> Bool { text.utf8.first.map { $0 >= 0x61 } ?? false }
}
