/// AES-256 in CBC mode, as much as a model needs to write an encrypted file: the library only decrypts.
struct AESBlocks: Sendable {
  private let roundKeys: [[UInt8]]

  /// The S-box of FIPS 197, made by its definition.
  private static let box: [UInt8] = {
    var box = [UInt8](repeating: 0x63, count: 256)
    var (p, q): (UInt8, UInt8) = (1, 1)
    repeat {
      p = p ^ (p << 1) ^ (p & 0x80 == 0 ? 0 : 0x1B)
      q ^= q << 1
      q ^= q << 2
      q ^= q << 4
      if q & 0x80 != 0 { q ^= 0x09 }
      func turned(_ count: UInt8) -> UInt8 { q << count | q >> (8 - count) }
      box[Int(p)] = q ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63
    } while p != 1
    return box
  }()

  init(key: [UInt8]) {
    var words = stride(from: 0, to: 32, by: 4).map { Array(key[$0..<($0 + 4)]) }
    var round: UInt8 = 1
    for index in 8..<60 {
      var word = words[index - 1]
      if index % 8 == 0 {
        word = [word[1], word[2], word[3], word[0]].map { Self.box[Int($0)] }
        word[0] ^= round
        round <<= 1
      } else if index % 8 == 4 {
        word = word.map { Self.box[Int($0)] }
      }
      words.append(zip(words[index - 8], word).map { $0 ^ $1 })
    }
    roundKeys = stride(from: 0, to: 60, by: 4).map { Array(words[$0..<($0 + 4)].joined()) }
  }

  /// Encrypts whole blocks.
  func cbc(_ plain: [UInt8], _ vector: [UInt8]) -> [UInt8] {
    var previous = vector
    var result: [UInt8] = []
    for start in stride(from: 0, to: plain.count, by: 16) {
      previous = block(zip(plain[start..<(start + 16)], previous).map { $0 ^ $1 })
      result += previous
    }
    return result
  }

  private func block(_ input: [UInt8]) -> [UInt8] {
    var state = zip(input, roundKeys[0]).map { $0 ^ $1 }
    for round in 1...14 {
      var next = [UInt8](repeating: 0, count: 16)
      for index in 0..<16 { next[index] = Self.box[Int(state[(index + 4 * (index % 4)) % 16])] }
      if round < 14 {
        for column in stride(from: 0, to: 16, by: 4) {
          let old = Array(next[column..<(column + 4)])
          let all = old[0] ^ old[1] ^ old[2] ^ old[3]
          for row in 0..<4 {
            let pair = old[row] ^ old[(row + 1) % 4]
            next[column + row] = old[row] ^ all ^ (pair << 1) ^ (pair & 0x80 == 0 ? 0 : 0x1B)
          }
        }
      }
      state = zip(next, roundKeys[round]).map { $0 ^ $1 }
    }
    return state
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        result.append(place <= part.count ? digits[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
