internal import CredentialExchangeFormat

/// Bytes packed as a gzip file (RFC 1952) of one member, which formats hold in other files.
package enum Gzip {
  /// Why bytes cannot be unpacked.
  package enum Failure: Error, Hashable, Sendable {
    /// They are no gzip file, cut off, or not what their checksum says.
    case damaged
    /// Unpacked they would have more bytes than allowed.
    case tooLarge
  }

  private static let flagHeaderChecksum: UInt8 = 2
  private static let flagExtra: UInt8 = 4
  private static let flagName: UInt8 = 8
  private static let flagComment: UInt8 = 16
  private static let trailerCount = 8

  /// Returns the bytes that were packed; size and checksum are checked.
  ///
  /// - Parameter limit: the most bytes that they may have.
  package static func unpack(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard let start = dataStart(packed), packed.count - start > trailerCount else { throw .damaged }
    let end = packed.count - trailerCount
    func number(at index: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(packed[index + $1]) << UInt32(8 * $1) }
    }
    let size = number(at: end + 4)
    guard size <= limit else { throw .tooLarge }
    let entry = ZipEntry(
      name: "gzip", kind: .file, method: .deflated, compressedSize: UInt64(end - start), size: UInt64(size),
      crc32: number(at: end), headerOffset: 0, dataOffset: 0)
    do {
      let stream = MemoryBytes(Array(packed[start..<end])).open()
      let checked = CheckedStream(try InflatingStream(stream, entry: entry), entry: entry)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(min(Int(size), 1 << 20))
      while true {
        let piece = try checked.next(upTo: 1 << 20)
        if piece.isEmpty { return bytes }
        bytes += piece
      }
    } catch {
      throw .damaged
    }
  }

  /// Returns the bytes packed; equal ones give equal results.
  ///
  /// - Throws: `ArchiveWriterError`.
  package static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    var packed: [UInt8] = []
    let writer = try ArchiveWriteHandle(.gzip) { packed += $0 }
    try writer.begin("data", size: UInt64(bytes.count), time: nil)
    try bytes.withUnsafeBytes { try writer.write($0) }
    try writer.endEntry()
    try writer.close()
    return packed
  }

  /// Where the deflated data begin.
  private static func dataStart(_ bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: [0x1F, 0x8B, 8]), bytes.count > 10 else { return nil }
    let flags = bytes[3]
    var index = 10
    if flags & flagExtra != 0 {
      guard bytes.count > index + 2 else { return nil }
      index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8
    }
    for flag in [flagName, flagComment] where flags & flag != 0 {
      guard index < bytes.count, let end = bytes[index...].firstIndex(of: 0) else { return nil }
      index = end + 1
    }
    if flags & flagHeaderChecksum != 0 { index += 2 }
    return index < bytes.count ? index : nil
  }
}
