internal import CXFArchive
internal import CredentialExchangeFormat

/// Unpacks the data of one deflated entry.
///
/// libarchive gets a zip stream of this entry alone, with a header made here of what the directory says. So it sees no byte
/// that has not been checked, knows where the data must end, and never has to make sense of a name, for which it would
/// need a locale.
final class InflatingStream: ByteStream {
  private let archive: ArchiveReadHandle
  private let input: ArchiveInput
  private let entryName: String
  /// What libarchive unpacked and nobody has taken yet; its memory, valid until it is asked for more.
  private var pending = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Begins unpacking.
  ///
  /// - Parameter checksum: whether the entry says what the checksum of the bytes is.
  /// - Throws: `ZipError`.
  init(_ packed: any ByteStream, entry: ZipEntry, checksum: Bool = true) throws(ZipError) {
    guard let archive = ArchiveReadHandle(checksum: checksum) else {
      throw ZipError(.unreadable, entry: entry.name)
    }
    self.archive = archive
    input = ArchiveInput(header: Self.header(for: entry), content: packed)
    entryName = entry.name
    try check(archive.open(input))
    try check(archive.nextHeader())
  }

  func next(upTo count: Int) throws -> [UInt8] {
    while pending.isEmpty {
      let (status, block) = archive.nextBlock()
      if status == ARCHIVE_EOF { return [] }
      try check(status)
      pending = block
    }
    let piece = pending.prefix(max(count, 0))
    pending = UnsafeRawBufferPointer(rebasing: pending.dropFirst(piece.count))
    return Array(piece)
  }

  /// Warnings too are about wrong sizes and checksums.
  private func check(_ status: Int32) throws(ZipError) {
    guard status != ARCHIVE_OK else { return }
    if let error = input.error {
      throw error as? ZipError ?? ZipError(.unreadable, entry: entryName, cause: error)
    }
    throw ZipError(.damagedData, entry: entryName)
  }

  private static func header(for entry: ZipEntry) -> [UInt8] {
    let isLarge = entry.size >= UInt64(UInt32.max) || entry.compressedSize >= UInt64(UInt32.max)
    var header: [UInt8] = [0x50, 0x4B, 3, 4]
    header.append(littleEndian: UInt16(isLarge ? 45 : 20))
    // No flags, deflated, no time and date.
    header.append(littleEndian: UInt16(0))
    header.append(littleEndian: ZipEntry.Method.deflated.rawValue)
    header.append(littleEndian: UInt32(0))
    header.append(littleEndian: entry.crc32)
    header.append(littleEndian: isLarge ? .max : UInt32(truncatingIfNeeded: entry.compressedSize))
    header.append(littleEndian: isLarge ? .max : UInt32(truncatingIfNeeded: entry.size))
    header.append(littleEndian: UInt16(1))
    header.append(littleEndian: UInt16(isLarge ? 20 : 0))
    header.append(UInt8(ascii: "x"))
    if isLarge {
      header.append(littleEndian: UInt16(0x0001))
      header.append(littleEndian: UInt16(16))
      header.append(littleEndian: entry.size)
      header.append(littleEndian: entry.compressedSize)
    }
    return header
  }
}
