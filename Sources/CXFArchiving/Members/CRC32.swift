/// The CRC-32 that zip and gzip use (polynomial 0x04C11DB7, bits reflected), of bytes that come in pieces.
///
/// It finds accidents and not attacks.
struct CRC32 {
  private var state: UInt32 = .max

  /// The checksum of what has come so far.
  var value: UInt32 { ~state }

  /// Takes in further bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard var position = bytes.baseAddress else { return }
    let end = position + bytes.count
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      // Sixteen bytes a round, each through a table of its own, so that no look-up waits for another one.
      while end - position >= 16 {
        let low = UInt64(littleEndian: position.loadUnaligned(as: UInt64.self)) ^ UInt64(state)
        let high = UInt64(littleEndian: position.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        state = Self.look(up: low, in: tables, last: 15) ^ Self.look(up: high, in: tables, last: 7)
        position += 16
      }
      while position < end {
        let index = (state ^ UInt32(position.load(as: UInt8.self))) & 0xFF
        state = state >> 8 ^ tables[Int(index)]
        position += 1
      }
    }
    self.state = state
  }

  /// Takes in further bytes.
  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Eight bytes, the first of which goes through table `last`.
  @inline(__always)
  private static func look(
    up word: UInt64, in tables: UnsafeBufferPointer<UInt32>, last: Int
  ) -> UInt32 {
    @inline(__always)
    func entry(_ place: Int) -> UInt32 {
      let byte = Int(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: 8 &* place)) & 0xFF
      return tables[(last &- place) &* 256 &+ byte]
    }
    return (entry(0) ^ entry(1)) ^ (entry(2) ^ entry(3)) ^ ((entry(4) ^ entry(5)) ^ (entry(6) ^ entry(7)))
  }

  /// Table `t` at `256 * t`: what a byte does to the state when `t` further bytes follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()
}
