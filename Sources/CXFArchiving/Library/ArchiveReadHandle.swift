internal import CXFArchive

/// The owner of one reader of libarchive, which reads zip streams and nothing else.
final class ArchiveReadHandle {
  private let archive: OpaquePointer
  // The library holds a pointer to it.
  private var input: ArchiveInput?

  /// Makes a reader; nil when memory ran out.
  ///
  /// - Parameter checksum: whether checksums are looked at.
  init?(checksum: Bool) {
    guard let archive = archive_read_new() else { return nil }
    self.archive = archive
    // Of the two zip readers the one that goes from the front, which needs no seeking.
    guard archive_read_support_format_zip_streamable(archive) == ARCHIVE_OK else { return nil }
    guard checksum || archive_read_set_format_option(archive, "zip", "ignorecrc32", "1") == ARCHIVE_OK else {
      return nil
    }
  }

  deinit {
    archive_read_free(archive)
  }

  /// Begins reading; the result is one of the library's codes, as are the following.
  func open(_ input: ArchiveInput) -> Int32 {
    self.input = input
    let pointer = Unmanaged.passUnretained(input).toOpaque()
    return archive_read_open(
      archive, pointer, nil,
      { _, pointer, start in
        guard let pointer, let start,
          let piece = Unmanaged<ArchiveInput>.fromOpaque(pointer).takeUnretainedValue().next()
        else { return Int(ARCHIVE_FATAL) }
        start.pointee = piece.baseAddress
        return piece.count
      }, nil)
  }

  /// Goes to the first entry.
  func nextHeader() -> Int32 {
    var entry: OpaquePointer?
    return archive_read_next_header(archive, &entry)
  }

  /// Unpacks further bytes of the entry, which stay where they are until the next call.
  func nextBlock() -> (status: Int32, block: UnsafeRawBufferPointer) {
    var start: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    let status = archive_read_data_block(archive, &start, &count, &offset)
    return (status, UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
