internal import CXFCrypto

/// The blocks of KDBX 4: each has a tag over its number, its length and its bytes. An empty one ends them.
struct HMACBlocks: ~Copyable {
  private let base: SecretBytes

  /// The bytes that writers put into a block.
  private static let blockByteCount = 1 << 20
  private static let tagByteCount = 32
  /// The number under which the header is tagged.
  private static let headerNumber = UInt64.max

  /// - Parameter base: 64 bytes.
  init(base: consuming SecretBytes) { self.base = base }

  /// The tag of the header, by which a key is recognised.
  borrowing func tag(ofHeader header: [UInt8]) throws(KDBXError) -> [UInt8] {
    let key = try key(Self.headerNumber)
    return try withCrypto { () throws(CryptoError) in try HMAC.tag(of: header, key: key, with: .sha256) }
  }

  /// Returns the bytes of all blocks, and how many bytes stand behind the last one.
  ///
  /// - Parameter offset: where the first one begins.
  borrowing func read(_ file: [UInt8], at offset: Int) throws(KDBXError) -> (content: [UInt8], trailing: Int)
  {
    var reader = ByteReader(file, at: offset)
    var content: [UInt8] = []
    content.reserveCapacity(reader.remaining)
    var number: UInt64 = 0
    while true {
      guard let tag = reader.take(Self.tagByteCount), let count = reader.number(UInt32.self),
        let block = reader.take(Int(count))
      else { throw .damaged(.cutOff) }
      guard constantTimeEqual(try self.tag(of: block, number), Array(tag)) else {
        throw .damaged(.block(number))
      }
      if block.isEmpty { return (content, reader.remaining) }
      content += block
      number += 1
    }
  }

  /// Returns the blocks of bytes.
  borrowing func write(_ content: [UInt8]) throws(KDBXError) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(content.count + 1024)
    var number: UInt64 = 0
    var rest = content[...]
    while true {
      let block = rest.prefix(Self.blockByteCount)
      file += try tag(of: block, number)
      file += UInt32(block.count).littleEndianBytes + block
      if block.isEmpty { return file }
      rest = rest.dropFirst(block.count)
      number += 1
    }
  }

  private borrowing func key(_ number: UInt64) throws(KDBXError) -> SecretBytes {
    do throws(CryptoError) {
      var digest = try Digest(.sha512)
      try digest.update(number.littleEndianBytes)
      try digest.update(base)
      return try digest.finishSecret()
    } catch {
      throw .crypto(error)
    }
  }

  private borrowing func tag(of block: ArraySlice<UInt8>, _ number: UInt64) throws(KDBXError) -> [UInt8] {
    let key = try key(number)
    let head = number.littleEndianBytes + UInt32(block.count).littleEndianBytes
    return try withCrypto { () throws(CryptoError) in
      try HMAC.tag(of: head + block, key: key, with: .sha256)
    }
  }
}
