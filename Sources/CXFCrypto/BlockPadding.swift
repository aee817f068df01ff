/// The padding of PKCS #7 (RFC 5652, section 6.3) for blocks of 16 bytes, which ciphers of blocks are used with.
package enum BlockPadding {
  /// The length of a block in bytes.
  package static let blockByteCount = 16

  /// Returns the bytes with 1 to 16 more, so that there are whole blocks.
  package static func add(to bytes: [UInt8]) -> [UInt8] {
    let count = blockByteCount - bytes.count % blockByteCount
    return bytes + repeatElement(UInt8(count), count: count)
  }

  /// Returns the bytes without the padding; nil where they end with none.
  package static func remove(from bytes: [UInt8]) -> [UInt8]? {
    guard let last = bytes.last, (1...UInt8(blockByteCount)).contains(last), bytes.count >= Int(last),
      bytes.suffix(Int(last)).allSatisfy({ $0 == last })
    else { return nil }
    return Array(bytes.dropLast(Int(last)))
  }
}
