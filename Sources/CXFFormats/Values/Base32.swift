package import CredentialExchangeFormat

/// Base32 with the alphabet of RFC 4648 §6 (A–Z, 2–7).
///
/// `decode` is the standard to the letter. `read` takes what people and products write for the secret of a
/// one-time code. Neither maps `0`, `1` and `8` to the letters they look like: that would be a guess.
package enum Base32 {
  /// What is wrong with a Base32 text.
  package enum Problem: Error, Sendable, Hashable {
    /// The byte at this offset of the UTF-8 text, from 0, is not of the alphabet.
    case invalidCharacter(offset: Int)
    /// The last group has 1, 3 or 6 characters, which no number of bytes encodes to.
    case incompleteGroup(characters: Int)
    /// The bits after the last whole byte are not zero, so another spelling stands for the same bytes.
    case nonZeroTrailingBits
    /// There is padding, but not as much as the last group needs.
    case wrongPadding
  }

  /// The bytes of a tolerantly read text, with what had to be overlooked.
  package struct Reading: Sendable, Hashable {
    /// The decoded bytes: every whole byte that the characters give.
    package var bytes: [UInt8]
    /// `incompleteGroup`, `nonZeroTrailingBits` and `wrongPadding`, each at most once, in this order.
    package var problems: [Problem]
    /// Whether the text is not the canonical spelling: upper case, unbroken, without padding.
    package var isRespelled: Bool
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Returns the Base32 text of the bytes, upper case; with `padded`, filled with `=` to a multiple of 8.
  package static func encode(_ bytes: some Sequence<UInt8>, padded: Bool = false) -> String {
    var output: [UInt8] = []
    var pending: UInt16 = 0
    var bits = 0
    for byte in bytes {
      pending = pending << 8 | UInt16(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        output.append(alphabet[Int(pending >> UInt16(bits)) & 31])
      }
      pending &= (1 << UInt16(bits)) - 1
    }
    if bits > 0 { output.append(alphabet[Int(pending << UInt16(5 - bits)) & 31]) }
    if padded {
      while output.count % 8 != 0 { output.append(padding) }
    }
    return ASCIIBytes.text(output)
  }

  /// Returns the bytes of a Base32 text in upper case, with its full padding or with none.
  ///
  /// Throws the first `Problem`: a foreign character, an odd length, wrong padding, trailing bits, in this
  /// order.
  package static func decode(_ text: Text) throws(Problem) -> [UInt8] {
    var decoder = Decoder()
    for (offset, character) in text.utf8.enumerated() {
      guard ASCIIBytes.lower(character) != character || !ASCIIBytes.isLetter(character) else {
        throw .invalidCharacter(offset: offset)
      }
      try decoder.take(character, at: offset)
    }
    if let problem = decoder.problems.first { throw problem }
    return decoder.bytes
  }

  /// Reads a secret as people type it: any case, blanks and dashes anywhere, any amount of `=` at the end.
  ///
  /// Blanks are those of ASCII, the no-break spaces, U+2000–U+200D, U+3000 and U+FEFF; dashes are `-` and
  /// U+2010–U+2015. Throws `invalidCharacter` for everything else, also for `=` before a letter.
  package static func read(_ text: Text) throws(Problem) -> Reading {
    var decoder = Decoder()
    var isRespelled = false
    var offset = 0
    for scalar in text.string.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      if isFiller(scalar) {
        isRespelled = true
        continue
      }
      guard let character = UInt8(exactly: scalar.value), scalar.isASCII else {
        throw .invalidCharacter(offset: offset)
      }
      if character == padding || ASCIIBytes.isLetter(character) && character > 0x5A { isRespelled = true }
      try decoder.take(character, at: offset)
    }
    let problems = decoder.problems
    return Reading(bytes: decoder.bytes, problems: problems, isRespelled: isRespelled || !problems.isEmpty)
  }

  private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x2D, 0xA0, 0x2000...0x200D, 0x2010...0x2015, 0x202F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// Collects characters into bytes and remembers what is left over.
  private struct Decoder {
    var bytes: [UInt8] = []
    var pending: UInt16 = 0
    var bits = 0
    var symbols = 0
    var paddings = 0

    mutating func take(_ character: UInt8, at offset: Int) throws(Problem) {
      if character == padding {
        paddings += 1
        return
      }
      guard paddings == 0, let symbol = Self.symbol(character) else {
        throw .invalidCharacter(offset: offset)
      }
      symbols += 1
      pending = pending << 5 | UInt16(symbol)
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt16(bits)))
        pending &= (1 << UInt16(bits)) - 1
      }
    }

    var problems: [Problem] {
      var problems: [Problem] = []
      let rest = symbols % 8
      if rest == 1 || rest == 3 || rest == 6 { problems.append(.incompleteGroup(characters: rest)) }
      if paddings > 0, paddings != (8 - rest) % 8 { problems.append(.wrongPadding) }
      if pending != 0 { problems.append(.nonZeroTrailingBits) }
      return problems
    }

    private static func symbol(_ character: UInt8) -> UInt8? {
      switch ASCIIBytes.lower(character) {
      case let letter where ASCIIBytes.isLetter(letter): letter - 0x61
      case 0x32...0x37: character - 0x32 + 26
      default: nil
      }
    }
  }
}
