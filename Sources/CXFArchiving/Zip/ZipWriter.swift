/// Writes a zip file into a sink, from the front to the back, without keeping more of it than the directory.
///
/// The same calls give the same bytes, whatever time zone, locale and user: entries are regular files of mode 0600, of user
/// and group 0, dated 1980-01-01 00:00, without comments. libarchive adds two extra fields to each entry and cannot be
/// asked not to: `UT` with no time in it, and `ux` with both zeros.
///
/// Checksum and sizes stand behind the data of each entry. With a size that is known beforehand, numbers of eight bytes
/// (zip64) are used only from 4 GiB on, and a little below when the entry is deflated, as it might become longer. For an unknown size
/// libarchive uses them always. Python's `zipfile`, Info-ZIP's `unzip` and bsdtar read both; readers that go from the
/// front cannot read a stored entry of unknown size, so give the size where it is known.
package final class ZipWriter {
  /// How entries are packed.
  package enum Compression: Hashable, Sendable {
    /// As they are.
    case stored
    /// By deflate; levels go from 1, fast, to 9, small.
    case deflated(level: Int)
  }

  private let writer: MemberWriter

  /// Begins a file. Unless `finish()` is called, what goes into the sink is no whole zip file.
  ///
  /// - Parameters:
  ///   - compression: how all entries are packed.
  ///   - sink: gets the bytes in order, in pieces of any length, valid during the call.
  /// - Throws: `ArchiveWriterError`.
  package init(
    compression: Compression, sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let options: String
    switch compression {
    case .stored: options = "zip:compression=store"
    case .deflated(let level):
      guard (1...9).contains(level) else { throw ArchiveWriterError.level(level) }
      options = "zip:compression=deflate,zip:compression-level=\(level)"
    }
    writer = try MemberWriter(.zip(options: options), sink: sink)
  }

  /// Begins an entry.
  ///
  /// - Parameters:
  ///   - name: its name, which must follow the rules that readers check.
  ///   - size: the number of bytes that will come, or nil.
  /// - Throws: `ArchiveWriterError`; what the sink throws.
  package func beginEntry(_ name: String, size: UInt64?) throws {
    try writer.begin(name, size: size, time: nil)
  }

  /// Adds bytes to the entry.
  ///
  /// - Throws: `ArchiveWriterError`; what the sink throws.
  package func append(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writer.append($0) }
  }

  /// Adds bytes to the entry.
  ///
  /// - Throws: `ArchiveWriterError`; what the sink throws.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try writer.append(bytes)
  }

  /// Ends the entry.
  ///
  /// - Throws: `ArchiveWriterError`, also when another number of bytes came than announced; what the sink throws.
  package func endEntry() throws {
    try writer.end()
  }

  /// Writes the directory and the end; everything has gone into the sink then.
  ///
  /// - Throws: `ArchiveWriterError`; what the sink throws.
  package func finish() throws {
    try writer.finish()
  }
}
