/// Writes a tar file into a sink, from the front to the back.
///
/// The same calls give the same bytes. Entries are regular files of mode 0600, of user and group 0 without names. Headers are
/// those of POSIX (ustar); in front of one that has no room for its entry's size (8 GiB and more) or name (long, or
/// not ASCII) there is a pax header with just that. The end are two blocks of zeros and no padding behind them.
package final class TarWriter {
  private let writer: MemberWriter

  /// Begins a file. Unless `finish()` is called, what goes into the sink is no whole tar file.
  ///
  /// - Parameter sink: gets the bytes in order, in pieces of any length, valid during the call.
  /// - Throws: `ArchiveWriterError`.
  package init(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    writer = try MemberWriter(.tar, sink: sink)
  }

  /// Begins an entry.
  ///
  /// - Parameters:
  ///   - name: its name, which must follow the rules that readers check.
  ///   - size: the number of bytes that will come.
  ///   - modificationTime: seconds since 1970-01-01 00:00 UTC.
  /// - Throws: `ArchiveWriterError`; what the sink throws.
  package func beginEntry(_ name: String, size: UInt64, modificationTime: UInt32 = 0) throws {
    try writer.begin(name, size: size, time: Int64(modificationTime))
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

  /// Writes the end; everything has gone into the sink then.
  ///
  /// - Throws: `ArchiveWriterError`; what the sink throws.
  package func finish() throws {
    try writer.finish()
  }
}
