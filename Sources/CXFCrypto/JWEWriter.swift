internal import CredentialExchangeFormat

/// Writes one JSON Web Encryption (RFC 7516) in compact form, piece by piece: "dir" with "A128GCM" or "A256GCM".
///
/// `begin`, then `append` for each piece of the plaintext, then `finish`; what they return, one after the other,
/// is the text. Pieces of some ten kilobytes up to a megabyte are quickest.
///
/// Not `Sendable`: an object has one state, so that one thread at a time may use it.
package final class JWEWriter {
  private enum State {
    case new, open, finished
  }

  private let algorithm: AEADAlgorithm
  private let cipher: CipherContext
  private let header: [UInt8]
  private let initializationVector: [UInt8]
  private var state = State.new
  /// Ciphertext that does not fill a group of three bytes yet.
  private var carry: [UInt8] = []
  private var count = 0

  /// Begins a text, with a random initialization vector.
  ///
  /// - Parameters:
  ///   - protectedHeader: the header's JSON, byte for byte; it should say `alg` "dir" and the `enc` that the key stands
  ///     for.
  ///   - key: 16 bytes for "A128GCM" or 32 for "A256GCM"; the library's copy is cleared in the end.
  /// - Throws: `JWEError.wrongLength` for another key, `.crypto` when the library fails.
  package init(protectedHeader: [UInt8], key: borrowing SecretBytes) throws(JWEError) {
    algorithm = try JWECipher.algorithm(keyByteCount: key.count)
    header = JWECipher.encoded(protectedHeader)
    do throws(CryptoError) {
      initializationVector = try randomBytes(count: AEADAlgorithm.nonceByteCount)
      cipher = try CipherContext(algorithm.cipher)
      try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
        try initializationVector.withBytes { (vector: UnsafeRawBufferPointer) throws(CryptoError) in
          try cipher.begin(.encrypting, key: key, nonce: vector)
        }
      }
      try header.withBytes { (header: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.authenticate(header)
      }
    } catch {
      throw .crypto(error)
    }
  }

  /// The length of the whole text, in bytes, for a plaintext of that many bytes.
  package static func textCount(protectedHeader: [UInt8], plaintextCount: UInt64) -> UInt64 {
    func encoded(_ count: UInt64) -> UInt64 { count / 3 * 4 + [0, 2, 3][Int(count % 3)] }
    let separators: UInt64 = 4
    return encoded(UInt64(protectedHeader.count)) + encoded(UInt64(AEADAlgorithm.nonceByteCount))
      + encoded(plaintextCount) + encoded(UInt64(AEADAlgorithm.tagByteCount)) + separators
  }

  /// Returns what stands before the ciphertext: header, no encrypted key, initialization vector.
  package func begin() throws(JWEError) -> [UInt8] {
    guard state == .new else { throw .outOfOrder }
    state = .open
    let separator = [JWECipher.separator]
    return header + separator + separator + JWECipher.encoded(initializationVector) + separator
  }

  /// Seals the next piece of the plaintext and returns what it adds to the text; that may be nothing.
  ///
  /// - Throws: `JWEError.tooLong` beyond what one key and vector can protect (64 GiB).
  package func append(_ plaintext: UnsafeRawBufferPointer) throws(JWEError) -> [UInt8] {
    try [UInt8](uninitializedCapacity: (carry.count + plaintext.count) / 3 * 4) {
      (text: UnsafeMutableRawBufferPointer) throws(JWEError) in
      try append(plaintext, into: text)
    }
  }

  /// Seals the next piece of the plaintext and returns what it adds to the text; that may be nothing.
  package func append(_ plaintext: [UInt8]) throws(JWEError) -> [UInt8] {
    try plaintext.withBytes { (bytes: UnsafeRawBufferPointer) throws(JWEError) in try append(bytes) }
  }

  /// Returns the end of the text: the rest of the ciphertext and the tag.
  package func finish() throws(JWEError) -> [UInt8] {
    guard state == .open else { throw .outOfOrder }
    state = .finished
    var tag = [UInt8](repeating: 0, count: AEADAlgorithm.tagByteCount)
    do throws(CryptoError) {
      try tag.withMutableBytes { (tag: UnsafeMutableRawBufferPointer) throws(CryptoError) in
        try cipher.finishSealing(tag: tag)
      }
    } catch {
      throw .crypto(error)
    }
    return JWECipher.encoded(carry) + [JWECipher.separator] + JWECipher.encoded(tag)
  }

  /// Seals the next piece of the plaintext into the beginning of `text`, which must have room for it, and returns how
  /// many characters that are.
  func append(
    _ plaintext: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer
  ) throws(JWEError) -> Int {
    guard state == .open else { throw .outOfOrder }
    guard plaintext.count <= algorithm.maximumTextByteCount - count else { throw .tooLong }
    count += plaintext.count
    let capacity = min(plaintext.count, Self.pieceByteCount) + 2
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { scratch.deallocate() }
    var rest = plaintext[...]
    var written = 0
    while !rest.isEmpty {
      let piece = rest.prefix(Self.pieceByteCount)
      rest = rest.dropFirst(piece.count)
      written += try seal(UnsafeRawBufferPointer(rebasing: piece), scratch, into: text, at: written)
    }
    return written
  }

  /// Whole groups of three bytes that stay in the nearer caches between cipher and text.
  private static let pieceByteCount = 3 << 14

  /// Returns how many characters it wrote.
  private func seal(
    _ piece: UnsafeRawBufferPointer, _ scratch: UnsafeMutableRawBufferPointer,
    into text: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(JWEError) -> Int {
    scratch.copyBytes(from: carry)
    let end = carry.count + piece.count
    do throws(CryptoError) {
      try cipher.process(piece, into: UnsafeMutableRawBufferPointer(rebasing: scratch[carry.count..<end]))
    } catch {
      throw .crypto(error)
    }
    let whole = end / 3 * 3
    let characters = whole / 3 * 4
    Base64URL.encode(
      UnsafeRawBufferPointer(rebasing: scratch[..<whole]).assumingMemoryBound(to: UInt8.self),
      into: UnsafeMutableRawBufferPointer(rebasing: text[offset..<(offset + characters)])
        .assumingMemoryBound(to: UInt8.self))
    carry = Array(scratch[whole..<end])
    return characters
  }
}
