internal import CXFOpenSSL
internal import CredentialExchangeFormat

/// JSON Web Encryption (RFC 7516) of whole texts in compact form: "dir" with "A128GCM" or "A256GCM".
package enum JWE {
  /// Seals a plaintext with a random initialization vector and returns the text.
  ///
  /// - Parameters:
  ///   - protectedHeader: the header's JSON, byte for byte.
  ///   - key: 16 bytes for "A128GCM" or 32 for "A256GCM".
  /// - Throws: `JWEError.wrongLength` for another key, `.tooLong`, `.crypto`.
  package static func seal(
    _ plaintext: [UInt8], protectedHeader: [UInt8], key: borrowing SecretBytes
  ) throws(JWEError) -> [UInt8] {
    let writer = try JWEWriter(protectedHeader: protectedHeader, key: key)
    let head = try writer.begin()
    let tailCount = 1 + Base64URL.encodedCount(AEADAlgorithm.tagByteCount)
    let count = head.count + Base64URL.encodedCount(plaintext.count) + tailCount
    return try [UInt8](uninitializedCount: count) { (text: UnsafeMutableRawBufferPointer) throws(JWEError) in
      text.copyBytes(from: head)
      let written = try plaintext.withBytes { (plaintext: UnsafeRawBufferPointer) throws(JWEError) in
        try writer.append(plaintext, into: UnsafeMutableRawBufferPointer(rebasing: text[head.count...]))
      }
      let tail = UnsafeMutableRawBufferPointer(rebasing: text[(head.count + written)...])
      tail.copyBytes(from: try writer.finish())
    }
  }

  /// Opens a text and returns the plaintext.
  ///
  /// - Parameters:
  ///   - protectedHeader: the header's JSON, byte for byte as it must be.
  ///   - key: 16 bytes for "A128GCM" or 32 for "A256GCM".
  ///   - limit: the most plaintext, in bytes.
  /// - Throws: `JWEError`.
  package static func open(
    _ text: [UInt8], protectedHeader: [UInt8], key: borrowing SecretBytes, limit: UInt64
  ) throws(JWEError) -> [UInt8] {
    let opening = try JWEOpening(JWEExpectation(header: protectedHeader, key: key, limit: limit))
    var plaintext = try decrypt(text, opening)
    do throws(JWEError) {
      try opening.finish()
    } catch {
      plaintext.withMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
      throw error
    }
    return plaintext
  }

  /// Returns the plaintext of the next piece of a text, which means nothing before the opening has finished.
  static func decrypt(_ text: [UInt8], _ opening: JWEOpening) throws(JWEError) -> [UInt8] {
    try text.withBytes { (text: UnsafeRawBufferPointer) throws(JWEError) in
      try [UInt8](uninitializedCapacity: JWEOpening.capacity(for: text.count)) {
        (plaintext: UnsafeMutableRawBufferPointer) throws(JWEError) in
        var written = 0
        do throws(JWEError) {
          // In pieces, so that what is decoded is decrypted while it is in the nearer caches.
          var rest = text[...]
          while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(JWEDocument.pieceCount))
            rest = rest.dropFirst(piece.count)
            written += try opening.consume(
              piece, into: UnsafeMutableRawBufferPointer(rebasing: plaintext[written...]))
          }
        } catch {
          OPENSSL_cleanse(plaintext.baseAddress, plaintext.count)
          throw error
        }
        return written
      }
    }
  }
}
