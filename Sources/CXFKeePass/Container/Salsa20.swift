internal import CXFCrypto

/// The stream cipher Salsa20 with 20 rounds and keys of 256 bits (D. J. Bernstein, 2005), with which older databases protect
/// values. Encrypting and decrypting are the same. OpenSSL has it not.
package struct Salsa20: Sendable, Redacted {
  private var state: [UInt32]
  private var block = [UInt8](repeating: 0, count: 64)
  private var used = 64

  /// The lengths of a key and of a nonce, in bytes.
  package static let keyByteCount = 32
  package static let nonceByteCount = 8

  /// Begins at the first byte of the key stream; nil for other lengths.
  package init?(key: [UInt8], nonce: [UInt8]) {
    guard key.count == Self.keyByteCount, nonce.count == Self.nonceByteCount else { return nil }
    func words(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
      stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map {
        UInt32(littleEndian: bytes[$0..<($0 + 4)])
      }
    }
    // "expand 32-byte k", a word at each place of the diagonal.
    let constants: [UInt32] = [0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574]
    let (low, high) = (words(key[..<16]), words(key[16...]))
    state = [constants[0]] + low + [constants[1]] + words(nonce[...])
    state += [0, 0, constants[2]] + high + [constants[3]]
  }

  /// Combines the bytes with the next ones of the key stream.
  package mutating func process(_ bytes: inout [UInt8]) {
    for index in bytes.indices {
      if used == 64 { nextBlock() }
      bytes[index] ^= block[used]
      used += 1
    }
  }

  private mutating func nextBlock() {
    var x = state
    func quarter(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
      x[b] ^= Self.rotate(x[a] &+ x[d], 7)
      x[c] ^= Self.rotate(x[b] &+ x[a], 9)
      x[d] ^= Self.rotate(x[c] &+ x[b], 13)
      x[a] ^= Self.rotate(x[d] &+ x[c], 18)
    }
    for _ in 0..<10 {
      quarter(0, 4, 8, 12)
      quarter(5, 9, 13, 1)
      quarter(10, 14, 2, 6)
      quarter(15, 3, 7, 11)
      quarter(0, 1, 2, 3)
      quarter(5, 6, 7, 4)
      quarter(10, 11, 8, 9)
      quarter(15, 12, 13, 14)
    }
    for place in 0..<64 {
      block[place] = UInt8(truncatingIfNeeded: (x[place / 4] &+ state[place / 4]) >> UInt32(place % 4 * 8))
    }
    used = 0
    // The counter has 64 bits.
    state[8] &+= 1
    if state[8] == 0 { state[9] &+= 1 }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }

  /// The kind.
  package var redactedDescription: String { "Salsa20" }
}
