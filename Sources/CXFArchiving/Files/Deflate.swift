internal import CredentialExchangeFormat

/// Deflated bytes without the frame of a file format around them, as other programs' files hold them.
package enum Deflate {
  /// Returns the bytes that were packed; nil where they are damaged, or have another number.
  ///
  /// - Parameters:
  ///   - packed: a deflate stream (RFC 1951) and nothing else.
  ///   - count: the number of bytes that it must unpack to.
  package static func unpack(_ packed: [UInt8], count: Int) -> [UInt8]? {
    let entry = ZipEntry(
      name: "deflate", kind: .file, method: .deflated, compressedSize: UInt64(packed.count),
      size: UInt64(count), crc32: 0, headerOffset: 0, dataOffset: 0)
    do {
      let stream = try InflatingStream(MemoryBytes(packed).open(), entry: entry, checksum: false)
      var bytes: [UInt8] = []
      while true {
        let piece = try stream.next(upTo: 1 << 20)
        if piece.isEmpty { return bytes.count == count ? bytes : nil }
        guard bytes.count + piece.count <= count else { return nil }
        bytes += piece
      }
    } catch {
      return nil
    }
  }
}
