internal import CXFCrypto
internal import CredentialExchangeFormat

/// UUIDs, which are Bitwarden's identifiers and its spelling of credential ids of 16 bytes.
enum BitwardenID {
  /// The 16 bytes of a UUID, in the order in which they are printed; nil for any other text.
  static func bytes(uuid text: Text) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count == 36 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for (index, character) in characters.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard character == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = digit(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    if ASCIIBytes.isDigit(character) { return character - 0x30 }
    let letter = ASCIIBytes.lower(character)
    return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : nil
  }

  /// The UUID of 16 bytes, in lower case; nil for another number of bytes.
  static func uuid(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 16 else { return nil }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { Hexadecimal.text(bytes[$0]) }.joined(separator: "-")
  }

  /// The identifier that stands for a text: the bytes of a UUID, of any other text those of its UTF-8.
  static func identifier(_ text: Text) -> Identifier {
    if let bytes = bytes(uuid: text) { return Identifier(bytes) }
    let characters = Array(text.utf8)
    return Identifier(characters.count <= Identifier.maximumCount ? characters : derived(characters))
  }

  /// The UUID to write for an identifier; `part` tells entries apart that come from one item.
  ///
  /// Identifiers of another length than 16 bytes get a UUID of version 8 (RFC 9562 section 5.8) from their SHA-256, so
  /// that the same document always gives the same file.
  static func uuid(of id: Identifier, part: Int = 0) -> String {
    if part == 0, let text = uuid(id.bytes) { return text }
    return uuid(derived(id.bytes + (part == 0 ? [] : Array("/\(part)".utf8)))) ?? ""
  }

  private static func derived(_ bytes: [UInt8]) -> [UInt8] {
    // Hashing fails only when the library has no memory; then the bytes themselves must do.
    let hash = (try? Digest.hash(bytes, with: .sha256)) ?? bytes + Array(repeating: 0, count: 16)
    var result = Array(hash.prefix(16))
    result[6] = result[6] & 0x0F | 0x80
    result[8] = result[8] & 0x3F | 0x80
    return result
  }
}
