package import CredentialExchangeFormat

/// A zip file whose directory has been checked, and whose entries can be read any number of times in any order.
package struct ZipArchive: Sendable {
  /// What it holds.
  package let directory: ZipDirectory
  private let bytes: any RandomAccessBytes

  /// Reads and checks the directory.
  ///
  /// - Throws: `ZipError`.
  package init(_ bytes: any RandomAccessBytes, limits: ZipLimits) throws(ZipError) {
    directory = try ZipDirectory(bytes, limits: limits)
    self.bytes = bytes
  }

  /// Returns the content of one of the directory's entries; that of a folder is empty.
  ///
  /// Each `open()` begins anew. What comes is counted and summed: the last piece comes only after size and checksum proved
  /// right, and before that nothing says that the bytes are those that were written. Streams throw `ZipError`. Memory is
  /// 512 KiB for a deflated entry, and a piece for a stored one. The number of bytes is known for stored entries; a
  /// deflated one only claims it.
  package func content(of entry: ZipEntry) -> any ByteContent {
    ZipEntryContent(entry: entry, bytes: bytes)
  }
}

/// The content of one entry.
private struct ZipEntryContent: ByteContent {
  let entry: ZipEntry
  let bytes: any RandomAccessBytes

  var knownCount: UInt64? { entry.method == .stored ? entry.size : nil }

  func open() throws -> any ByteStream {
    let packed: ByteWindow
    do {
      packed = try bytes.window(at: entry.dataOffset, count: entry.compressedSize)
    } catch {
      throw ZipError(.outOfBounds, entry: entry.name)
    }
    // Some writers say "deflated" of empty files, and write nothing.
    let isPlain = entry.method == .stored || entry.compressedSize == 0 && entry.size == 0
    let source: any ByteStream = isPlain ? packed.open() : try InflatingStream(packed.open(), entry: entry)
    return CheckedStream(source, entry: entry)
  }
}
