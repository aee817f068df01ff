/// Walks raw DEFLATE (RFC 1951) and counts what it inflates to, without keeping a byte of that.
///
/// The time is bounded by the length of the data, however much they inflate to, and so is the memory: what was written
/// before is never looked at, only how much there was of it.
package struct DeflateWalk {
  /// Why data are no stream of DEFLATE.
  package enum Fault: Error, Sendable {
    /// The data end before the stream does.
    case truncated
    /// A block of an unknown kind, a code that cannot be, or a distance to before the beginning.
    case damaged
    /// Bytes follow after the end of the stream.
    case trailing
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// Bits that were taken from the bytes and not yet used, lowest first.
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var total: UInt64 = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the number of bytes that a whole stream inflates to.
  package static func inflatedCount(of bytes: UnsafeBufferPointer<UInt8>) throws(Fault) -> UInt64 {
    var walk = DeflateWalk(bytes)
    while try !walk.block() {}
    guard walk.offset == bytes.count else { throw .trailing }
    return walk.total
  }

  // MARK: Bits

  private mutating func take(_ count: UInt32) throws(Fault) -> Int {
    while bitCount < count {
      guard offset < bytes.count else { throw .truncated }
      bits |= UInt32(bytes[offset]) << bitCount
      offset += 1
      bitCount += 8
    }
    let value = bits & ((1 << count) - 1)
    bits >>= count
    bitCount -= count
    return Int(value)
  }

  // MARK: Blocks

  /// Walks one block; returns whether it was the last one.
  private mutating func block() throws(Fault) -> Bool {
    let isLast = try take(1) == 1
    switch try take(2) {
    case 0: try stored()
    case 1: try symbols(Self.fixedLengths, Self.fixedDistances)
    case 2:
      let (lengths, distances) = try dynamicCodes()
      try symbols(lengths, distances)
    default: throw .damaged
    }
    return isLast
  }

  private mutating func stored() throws(Fault) {
    bits = 0
    bitCount = 0
    let count = try take(16)
    guard try take(16) == ~count & 0xFFFF else { throw .damaged }
    guard bytes.count - offset >= count else { throw .truncated }
    offset += count
    total += UInt64(count)
  }

  private mutating func symbols(_ lengths: Code, _ distances: Code) throws(Fault) {
    while true {
      let symbol = try next(lengths)
      if symbol < 256 {
        total += 1
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw .damaged }
      let (length, lengthBits) = Self.lengthBases[symbol - 257]
      let count = length + (try take(lengthBits))
      let place = try next(distances)
      guard place < 30 else { throw .damaged }
      // The first four stand for themselves; each further two have one bit more.
      let distanceBits = UInt32(max(place / 2 - 1, 0))
      let base = place < 4 ? place + 1 : (2 + place % 2) << Int(distanceBits) + 1
      guard UInt64(base + (try take(distanceBits))) <= total else { throw .damaged }
      total += UInt64(count)
    }
  }

  /// The shortest length of each symbol from 257 on, and how many bits are added to it (RFC 1951 section 3.2.5).
  private static let lengthBases: [(Int, UInt32)] = {
    var bases: [(Int, UInt32)] = []
    var next = 3
    for symbol in 0..<28 {
      let extra = UInt32(max(symbol / 4 - 1, 0))
      bases.append((next, extra))
      next += 1 << Int(extra)
    }
    return bases + [(258, 0)]
  }()

  // MARK: Codes

  /// A canonical Huffman code: how many symbols have each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int]

    /// Throws for more codes than there is room for, and for less unless `allowsOne` and one code at most is used.
    init(_ lengths: ArraySlice<Int>, allowsOne: Bool = true) throws(Fault) {
      for length in lengths { counts[length] += 1 }
      var room = 1
      for length in 1...15 {
        room = room * 2 - counts[length]
        guard room >= 0 else { throw .damaged }
      }
      let used = lengths.count - counts[0]
      guard room == 0 || (allowsOne && used == counts[1]) else { throw .damaged }
      var places = [Int](repeating: 0, count: 17)
      for length in 1...15 { places[length + 1] = places[length] + counts[length] }
      symbols = [Int](repeating: 0, count: used)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[places[length]] = symbol
        places[length] += 1
      }
    }

    fileprivate init(fixed lengths: [Int]) {
      // The lengths of the standard fill their room.
      self = (try? Code(lengths[...])) ?? Code()
    }

    private init() { symbols = [] }
  }

  /// RFC 1951 section 3.2.6.
  private static let fixedLengths = Code(
    fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  // 30 and 31 have codes that never occur.
  private static let fixedDistances = Code(fixed: Array(repeating: 5, count: 32))

  private mutating func next(_ code: Code) throws(Fault) -> Int {
    var value = 0
    var first = 0
    var place = 0
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[place + value - first] }
      place += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .damaged
  }

  /// The order in which the lengths of the code of code lengths stand (RFC 1951 section 3.2.7).
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func dynamicCodes() throws(Fault) -> (lengths: Code, distances: Code) {
    let lengthCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let orderCount = try take(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw .damaged }
    var own = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(orderCount) { own[place] = try take(3) }
    let code = try Code(own[...], allowsOne: false)
    var lengths: [Int] = []
    while lengths.count < lengthCount + distanceCount {
      switch try next(code) {
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
      case let length: lengths.append(length)
      }
    }
    // Without an end the block would have none.
    guard lengths.count == lengthCount + distanceCount, lengths[256] > 0 else { throw .damaged }
    return (try Code(lengths[..<lengthCount]), try Code(lengths[lengthCount...]))
  }
}
