package import CXFCrypto
internal import CredentialExchangeFormat

/// Why a key file gives no key.
package enum KDBXKeyFileError: Error, Equatable, Sendable {
  /// It has no byte.
  case empty
  /// It is a key file in XML of a version that is not known here, or of none.
  case version(String)
  /// It is a key file in XML without a key in it.
  case noKey
  /// The key in it is not base64 (version 1) or hexadecimal digits (version 2).
  case encoding
  /// The key in it is not what its checksum says.
  case checksum
  /// The cryptographic library failed.
  case crypto(CryptoError)
}

/// Key files, of all the kinds that KeePass knows.
package enum KDBXKeyFile {
  /// Returns what a key file contributes to a key.
  ///
  /// XML with the root element `KeyFile` holds it, in base64 or hexadecimal digits; 32 bytes are it; 64 hexadecimal digits
  /// stand for it; of any other file it is the SHA-256. A file that is a key file in XML, but a damaged one, is never
  /// taken for any other file.
  ///
  /// - Throws: `KDBXKeyFileError`.
  package static func key(_ file: [UInt8]) throws(KDBXKeyFileError) -> SecretBytes {
    guard !file.isEmpty else { throw .empty }
    if let outline = try? XMLOutline(file), outline.name(of: 0) == "KeyFile" { return try key(outline) }
    if file.count == keyByteCount { return SecretBytes(copying: file) }
    if file.count == 2 * keyByteCount, let bytes = HexadecimalText.decode(file) {
      return SecretBytes(copying: bytes)
    }
    do throws(CryptoError) {
      var digest = try Digest(.sha256)
      try digest.update(file)
      return try digest.finishSecret()
    } catch {
      throw .crypto(error)
    }
  }

  private static let keyByteCount = 32
  private static let checksumByteCount = 4

  private static func key(_ xml: XMLOutline) throws(KDBXKeyFileError) -> SecretBytes {
    let version = xml.child(of: 0, named: "Meta").flatMap { xml.child(of: $0, named: "Version") }
      .map { xml.text(of: $0) }
    guard let data = xml.child(of: 0, named: "Key").flatMap({ xml.child(of: $0, named: "Data") }) else {
      throw .noKey
    }
    let text = xml.text(of: data).filter { !XMLOutline.isSpace($0) }
    let major = version.map { $0.filter { !XMLOutline.isSpace($0) }.prefix { $0 != UInt8(ascii: ".") } } ?? []
    switch String(decoding: major, as: UTF8.self) {
    case "1":
      guard let bytes = try? Base64.decode(text[...]), !bytes.isEmpty else { throw .encoding }
      return SecretBytes(copying: bytes)
    case "2":
      guard let bytes = HexadecimalText.decode(text), !bytes.isEmpty else { throw .encoding }
      if let checksum = xml.attribute("Hash", of: data) {
        let hash: [UInt8]
        do throws(CryptoError) {
          hash = try Digest.hash(bytes, with: .sha256)
        } catch {
          throw .crypto(error)
        }
        guard let expected = HexadecimalText.decode(checksum),
          constantTimeEqual(expected, Array(hash[..<checksumByteCount]))
        else { throw .checksum }
      }
      return SecretBytes(copying: bytes)
    default: throw .version(String(decoding: (version ?? []).prefix(16), as: UTF8.self))
    }
  }
}

/// Bytes as pairs of hexadecimal digits.
enum HexadecimalText {
  /// The bytes; nil for any other character, and for a digit without a second one.
  static func decode(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
