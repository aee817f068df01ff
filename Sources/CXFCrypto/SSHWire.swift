/// A reader of SSH's data types (RFC 4251, section 5): big-endian numbers, byte strings with their length.
struct SSHReader: Redacted {
  private let bytes: ArraySlice<UInt8>

  /// Where the next value begins in the outermost input, in bytes.
  private(set) var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// What has not been read yet.
  var rest: ArraySlice<UInt8> { bytes[offset...] }

  /// Skips the bytes of `prefix` if they are next, and returns whether they were.
  mutating func skip(_ prefix: [UInt8]) -> Bool {
    guard rest.starts(with: prefix) else { return false }
    offset += prefix.count
    return true
  }

  /// Reads four bytes as a number.
  mutating func uint32() throws(SSHKeyError) -> UInt32 {
    guard bytes.endIndex - offset >= 4 else { throw .openSSH(.truncated, offset: offset) }
    defer { offset += 4 }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads a byte string; the slice keeps its offsets.
  mutating func string() throws(SSHKeyError) -> ArraySlice<UInt8> {
    let start = offset
    let count = try uint32()
    guard count <= bytes.endIndex - offset else { throw .openSSH(.truncated, offset: start) }
    defer { offset += Int(count) }
    return bytes[offset..<offset + Int(count)]
  }

  /// Reads an `mpint` that is not negative, as big-endian bytes without leading zeros.
  mutating func unsignedInteger() throws(SSHKeyError) -> [UInt8] {
    let start = offset
    let digits = try string()
    if let first = digits.first, first >= 0x80 { throw .openSSH(.negativeNumber, offset: start) }
    return Array(digits.drop { $0 == 0 })
  }

  /// Refuses bytes that are left over.
  func finish() throws(SSHKeyError) {
    guard offset == bytes.endIndex else { throw .openSSH(.leftover, offset: offset) }
  }

  var redactedDescription: String { "SSHReader(\(bytes.endIndex - offset) bytes left)" }
}

/// A writer of SSH's data types.
struct SSHWriter: Redacted {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
  }

  mutating func uint32(_ value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func string(_ content: some Collection<UInt8>) {
    uint32(UInt32(clamping: content.count))
    bytes.append(contentsOf: content)
  }

  mutating func unsignedInteger(_ magnitude: [UInt8]) {
    let digits = magnitude.drop { $0 == 0 }
    let needsZero = digits.first.map { $0 >= 0x80 } ?? false
    string((needsZero ? [0] : []) + Array(digits))
  }

  var redactedDescription: String { "SSHWriter(\(bytes.count) bytes)" }
}
