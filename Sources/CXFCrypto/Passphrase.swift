internal import CXFOpenSSL
internal import CXFText
internal import Glibc

/// What a person types to protect a file.
package enum Passphrase {
  /// Returns a passphrase in Unicode's Normalization Form C (UAX #15), UTF-8.
  ///
  /// Systems spell "é" with one code point or with two; the same passphrase must give the same key on all of
  /// them. Nothing else is changed: no case, no white space, no line end.
  ///
  /// Memory of ours and results of the library are cleared. What is not ours to clear: the library sorts
  /// accents in working memory of its own. It is not called for a passphrase of ASCII only.
  ///
  /// For characters that the library's version of Unicode knows, the standard promises that later versions
  /// give the same result. Newer characters stay as they are.
  ///
  /// - Throws: `PassphraseError`.
  package static func normalized(
    _ bytes: borrowing SecretBytes
  ) throws(PassphraseError) -> SecretBytes {
    try bytes.withUnsafeBytes { (text: UnsafeRawBufferPointer) throws(PassphraseError) in
      // ASCII is in every normal form. The sum of all bits needs no branch on a byte of a secret.
      guard text.reduce(0, |) >= 0x80 else { return SecretBytes(copying: text) }
      return try normalized(text)
    }
  }

  private static func normalized(
    _ text: UnsafeRawBufferPointer
  ) throws(PassphraseError) -> SecretBytes {
    let source = text.assumingMemoryBound(to: UInt8.self)
    guard let start = source.baseAddress, u8_check(start, source.count) == nil else { throw .invalidUTF8 }
    let (capacity, overflow) = source.count.multipliedReportingOverflow(by: maximumExpansion)
    guard !overflow else { throw .normalizationFailed }
    var count = 0
    let room = try SecretBytes(count: capacity + slack) {
      (room: UnsafeMutableRawBufferPointer) throws(PassphraseError) in
      count = room.count
      let buffer = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let result = cxf_text_nfc(start, source.count, buffer, &count) else { throw .normalizationFailed }
      guard result != buffer else { return }
      // The library found the room too small and took its own.
      OPENSSL_cleanse(result, count)
      free(result)
      throw .normalizationFailed
    }
    return room.withUnsafeBytes { SecretBytes(copying: $0[..<count]) }
  }

  /// No text grows to more than three times its length in UTF-8 by NFC (UAX #15, section 12).
  private static let maximumExpansion = 3
  /// The library wants room for a whole code point before it writes the last one.
  private static let slack = 16
}
