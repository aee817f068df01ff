/// The id of a row, 16 bytes.
struct RowID: Hashable, Comparable, Sendable {
  static let byteCount = 16
  static let zero = RowID(high: 0, low: 0)

  // Two numbers instead of an array: these are made and hashed by the hundred thousand.
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Takes the first 16 bytes.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.byteCount else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// Takes 16 bytes, neither more nor less.
  init?(exactly bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(bytes)
  }

  /// Takes 16 bytes, neither more nor less.
  init?(_ bytes: [UInt8]) {
    guard let id = bytes.withUnsafeBytes({ RowID(exactly: $0) }) else { return nil }
    self = id
  }

  /// Writes the 16 bytes to the beginning of `memory`.
  func store(to memory: UnsafeMutableRawPointer) {
    memory.storeBytes(of: high.bigEndian, as: UInt64.self)
    memory.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Calls `body` with the 16 bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { (bytes) throws(Failure) in try body(bytes) }
  }

  /// The 16 bytes.
  var bytes: [UInt8] { withBytes { Array($0) } }

  static func < (left: RowID, right: RowID) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// What kind of row it is.
enum RowKind: UInt8, CaseIterable, Sendable {
  case record = 1
  case blob = 2
  case journal = 3
  case meta = 4
  case manifest = 255

  /// The kinds that the manifest counts, in its order.
  static let counted: [RowKind] = [.record, .blob, .journal, .meta]
}
