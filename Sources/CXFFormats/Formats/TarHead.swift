/// The beginning of a tar file, which need not be sound: it only tells what the file is.
enum TarHead {
  private static let blockCount = 512

  /// Returns the name in the header of the first file; nil where the bytes are no tar, or end before it.
  static func nameOfFirstFile(_ head: [UInt8]) -> [UInt8]? {
    var place = 0
    while head.count - place >= blockCount {
      let block = head[place..<place + blockCount]
      guard block.dropFirst(257).starts(with: "ustar".utf8) else { return nil }
      switch block[place + 156] {
      case UInt8(ascii: "0"), 0: return Array(block.prefix(100).prefix { $0 != 0 })
      case UInt8(ascii: "5"): place += blockCount
      // What says more about the entry that follows; a name that it says is too long to be the one that is looked for.
      case UInt8(ascii: "x"), UInt8(ascii: "g"), UInt8(ascii: "L"):
        guard let size = octal(block.dropFirst(124).prefix(12)), size <= head.count else { return nil }
        place += blockCount + (size + blockCount - 1) / blockCount * blockCount
      default: return nil
      }
    }
    return nil
  }

  private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { (0x30...0x37).contains($0) }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 << 3 | Int($1 & 7) }
  }
}
