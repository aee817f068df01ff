/// Turns the bytes of names into text.
struct ZipNameDecoder {
  let limits: ZipLimits

  private static let unix: UInt8 = 3
  private static let macOS: UInt8 = 19

  /// Returns the name of an entry.
  ///
  /// - Parameters:
  ///   - bytes: the name in the header.
  ///   - isUTF8: whether flag 11 says that it is UTF-8.
  ///   - host: the number of the system that made the entry.
  ///   - unicodePath: the extra field that gives it in UTF-8.
  func decode(
    _ bytes: [UInt8], isUTF8: Bool, host: UInt8, unicodePath: [UInt8]?
  ) throws(ZipError) -> String {
    let shown = String(decoding: bytes, as: UTF8.self)
    let name: String
    if isUTF8 || bytes.allSatisfy({ $0 < 0x80 }) {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw ZipError(.name(.encoding), entry: shown)
      }
      name = text
    } else {
      guard limits.allowsLegacyNames else { throw ZipError(.name(.encoding), entry: shown) }
      // Info-ZIP on Unix and what macOS has write UTF-8 without saying so.
      let text = host == Self.unix || host == Self.macOS ? String(validating: bytes, as: UTF8.self) : nil
      name = text ?? CodePage437.decode(bytes)
    }
    guard let unicodePath else { return name }
    // Readers that know the field see another name than those that do not.
    guard !limits.isExact else { throw ZipError(.extraField, entry: shown) }
    guard let other = Self.text(of: unicodePath, for: bytes) else { return name }
    guard !isUTF8 || other.utf8.elementsEqual(name.utf8) else {
      throw ZipError(.localMismatch(.name), entry: shown)
    }
    return other
  }

  /// Nil when the field does not stand for this name, which it says by the name's checksum: some program renamed the
  /// entry and left the field as it was.
  private static func text(of field: [UInt8], for name: [UInt8]) -> String? {
    guard field.count > 5, field[0] == 1 else { return nil }
    var checksum = CRC32()
    checksum.update(name)
    guard checksum.value == field.littleEndian(UInt32.self, at: 1) else { return nil }
    return String(validating: field.dropFirst(5), as: UTF8.self)
  }
}

/// IBM's code page 437, in which names are that nothing says more about.
enum CodePage437 {
  /// Returns the text; every byte has a meaning, and those below 128 are ASCII.
  static func decode(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
    return String(text)
  }

  private static let upper = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)
}
