/// The identifiers of a document: which are taken, and by what.
///
/// An identifier is known by 96 bits of a hash that differs in each run: two different ones among ten million are taken for the
/// same in one run of 10^14. Of items 32 bits make room for the place of the item. Each takes 12 bytes in a table that is at
/// least three quarters full, once it is not small: at most 16 bytes each.
struct IdentifierTable {
  /// What an identifier belongs to.
  enum Kind: UInt8 {
    case account = 1
    case collection
    case item
    /// An item that stands in a collection.
    case strayItem
    case group
    case field
    case file
    /// A passkey by relying party and credential id, which is no identifier of CXF.
    case passkey
    /// A passkey by relying party and user handle.
    case passkeyUser

    /// Whether the place is known.
    var hasPlace: Bool { self == .item || self == .strayItem }
  }

  /// What an identifier is known by.
  struct Fingerprint: Hashable {
    fileprivate let high: UInt64
    fileprivate let low: UInt32
  }

  private let hash = SeededHash()
  private let second = SeededHash()
  private var shards = [Shard](repeating: Shard(), count: 1 << Self.shardBits)
  private static let shardBits = 6

  /// Returns what bytes are known by in a space, which is an account.
  func fingerprint(_ bytes: UnsafeRawBufferPointer, in space: Int) -> Fingerprint {
    Fingerprint(high: hash(bytes, space), low: UInt32(truncatingIfNeeded: second(bytes, space)))
  }

  /// Returns the kind under which an identifier is taken, and the place of an item.
  func entry(of identifier: Fingerprint) -> (kind: Kind, place: Int)? {
    shards[shard(of: identifier)].entry(of: identifier)
  }

  /// Takes an identifier; returns the kind under which it was taken already, and the place of an item.
  mutating func take(_ identifier: Fingerprint, as kind: Kind, place: Int = 0) -> (kind: Kind, place: Int)? {
    shards[shard(of: identifier)].take(identifier, kind, place)
  }

  private func shard(of identifier: Fingerprint) -> Int {
    Int(truncatingIfNeeded: identifier.high >> (64 - UInt64(Self.shardBits)))
  }

  /// A part of the table. Each grows by itself, so that never much more than the whole is in memory.
  private struct Shard {
    /// Sixty bits of the fingerprint above the kind; 0 is free.
    private var marks: [UInt64] = []
    /// The rest of the fingerprint, or the place of an item.
    private var rests: [UInt32] = []
    private var count = 0

    private func slot(of mark: UInt64) -> Int {
      // The bits that chose the shard are the same for all here.
      Int((mark << UInt64(IdentifierTable.shardBits)).multipliedFullWidth(by: UInt64(marks.count)).high)
    }

    /// Returns the slot of an identifier, or the free one where it would go.
    private func find(_ identifier: Fingerprint) -> Int {
      let mark = identifier.high & ~0xF
      var slot = slot(of: mark)
      while marks[slot] != 0 {
        if marks[slot] & ~0xF == mark {
          let kind = Kind(rawValue: UInt8(marks[slot] & 0xF))
          if kind?.hasPlace == true || rests[slot] == identifier.low { return slot }
        }
        slot += 1
        if slot == marks.count { slot = 0 }
      }
      return slot
    }

    private func content(of slot: Int) -> (kind: Kind, place: Int)? {
      Kind(rawValue: UInt8(marks[slot] & 0xF)).map { ($0, Int(rests[slot])) }
    }

    func entry(of identifier: Fingerprint) -> (kind: Kind, place: Int)? {
      marks.isEmpty ? nil : content(of: find(identifier))
    }

    mutating func take(_ identifier: Fingerprint, _ kind: Kind, _ place: Int) -> (kind: Kind, place: Int)? {
      if count * 10 >= marks.count * 9 { grow() }
      let slot = find(identifier)
      if let taken = content(of: slot) { return taken }
      marks[slot] = identifier.high & ~0xF | UInt64(kind.rawValue)
      rests[slot] = kind.hasPlace ? UInt32(truncatingIfNeeded: place) : identifier.low
      count += 1
      return nil
    }

    private mutating func grow() {
      let (oldMarks, oldRests) = (marks, rests)
      let capacity = max(16, marks.count + marks.count / 5)
      marks = Array(repeating: 0, count: capacity)
      rests = Array(repeating: 0, count: capacity)
      for (mark, rest) in zip(oldMarks, oldRests) where mark != 0 {
        var slot = slot(of: mark & ~0xF)
        while marks[slot] != 0 {
          slot += 1
          if slot == capacity { slot = 0 }
        }
        marks[slot] = mark
        rests[slot] = rest
      }
    }
  }
}

/// References to items that were not known when they were met: 16 bytes each, in pieces, so that growing copies nothing.
struct ReferenceList {
  private struct Reference {
    let high: UInt64
    let low: UInt32
    let offset: UInt32
  }

  private static let pieceCount = 1 << 12
  private var pieces: [[Reference]] = []

  mutating func append(_ item: IdentifierTable.Fingerprint, at offset: Int) {
    if pieces.last.map({ $0.count == Self.pieceCount }) ?? true {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(Self.pieceCount)
    }
    pieces[pieces.count - 1].append(
      Reference(high: item.high, low: item.low, offset: UInt32(truncatingIfNeeded: offset)))
  }

  /// Calls `body` with each reference and the offset of its value, in the order in which they were met.
  func forEach(_ body: (IdentifierTable.Fingerprint, Int) -> Void) {
    for piece in pieces {
      for reference in piece { body(.init(high: reference.high, low: reference.low), Int(reference.offset)) }
    }
  }
}
