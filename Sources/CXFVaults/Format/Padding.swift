/// How payloads are brought to few different lengths, so that the length of a row tells little of its content.
enum Padding {
  /// The most bytes of a payload.
  static let maximumPayloadByteCount = 1 << 26
  /// The bytes before a payload, which hold its length.
  static let prefixByteCount = 4
  private static let minimum = 64

  /// The length of a padded payload: at least 64, else by Padmé (Nikitin and others, PURBs, 2019), which adds 12 % at most
  /// and leaves of a length only about as many bits as it has digits.
  static func paddedCount(_ payloadCount: Int) -> Int {
    let length = prefixByteCount + payloadCount
    guard length > minimum else { return minimum }
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    let digits = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << (exponent - digits) - 1
    return (length + mask) & ~mask
  }

  /// Returns the payload inside a padded one, or nil where length or zeros are not as written.
  static func payload(of padded: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard padded.count >= minimum else { return nil }
    let count = Int(UInt32(bigEndian: padded.loadUnaligned(as: UInt32.self)))
    guard count <= maximumPayloadByteCount, paddedCount(count) == padded.count else { return nil }
    let end = prefixByteCount + count
    var bits: UInt8 = 0
    for byte in padded[end...] { bits |= byte }
    guard bits == 0 else { return nil }
    return UnsafeRawBufferPointer(rebasing: padded[prefixByteCount..<end])
  }
}
