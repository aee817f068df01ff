/// Bech32 (BIP 173; not Bech32m), of any length: a prefix, "1", digits of five bits, and a checksum of six
/// of them.
enum Bech32 {
  /// What a text says; the data may be a key.
  struct Content: ~Copyable {
    /// What stands before the last "1", in lower case.
    let prefix: [UInt8]
    /// The bytes.
    let data: SecretBytes
  }

  /// Decodes a text of ASCII that is all upper or all lower case.
  static func decode(_ text: UnsafeRawBufferPointer) throws(Bech32Error) -> Content {
    guard text.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .invalidCharacter }
    let hasUpper = text.contains { isUpper($0) }
    let hasLower = text.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    guard !(hasUpper && hasLower) else { throw .mixedCase }
    guard let separator = text.lastIndex(of: UInt8(ascii: "1")), separator > 0,
      text.count - separator - 1 >= checksumCount
    else { throw .missingParts }
    let prefix = text[..<separator].map(lowercased)
    let digits = UnsafeRawBufferPointer(rebasing: text[(separator + 1)...])

    var checksum = Checksum(prefix: prefix)
    for character in digits {
      guard let value = value(of: lowercased(character)) else { throw .invalidCharacter }
      checksum.add(value)
    }
    guard checksum.isRight else { throw .wrongChecksum }
    let data = UnsafeRawBufferPointer(rebasing: digits[..<(digits.count - checksumCount)])
    return Content(prefix: prefix, data: try bytes(of: data))
  }

  private static func bytes(of digits: UnsafeRawBufferPointer) throws(Bech32Error) -> SecretBytes {
    guard digits.count * 5 % 8 < 5 else { throw .invalidPadding }
    return try SecretBytes(count: digits.count * 5 / 8) {
      (output: UnsafeMutableRawBufferPointer) throws(Bech32Error) in
      var bits: UInt32 = 0
      var bitCount = 0
      var index = 0
      for character in digits {
        bits = bits << 5 | UInt32(value(of: lowercased(character)) ?? 0)
        bitCount += 5
        if bitCount >= 8 {
          bitCount -= 8
          output[index] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
          bits &= (1 << UInt32(bitCount)) - 1
          index += 1
        }
      }
      guard bits == 0 else { throw .invalidPadding }
    }
  }

  /// Encodes bytes in lower case.
  ///
  /// - Parameter prefix: lower case ASCII.
  static func encode(_ data: some Collection<UInt8>, prefix: [UInt8]) -> SecretBytes {
    let digitCount = (data.count * 8 + 4) / 5
    return SecretBytes(count: prefix.count + 1 + digitCount + checksumCount) { output in
      output.copyBytes(from: prefix)
      output[prefix.count] = UInt8(ascii: "1")
      var index = prefix.count + 1
      var checksum = Checksum(prefix: prefix)
      func put(_ digit: UInt8) {
        output[index] = alphabet[Int(digit)]
        index += 1
      }
      var bits: UInt32 = 0
      var bitCount = 0
      for byte in data {
        bits = bits << 8 | UInt32(byte)
        bitCount += 8
        while bitCount >= 5 {
          bitCount -= 5
          let digit = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount) & 31)
          checksum.add(digit)
          put(digit)
        }
        bits &= (1 << UInt32(bitCount)) - 1
      }
      if bitCount > 0 {
        let digit = UInt8(truncatingIfNeeded: bits << UInt32(5 - bitCount) & 31)
        checksum.add(digit)
        put(digit)
      }
      for digit in checksum.digits { put(digit) }
    }
  }

  static let checksumCount = 6
}

extension Bech32 {
  /// The remainder of the BCH code, fed with digits.
  private struct Checksum {
    private var state: UInt32 = 1

    /// Begins with the prefix, in lower case.
    init(prefix: [UInt8]) {
      for character in prefix { add(character >> 5) }
      add(0)
      for character in prefix { add(character & 31) }
    }

    mutating func add(_ digit: UInt8) {
      let top = state >> 25
      state = (state & 0x1FF_FFFF) << 5 ^ UInt32(digit)
      for (bit, term) in Self.generator.enumerated() where top >> UInt32(bit) & 1 == 1 { state ^= term }
    }

    /// Whether the digits so far end in their checksum.
    var isRight: Bool { state == 1 }

    /// The six digits that make the checksum right.
    var digits: [UInt8] {
      var ended = self
      for _ in 0..<checksumCount { ended.add(0) }
      let remainder = ended.state ^ 1
      return (0..<checksumCount).map {
        UInt8(truncatingIfNeeded: remainder >> UInt32(5 * (checksumCount - 1 - $0)) & 31)
      }
    }

    private static let generator: [UInt32] = [
      0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
    ]
  }

  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

  private static func value(of character: UInt8) -> UInt8? {
    alphabet.firstIndex(of: character).map { UInt8($0) }
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// The letter in lower case, or the byte as it is.
  static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
}
