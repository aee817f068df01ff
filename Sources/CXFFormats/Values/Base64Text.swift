/// Base64 in either alphabet of RFC 4648 (§4, §5), for the few values that foreign texts carry that way.
enum Base64Text {
  private static let urlAlphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns the bytes, or nil for a foreign character, a length that no bytes encode to, padding that is
  /// neither whole nor absent, or bits after the last byte that are not zero.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let symbols = text.prefix { $0 != UInt8(ascii: "=") }
    let paddings = text.dropFirst(symbols.count)
    guard paddings.allSatisfy({ $0 == UInt8(ascii: "=") }), symbols.count % 4 != 1 else { return nil }
    guard paddings.isEmpty || paddings.count == (4 - symbols.count % 4) % 4 else { return nil }
    var bytes: [UInt8] = []
    var pending: UInt16 = 0
    var bits = 0
    for character in symbols {
      guard let symbol = symbol(character) else { return nil }
      pending = pending << 6 | UInt16(symbol)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt16(bits)))
        pending &= (1 << UInt16(bits)) - 1
      }
    }
    return pending == 0 ? bytes : nil
  }

  /// Returns the text in the URL-safe alphabet with padding.
  static func encodeURLSafe(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        output.append(urlAlphabet[Int(pending >> bits) & 63])
      }
      pending &= (1 << bits) - 1
    }
    if bits > 0 { output.append(urlAlphabet[Int(pending << (6 - bits)) & 63]) }
    while output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
    return ASCIIBytes.text(output)
  }

  private static func symbol(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5A: character - 0x41
    case 0x61...0x7A: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
