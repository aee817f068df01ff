internal import CXFArchive

/// The owner of one writer of libarchive, which pushes bytes into a sink.
final class ArchiveWriteHandle {
  /// What is written.
  enum Format {
    /// Zip with these options of the library.
    case zip(options: String)
    /// Tar, with pax headers where the ordinary ones have no room.
    case tar
    /// The bytes of one entry, compressed and without its name.
    case gzip
  }

  private let archive: OpaquePointer
  private let output: ArchiveOutput

  /// Begins an archive.
  ///
  /// - Parameter sink: gets pieces of 64 KiB, and shorter or longer ones.
  init(_ format: Format, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let archive = archive_write_new() else {
      throw ArchiveWriterError.library("out of memory")
    }
    self.archive = archive
    output = ArchiveOutput(sink)
    switch format {
    case .zip(let options):
      try check(archive_write_set_format_zip(archive))
      try check(archive_write_set_options(archive, options))
    case .tar:
      try check(archive_write_set_format_pax_restricted(archive))
    case .gzip:
      try check(archive_write_set_format_raw(archive))
      try check(archive_write_add_filter_gzip(archive))
      // The time of writing would make equal bytes differ.
      try check(archive_write_set_filter_option(archive, "gzip", "timestamp", nil))
    }
    try check(archive_write_set_bytes_per_block(archive, 1 << 16))
    // No zeros behind the end to fill a block.
    try check(archive_write_set_bytes_in_last_block(archive, 1))
    let pointer = Unmanaged.passUnretained(output).toOpaque()
    try check(
      archive_write_open(
        archive, pointer, nil,
        { _, pointer, start, count in
          guard let pointer else { return -1 }
          let output = Unmanaged<ArchiveOutput>.fromOpaque(pointer).takeUnretainedValue()
          return output.write(UnsafeRawBufferPointer(start: start, count: count)) ? count : -1
        }, nil))
  }

  deinit {
    // Freeing also ends the archive, which would make one that was given up look whole.
    output.stop()
    archive_write_free(archive)
  }

  /// Begins a regular file of the owner alone, with nothing that tells who wrote it.
  ///
  /// - Parameters:
  ///   - size: nil when it is not known, which only zip can say.
  ///   - time: seconds since 1970; nil where the format has a way to say nothing.
  func begin(_ name: String, size: UInt64?, time: Int64?) throws {
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII || UTF8Locale.isAvailable else {
      throw ArchiveWriterError.library("the system has no locale C.UTF-8, which names like this one need")
    }
    guard let entry = archive_entry_new() else { throw ArchiveWriterError.library("out of memory") }
    defer { archive_entry_free(entry) }
    archive_entry_set_mode(entry, 0o100600)
    archive_entry_set_uid(entry, 0)
    archive_entry_set_gid(entry, 0)
    if let size { archive_entry_set_size(entry, Int64(clamping: size)) }
    if let time { archive_entry_set_mtime(entry, time_t(time), 0) }
    let status = UTF8Locale.with {
      // Bytes as they are: the calls that take UTF-8 by name normalise it, and `é` in two code points becomes one.
      name.withCString { archive_entry_copy_pathname(entry, $0) }
      return archive_write_header(archive, entry)
    }
    try check(status)
  }

  /// Writes bytes of the entry.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = archive_write_data(archive, rest.baseAddress, rest.count)
      if written < 0 { try check(Int32(clamping: written)) }
      // The library cuts off what exceeds the declared size without a word.
      guard written > 0 else { throw ArchiveWriterError.library("bytes were not taken") }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
    }
  }

  /// Ends the entry.
  func endEntry() throws {
    try check(archive_write_finish_entry(archive))
  }

  /// Ends the archive; everything has gone into the sink then.
  func close() throws {
    try check(archive_write_close(archive))
  }

  private func check(_ status: Int32) throws {
    if let error = output.error { throw error }
    // Warnings too: they are about names that were changed.
    guard status == ARCHIVE_OK else {
      let text = archive_error_string(archive).map { String(cString: $0) }
      throw ArchiveWriterError.library(text ?? "error \(status)")
    }
  }
}

/// Where libarchive writes.
private final class ArchiveOutput {
  /// What the sink threw.
  private(set) var error: (any Error)?
  private var sink: ((UnsafeRawBufferPointer) throws -> Void)?

  init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.sink = sink }

  /// Passes nothing on any more.
  func stop() { sink = nil }

  /// Passes bytes on; false when that is over.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let sink, error == nil else { return false }
    do {
      try sink(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
