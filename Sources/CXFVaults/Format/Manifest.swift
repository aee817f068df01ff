/// A sum of 256-bit numbers modulo 2^256.
struct Sum256: Equatable, Sendable {
  static let byteCount = 32
  // From the lowest word to the highest.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init() {}

  /// Reads a big-endian number of 32 bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    words = (word(3), word(2), word(1), word(0))
  }

  /// The 32 bytes, big-endian.
  var bytes: [UInt8] {
    var result: [UInt8] = []
    for word in [words.3, words.2, words.1, words.0] { result.append(integer: word) }
    return result
  }

  static func += (sum: inout Sum256, term: Sum256) {
    var carry = false
    sum.words.0 = add(sum.words.0, term.words.0, &carry)
    sum.words.1 = add(sum.words.1, term.words.1, &carry)
    sum.words.2 = add(sum.words.2, term.words.2, &carry)
    sum.words.3 = add(sum.words.3, term.words.3, &carry)
  }

  static func -= (sum: inout Sum256, term: Sum256) {
    var borrow = false
    sum.words.0 = subtract(sum.words.0, term.words.0, &borrow)
    sum.words.1 = subtract(sum.words.1, term.words.1, &borrow)
    sum.words.2 = subtract(sum.words.2, term.words.2, &borrow)
    sum.words.3 = subtract(sum.words.3, term.words.3, &borrow)
  }

  private static func add(_ a: UInt64, _ b: UInt64, _ carry: inout Bool) -> UInt64 {
    let (sum, first) = a.addingReportingOverflow(b)
    let (result, second) = sum.addingReportingOverflow(carry ? 1 : 0)
    carry = first || second
    return result
  }

  private static func subtract(_ a: UInt64, _ b: UInt64, _ borrow: inout Bool) -> UInt64 {
    let (difference, first) = a.subtractingReportingOverflow(b)
    let (result, second) = difference.subtractingReportingOverflow(borrow ? 1 : 0)
    borrow = first || second
    return result
  }

  static func == (left: Sum256, right: Sum256) -> Bool { left.words == right.words }
}

/// How many rows of a kind there are, and the sum over them.
struct RowTally: Equatable, Sendable {
  var count: UInt64 = 0
  var sum = Sum256()
}

/// What all rows together are: the row of kind 255.
struct Manifest: Equatable, Sendable {
  static let byteCount = 200

  /// Grows by one with each change.
  var generation: UInt64
  /// SHA-256 of the header.
  var headerHash: [UInt8]
  /// In the order of `RowKind.counted`.
  var tallies: [RowTally]

  init(generation: UInt64, headerHash: [UInt8], tallies: [RowTally] = Array(repeating: RowTally(), count: 4))
  {
    self.generation = generation
    self.headerHash = headerHash
    self.tallies = tallies
  }

  /// Reads a payload; nil unless it is exactly one manifest.
  init?(_ payload: UnsafeRawBufferPointer) {
    var reader = ByteReader(payload)
    guard payload.count == Self.byteCount, let generation = reader.integer(UInt64.self),
      let headerHash = reader.array(32)
    else { return nil }
    var tallies: [RowTally] = []
    for _ in RowKind.counted {
      guard let count = reader.integer(UInt64.self), let sum = reader.slice(Sum256.byteCount) else {
        return nil
      }
      tallies.append(RowTally(count: count, sum: Sum256(sum)))
    }
    self.init(generation: generation, headerHash: headerHash, tallies: tallies)
  }

  /// The payload.
  var payload: [UInt8] {
    var result: [UInt8] = []
    result.append(integer: generation)
    result += headerHash
    for tally in tallies {
      result.append(integer: tally.count)
      result += tally.sum.bytes
    }
    return result
  }

  /// The tally of a kind that is counted.
  subscript(kind: RowKind) -> RowTally {
    get { kind == .manifest ? RowTally() : tallies[Int(kind.rawValue) - 1] }
    set { if kind != .manifest { tallies[Int(kind.rawValue) - 1] = newValue } }
  }
}
