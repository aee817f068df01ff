internal import CXFOpenSSL
internal import CredentialExchangeFormat

/// What "dir" with "A128GCM" or "A256GCM" (RFC 7518, sections 4.5 and 5.3) is made of.
enum JWECipher {
  static let separator = UInt8(ascii: ".")

  /// Returns the cipher that the length of a key stands for.
  static func algorithm(keyByteCount: Int) throws(JWEError) -> AEADAlgorithm {
    switch keyByteCount {
    case AEADAlgorithm.aes128GCM.keyByteCount: .aes128GCM
    case AEADAlgorithm.aes256GCM.keyByteCount: .aes256GCM
    default: throw .wrongLength
    }
  }

  /// Returns the bytes in base64url.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Base64URL.encodedCount(bytes.count)) { text, filled in
      filled = Base64URL.encodedCount(bytes.count)
      bytes.withUnsafeBufferPointer {
        Base64URL.encode($0, into: UnsafeMutableBufferPointer(rebasing: text[..<filled]))
      }
    }
  }

  /// Returns the bytes of a text in exact base64url.
  static func decoded(_ text: [UInt8]) throws(JWEError) -> [UInt8] {
    try text.withBytes { (text: UnsafeRawBufferPointer) throws(JWEError) in
      try [UInt8](uninitializedCount: Base64URL.decodedCount(text.count)) {
        (bytes: UnsafeMutableRawBufferPointer) throws(JWEError) in
        guard Base64URL.decodeExact(text, into: bytes) else { throw .nonCanonicalBase64 }
      }
    }
  }

  /// Returns what is wrong with a protected header that is not the expected one, both decoded.
  static func difference(_ header: [UInt8], from expected: [UInt8]) -> JWEError {
    guard let key = keyID(in: header), let expectedKey = keyID(in: expected),
      header[..<key.lowerBound] == expected[..<expectedKey.lowerBound],
      header[key.upperBound...] == expected[expectedKey.upperBound...]
    else { return .unexpectedHeader }
    return .otherKey
  }

  /// Where the value of `kid` lies, quotes included, in a JSON object; nil where that is no string or not there
  /// once.
  private static func keyID(in header: [UInt8]) -> Range<Int>? {
    header.withUnsafeBufferPointer { text in
      var cursor = JSONCursor(text)
      var found: [Range<Int>] = []
      do throws(JSONError) {
        try cursor.beginObject()
        var first = true
        while let name = try cursor.nextMember(first: &first) {
          let range = try cursor.skipValue()
          if cursor.resolves(name, to: "kid") { found.append(range) }
        }
        try cursor.finish()
      } catch {
        return nil
      }
      guard found.count == 1, text[found[0].lowerBound] == UInt8(ascii: "\"") else { return nil }
      return found[0]
    }
  }
}
