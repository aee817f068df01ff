/// Whether bytes are UTF-8, found without making a text of them.
enum UTF8Check {
  /// Returns whether all of the bytes are well-formed UTF-8 (RFC 3629).
  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var index = 0
    let count = bytes.count
    while index < count {
      if index &+ 8 <= count, StringStops.load(base + index) & 0x8080_8080_8080_8080 == 0 {
        index &+= 8
        continue
      }
      let first = base[index]
      if first < 0x80 {
        index &+= 1
        continue
      }
      // The second byte has a narrower range after some first ones: no overlong form, surrogate or value too large.
      let length: Int
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch first {
      case 0xC2...0xDF: length = 2
      case 0xE0:
        length = 3
        lowest = 0xA0
      case 0xED:
        length = 3
        highest = 0x9F
      case 0xE1...0xEF: length = 3
      case 0xF0:
        length = 4
        lowest = 0x90
      case 0xF1...0xF3: length = 4
      case 0xF4:
        length = 4
        highest = 0x8F
      default: return false
      }
      guard index &+ length <= count, base[index &+ 1] >= lowest, base[index &+ 1] <= highest else {
        return false
      }
      for place in 2..<max(length, 2) where base[index &+ place] & 0xC0 != 0x80 { return false }
      index &+= length
    }
    return true
  }
}
