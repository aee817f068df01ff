/// A hash of bytes for tables: fast on the short texts that identifiers are, and different in each run, so that no
/// document can be made to collide. It multiplies each 16 bytes, mixed with secret words, to 128 bits and folds them.
struct SeededHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// Creates a hash with seeds of its own.
  init() {
    var random = SystemRandomNumberGenerator()
    first = random.next()
    second = random.next()
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// Returns the hash of bytes, and of a number that tells apart what they belong to.
  @inline(__always)
  func callAsFunction(_ bytes: UnsafeRawBufferPointer, _ space: Int = 0) -> UInt64 {
    var state = Self.mix(first ^ UInt64(truncatingIfNeeded: space), second ^ UInt64(bytes.count))
    guard let base = bytes.baseAddress else { return state }
    var place = 0
    while place &+ 16 <= bytes.count {
      let left = (base + place).loadUnaligned(as: UInt64.self)
      let right = (base + place + 8).loadUnaligned(as: UInt64.self)
      state = Self.mix(left ^ first ^ state, right ^ second)
      place &+= 16
    }
    let rest = bytes.count &- place
    guard rest > 0 else { return state }
    var words: (UInt64, UInt64) = (0, 0)
    if bytes.count >= 16 {
      // The last sixteen bytes; some of them for the second time.
      words.0 = (base + bytes.count - 16).loadUnaligned(as: UInt64.self)
      words.1 = (base + bytes.count - 8).loadUnaligned(as: UInt64.self)
    } else {
      withUnsafeMutableBytes(of: &words) {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place...]))
      }
    }
    return Self.mix(words.0 ^ first ^ state, words.1 ^ second)
  }
}

/// Whether identifiers occur once each.
enum DistinctIdentifiers {
  /// Returns whether each item has an identifier, and no two the same.
  static func areDistinct(_ items: UnsafeBufferPointer<Item>) -> Bool {
    guard items.count < Int(Int32.max) else { return false }
    let hash = SeededHash()
    var capacity = 16
    while capacity < items.count * 2 { capacity *= 2 }
    // Places of items plus one, below the upper half of the hash.
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { slots in
      slots.initialize(repeating: 0)
      for index in items.indices {
        let isNew = items[index].id.bytes.withUnsafeBytes { bytes in
          guard !bytes.isEmpty else { return false }
          let hash = hash(bytes)
          var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
          while slots[slot] != 0 {
            let other = Int(slots[slot] & 0xFFFF_FFFF) - 1
            if slots[slot] >> 32 == hash >> 32,
              items[other].id.bytes.withUnsafeBytes({ $0.elementsEqual(bytes) })
            {
              return false
            }
            slot = (slot + 1) & (capacity - 1)
          }
          slots[slot] = (hash >> 32) << 32 | UInt64(index + 1)
          return true
        }
        guard isNew else { return false }
      }
      return true
    }
  }
}
