/// What a reader of tar files accepts. Sizes are in bytes.
package struct TarLimits: Hashable, Sendable {
  /// The most entries, folders included.
  package var entryCount: Int
  /// The most bytes of a name in UTF-8.
  package var nameSize: Int
  /// The most bytes of an entry.
  package var entrySize: UInt64
  /// The most bytes of all entries.
  package var totalSize: UInt64
  /// The most bytes of an extended header.
  package var headerSize: Int
  /// Whether names may begin with `./`, which is left out, as `tar -c .` writes them; the folder `./` itself is no entry.
  package var allowsDotPrefix: Bool
  /// Whether names may differ in the case of ASCII letters only: base64url does. Nothing is ever unpacked by these names.
  package var allowsCasePairs: Bool

  /// Creates the value.
  package init(
    entryCount: Int = 100_000, nameSize: Int = 4096, entrySize: UInt64 = 64 << 30,
    totalSize: UInt64 = 1 << 40,
    headerSize: Int = 64 << 10, allowsDotPrefix: Bool = true, allowsCasePairs: Bool = false
  ) {
    self.entryCount = entryCount
    self.nameSize = nameSize
    self.entrySize = entrySize
    self.totalSize = totalSize
    self.headerSize = headerSize
    self.allowsDotPrefix = allowsDotPrefix
    self.allowsCasePairs = allowsCasePairs
  }
}
