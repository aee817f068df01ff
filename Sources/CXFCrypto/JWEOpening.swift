internal import CXFOpenSSL
internal import CredentialExchangeFormat

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Opens one JSON Web Encryption as its text comes, piece by piece. What it hands out means nothing before `finish`
/// has said that all is right.
final class JWEOpening {
  /// The parts of the compact form, in their order.
  private enum Part: Int {
    case header, encryptedKey, initializationVector, ciphertext, tag
  }

  private let expected: JWEExpectation
  private let cipher: CipherContext
  private var part = Part.header
  /// Characters of the present part that are not used yet.
  private var held: [UInt8] = []
  /// How many bytes of plaintext there were.
  private(set) var count: UInt64 = 0

  /// - Parameter expected: what the text must be.
  init(_ expected: JWEExpectation) throws(JWEError) {
    self.expected = expected
    do throws(CryptoError) {
      cipher = try CipherContext(expected.algorithm.cipher)
    } catch {
      throw .crypto(error)
    }
  }

  /// The most plaintext that a piece of text of that length can give.
  static func capacity(for characterCount: Int) -> Int { Base64URL.decodedCount(characterCount + 3) + 3 }

  /// Takes the next piece of the text and returns how many bytes of plaintext it wrote.
  ///
  /// - Parameter plaintext: memory for `capacity(for:)` bytes.
  func consume(
    _ text: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(JWEError) -> Int {
    var rest = text[...]
    var written = 0
    while !rest.isEmpty {
      let all = UnsafeRawBufferPointer(rebasing: rest)
      let end = firstSeparator(all)
      let content = UnsafeRawBufferPointer(rebasing: all[..<(end ?? all.count)])
      let room = UnsafeMutableRawBufferPointer(rebasing: plaintext[written...])
      if part == .ciphertext {
        written += try decrypt(content, into: room)
      } else {
        try hold(content)
      }
      guard let end else { break }
      let tail = UnsafeMutableRawBufferPointer(rebasing: plaintext[written...])
      written += try endPart(into: tail)
      rest = rest.dropFirst(end + 1)
    }
    return written
  }

  /// Says that the text has ended.
  ///
  /// - Throws: `JWEError.openFailed` where the tag is wrong: nothing of the plaintext must be used then.
  func finish() throws(JWEError) {
    guard part == .tag else { throw .notCompact }
    let tag = try JWECipher.decoded(held)
    guard tag.count == AEADAlgorithm.tagByteCount else { throw .wrongLength }
    let isAuthentic: Bool
    do throws(CryptoError) {
      isAuthentic = try tag.withBytes { (tag: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.finishOpening(tag: tag)
      }
    } catch {
      throw .crypto(error)
    }
    guard isAuthentic else { throw .openFailed }
  }
}

extension JWEOpening {
  /// What is longer than any header is none that was expected, and need not be kept.
  private static let maximumHeaderCount = 1 << 16

  private func firstSeparator(_ text: UnsafeRawBufferPointer) -> Int? {
    guard let start = text.baseAddress,
      let found = memchr(start, Int32(JWECipher.separator), text.count)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }

  /// Keeps what is short until its part ends.
  private func hold(_ content: UnsafeRawBufferPointer) throws(JWEError) {
    let (limit, refusal): (Int, JWEError) =
      switch part {
      case .header: (max(Self.maximumHeaderCount, expected.header.count), .unexpectedHeader)
      case .encryptedKey: (0, .wrongLength)
      case .initializationVector: (Base64URL.encodedCount(AEADAlgorithm.nonceByteCount), .wrongLength)
      case .ciphertext, .tag: (Base64URL.encodedCount(AEADAlgorithm.tagByteCount), .wrongLength)
      }
    guard content.count <= limit - held.count else { throw refusal }
    held += content
  }

  /// Acts on a part that a separator has ended, and returns how many bytes of plaintext it wrote.
  private func endPart(into plaintext: UnsafeMutableRawBufferPointer) throws(JWEError) -> Int {
    var written = 0
    switch part {
    case .header:
      guard held == expected.header else {
        throw JWECipher.difference(try JWECipher.decoded(held), from: expected.headerContent)
      }
      part = .encryptedKey
    case .encryptedKey: part = .initializationVector
    case .initializationVector:
      let vector = try JWECipher.decoded(held)
      guard vector.count == AEADAlgorithm.nonceByteCount else { throw .wrongLength }
      try begin(vector)
      part = .ciphertext
    case .ciphertext:
      // Less than a group of four is left.
      let last = held
      written = try last.withBytes { (last: UnsafeRawBufferPointer) throws(JWEError) in
        try decrypt(exactly: last, into: plaintext)
      }
      part = .tag
    case .tag: throw .notCompact
    }
    held.removeAll(keepingCapacity: true)
    return written
  }

  private func begin(_ vector: [UInt8]) throws(JWEError) {
    do throws(CryptoError) {
      try expected.key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
        try vector.withBytes { (vector: UnsafeRawBufferPointer) throws(CryptoError) in
          try cipher.begin(.decrypting, key: key, nonce: vector)
        }
      }
      try expected.header.withBytes { (header: UnsafeRawBufferPointer) throws(CryptoError) in
        try cipher.authenticate(header)
      }
    } catch {
      throw .crypto(error)
    }
  }

  /// Decrypts the whole groups of four among the characters, and holds the rest.
  private func decrypt(
    _ content: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(JWEError) -> Int {
    var content = content[...]
    var written = 0
    if !held.isEmpty {
      let missing = content.prefix(4 - held.count)
      content = content.dropFirst(missing.count)
      held += missing
      guard held.count == 4 else { return 0 }
      let group = held
      held.removeAll(keepingCapacity: true)
      written = try group.withBytes { (group: UnsafeRawBufferPointer) throws(JWEError) in
        try decrypt(exactly: group, into: plaintext)
      }
    }
    let whole = content.prefix(content.count / 4 * 4)
    held += content.dropFirst(whole.count)
    written += try decrypt(
      exactly: UnsafeRawBufferPointer(rebasing: whole),
      into: UnsafeMutableRawBufferPointer(rebasing: plaintext[written...]))
    return written
  }

  private func decrypt(
    exactly text: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(JWEError) -> Int {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: plaintext[..<Base64URL.decodedCount(text.count)])
    guard UInt64(bytes.count) <= expected.limit - count else { throw .tooLong }
    guard Base64URL.decodeExact(text, into: bytes) else { throw .nonCanonicalBase64 }
    do throws(CryptoError) {
      try cipher.process(UnsafeRawBufferPointer(bytes), into: bytes)
    } catch {
      throw .crypto(error)
    }
    count += UInt64(bytes.count)
    return bytes.count
  }
}
