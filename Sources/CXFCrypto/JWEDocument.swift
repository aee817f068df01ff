internal import CXFOpenSSL
package import CredentialExchangeFormat

/// The plaintext of a JSON Web Encryption (RFC 7516) in compact form, "dir" with "A128GCM" or "A256GCM", that was
/// authenticated as a whole.
///
/// Nothing of it is kept: it is decrypted again each time it is read, in little memory, and the tag is checked each
/// time.
package final class JWEDocument: ByteContent, Redacted {
  /// The number of bytes of the plaintext.
  package let count: UInt64
  /// SHA-256 of the plaintext, 32 bytes, where it was asked for.
  package let sha256: [UInt8]?
  private let content: any ByteContent
  private let expected: JWEExpectation

  /// The number of bytes of the plaintext.
  package var knownCount: UInt64? { count }

  private init(_ content: any ByteContent, _ expected: JWEExpectation, count: UInt64, sha256: [UInt8]?) {
    self.sha256 = sha256
    self.content = content
    self.expected = expected
    self.count = count
  }

  /// Authenticates a text: decrypts it whole and throws the plaintext away.
  ///
  /// - Parameters:
  ///   - content: the text, which must stay the same while the document is used.
  ///   - protectedHeader: the header's JSON, byte for byte as it must be.
  ///   - key: 16 bytes for "A128GCM" or 32 for "A256GCM".
  ///   - limit: the most plaintext, in bytes.
  ///   - isHashed: whether `sha256` is wanted.
  /// - Throws: `JWEError`; what makes the content unreadable.
  package static func open(
    _ content: any ByteContent, protectedHeader: [UInt8], key: borrowing SecretBytes, limit: UInt64,
    isHashed: Bool = false
  ) throws -> JWEDocument {
    let expected = try JWEExpectation(header: protectedHeader, key: key, limit: limit)
    let opening = try JWEOpening(expected)
    let stream = try content.open()
    var digest = isHashed ? try Digest(.sha256) : nil
    // Memory that is cleared, because plaintext lies in it for a while.
    _ = try SecretBytes(count: JWEOpening.capacity(for: pieceCount)) { plaintext in
      while case let text = try stream.next(upTo: pieceCount), !text.isEmpty {
        let count = try text.withBytes { (text: UnsafeRawBufferPointer) throws(JWEError) in
          try opening.consume(text, into: plaintext)
        }
        try digest?.update(UnsafeRawBufferPointer(rebasing: plaintext[..<count]))
      }
    }.count
    try opening.finish()
    let sha256 = try digest.take()?.finish()
    return JWEDocument(content, expected, count: opening.count, sha256: sha256)
  }

  /// Begins reading the plaintext.
  ///
  /// The stream throws `JWEError` before it hands out the last piece where the text is not the one any more that was
  /// authenticated; what came before must not be used then.
  package func open() throws -> any ByteStream {
    JWEPlaintextStream(try JWEOpening(expected), try content.open())
  }

  /// The kind and the size of the value.
  package var redactedDescription: String { "JWEDocument(\(count) bytes)" }

  /// How much text is taken at once, in bytes: what memory allocators keep at hand.
  static let pieceCount = 1 << 16
}

/// Reads the plaintext of a document, one piece behind the text, so that the last piece stays here until the tag is
/// checked.
private final class JWEPlaintextStream: ByteStream {
  private let opening: JWEOpening
  private let text: any ByteStream
  /// What is handed out now, from `offset` on.
  private var piece: [UInt8] = []
  private var offset = 0
  /// What comes after it.
  private var following: [UInt8] = []
  private var isAtEnd = false

  init(_ opening: JWEOpening, _ text: any ByteStream) {
    self.opening = opening
    self.text = text
  }

  func next(upTo count: Int) throws -> [UInt8] {
    if offset == piece.count {
      do {
        try advance()
      } catch {
        isAtEnd = true
        clear(&piece)
        clear(&following)
        throw error
      }
    }
    if offset == 0, piece.count <= count {
      defer { piece = [] }
      return piece
    }
    let part = Array(piece[offset..<min(offset + max(count, 0), piece.count)])
    offset += part.count
    return part
  }

  private func advance() throws {
    if following.isEmpty { following = try decrypted() }
    let after = try decrypted()
    piece = following
    following = after
    offset = 0
  }

  /// Returns the next plaintext there is; nothing only at the end, with the tag checked.
  private func decrypted() throws -> [UInt8] {
    while !isAtEnd {
      let characters = try text.next(upTo: JWEDocument.pieceCount)
      if characters.isEmpty {
        try opening.finish()
        isAtEnd = true
        break
      }
      let plaintext = try JWE.decrypt(characters, opening)
      if !plaintext.isEmpty { return plaintext }
    }
    return []
  }

  private func clear(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    bytes = []
    offset = 0
  }
}
