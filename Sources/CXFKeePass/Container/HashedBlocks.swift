internal import CXFCrypto

/// The blocks of KDBX 3, within what is encrypted: each has its number and the SHA-256 of its bytes. An empty one ends them.
enum HashedBlocks {
  private static let blockByteCount = 1 << 20
  private static let hashByteCount = 32

  /// Returns the bytes of all blocks, and how many bytes stand behind the last one.
  ///
  /// - Parameter offset: where the first one begins.
  static func read(_ plaintext: [UInt8], at offset: Int) throws(KDBXError) -> (
    content: [UInt8], trailing: Int
  ) {
    var reader = ByteReader(plaintext, at: offset)
    var content: [UInt8] = []
    content.reserveCapacity(reader.remaining)
    var number: UInt32 = 0
    while true {
      guard let place = reader.number(UInt32.self), let hash = reader.take(hashByteCount),
        let count = reader.number(UInt32.self), let block = reader.take(Int(count))
      else { throw .damaged(.cutOff) }
      guard place == number else { throw .damaged(.block(UInt64(number))) }
      if block.isEmpty {
        guard hash.allSatisfy({ $0 == 0 }) else { throw .damaged(.block(UInt64(number))) }
        return (content, reader.remaining)
      }
      let bytes = Array(block)
      let expected = try withCrypto { () throws(CryptoError) in try Digest.hash(bytes, with: .sha256) }
      guard expected.elementsEqual(hash) else { throw .damaged(.block(UInt64(number))) }
      content += bytes
      number += 1
    }
  }

  /// Returns the blocks of bytes.
  static func write(_ content: [UInt8]) throws(KDBXError) -> [UInt8] {
    var plaintext: [UInt8] = []
    plaintext.reserveCapacity(content.count + 1024)
    var number: UInt32 = 0
    var rest = content[...]
    while !rest.isEmpty {
      let block = Array(rest.prefix(blockByteCount))
      plaintext += number.littleEndianBytes
      plaintext += try withCrypto { () throws(CryptoError) in try Digest.hash(block, with: .sha256) }
      plaintext += UInt32(block.count).littleEndianBytes + block
      rest = rest.dropFirst(block.count)
      number += 1
    }
    plaintext += number.littleEndianBytes + [UInt8](repeating: 0, count: hashByteCount + 4)
    return plaintext
  }
}
