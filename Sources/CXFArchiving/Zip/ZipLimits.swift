/// What a reader of zip files accepts.
///
/// Sizes are in bytes. All of them are checked against what the file declares before anything is unpacked, and what is
/// declared is checked against what comes.
package struct ZipLimits: Hashable, Sendable {
  /// Whether the file must consist of nothing but entries, directory and end: no bytes in front of the first entry or
  /// between entries, no reserved flags, no fields that other readers might understand in another way.
  package var isExact: Bool
  /// Whether the file and its entries may have comments, which are ignored.
  package var allowsComment: Bool
  /// Whether names may have bytes above 127 without being marked as UTF-8: from Unix and macOS they are UTF-8 where they can
  /// be, all others are in code page 437.
  package var allowsLegacyNames: Bool
  /// The most entries, folders included.
  package var entryCount: Int
  /// The most bytes of the central directory, which is read into memory.
  package var directorySize: Int
  /// The most bytes of a name in UTF-8.
  package var nameSize: Int
  /// The most bytes of an entry, unpacked.
  package var entrySize: UInt64
  /// The most bytes of all entries, unpacked.
  package var totalSize: UInt64
  /// How many times as many bytes an entry may have unpacked as packed. Deflate reaches 1,032.
  package var ratio: UInt64
  /// Unpacked sizes up to this one may have any ratio.
  package var ratioFreeSize: UInt64
  /// Whether names may be such that a file written under them might land elsewhere: for who only tells members apart by them.
  package var allowsUnsafeNames = false

  /// Creates the value.
  package init(
    isExact: Bool, allowsComment: Bool, allowsLegacyNames: Bool, entryCount: Int, directorySize: Int,
    nameSize: Int, entrySize: UInt64, totalSize: UInt64, ratio: UInt64, ratioFreeSize: UInt64
  ) {
    self.isExact = isExact
    self.allowsComment = allowsComment
    self.allowsLegacyNames = allowsLegacyNames
    self.entryCount = entryCount
    self.directorySize = directorySize
    self.nameSize = nameSize
    self.entrySize = entrySize
    self.totalSize = totalSize
    self.ratio = ratio
    self.ratioFreeSize = ratioFreeSize
  }

  /// For the payload of a CXP response: sealed documents, which hardly become smaller.
  ///
  /// An attachment of 4 GiB has 5.4 GiB when it is sealed and spelled in base64url, and deflate takes a quarter off that.
  package static let cxp = ZipLimits(
    isExact: true, allowsComment: false, allowsLegacyNames: false, entryCount: 1 << 20,
    directorySize: 256 << 20, nameSize: 255, entrySize: 6 << 30, totalSize: 1 << 40, ratio: 2,
    ratioFreeSize: 4 << 10)

  /// For what other programs export: texts, which deflate well, and attachments.
  package static let foreign = ZipLimits(
    isExact: false, allowsComment: true, allowsLegacyNames: true, entryCount: 100_000,
    directorySize: 64 << 20, nameSize: 4096, entrySize: 4 << 30, totalSize: 64 << 30, ratio: 250,
    ratioFreeSize: 16 << 20)

  /// The same for who never writes a file under a name that comes from the archive.
  package static let foreignByName: ZipLimits = {
    var limits = foreign
    limits.allowsUnsafeNames = true
    return limits
  }()
}
