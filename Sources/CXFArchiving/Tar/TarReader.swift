package import CredentialExchangeFormat

/// The entries of a tar file, found in one walk over its headers.
///
/// It reads ustar, pax and GNU tar's long names, and only files and folders: links, devices and files with holes are
/// refused, as are names that are not safe or could be taken for each other. A tar file carries no checksum of its
/// content: bytes of files may have changed unnoticed, unless something else tells what they should be.
package struct TarReader: Sendable {
  /// The entries in the order of the file.
  package let entries: [TarEntry]
  private let names: MemberNames
  private let bytes: any RandomAccessBytes

  /// Reads all headers.
  ///
  /// - Throws: `TarError`, with the entry that is at fault.
  package init(_ bytes: any RandomAccessBytes, limits: TarLimits = TarLimits()) throws(TarError) {
    var walk = TarWalk(bytes, limits: limits)
    try walk.run()
    entries = walk.entries
    names = walk.names
    self.bytes = bytes
  }

  /// Returns the entry whose name has exactly these bytes.
  package func entry(named name: String) -> TarEntry? {
    names.index(of: name).map { entries[$0] }
  }

  /// Returns the content of one of the entries.
  ///
  /// - Throws: `ByteRangeError` when it is an entry of another file.
  package func content(of entry: TarEntry) throws(ByteRangeError) -> ByteWindow {
    try bytes.window(at: entry.offset, count: entry.size)
  }
}
