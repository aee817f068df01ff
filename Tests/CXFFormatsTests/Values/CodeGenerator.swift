import CXFFormats

/// Codes of RFC 4226 with SHA-1, only to check that what was read gives the codes it should.
enum CodeGenerator {
  static func code(_ code: OneTimeCode, counter: UInt64) -> String {
    let message = (0..<8).reversed().map { UInt8(truncatingIfNeeded: counter >> UInt64($0 * 8)) }
    let hash = hmac(key: code.secret, message: message)
    let offset = Int(hash[19] & 15)
    let number = hash[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
    let modulus = (0..<code.digits).reduce(UInt64(1)) { product, _ in product * 10 }
    let digits = String(number % modulus)
    return String(repeating: "0", count: code.digits - digits.count) + digits
  }

  static func code(_ code: OneTimeCode, at seconds: UInt64) -> String {
    self.code(code, counter: seconds / UInt64(code.period))
  }

  private static func hmac(key: [UInt8], message: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? sha1(key) : key
    block += Array(repeating: 0, count: 64 - block.count)
    return sha1(block.map { $0 ^ 0x5C } + sha1(block.map { $0 ^ 0x36 } + message))
  }

  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { word in
        padded[(start + word * 4)..<(start + word * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mix, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (rotate(a, 5) &+ mix &+ e &+ constant &+ words[index], a, rotate(b, 30), c, d)
      }
      state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return state.flatMap { word in
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> UInt32($0 * 8)) }
    }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
