/// Why a zip file, or an entry of it, is refused.
package struct ZipError: Error, Equatable {
  /// What is wrong.
  package let reason: Reason
  /// The name of the entry, nil for the file as a whole. It is foreign text: escape it before it is shown. Bytes that are
  /// not UTF-8 have become U+FFFD.
  package let entry: String?
  /// What the bytes under the zip file threw; set for `.unreadable` only, and of no account to `==`.
  package let cause: (any Error)?

  /// Creates the error.
  init(_ reason: Reason, entry: String? = nil, cause: (any Error)? = nil) {
    self.reason = reason
    self.entry = entry
    self.cause = cause
  }

  /// Compares reason and entry.
  package static func == (one: ZipError, other: ZipError) -> Bool {
    one.reason == other.reason && one.entry.map { Array($0.utf8) } == other.entry.map { Array($0.utf8) }
  }

  /// What can be wrong with a zip file.
  package enum Reason: Hashable, Sendable {
    /// The bytes under it could not be read.
    case unreadable
    /// Nothing at the end is the end of a zip file: it is none, is cut off, or something follows it.
    case noEndRecord
    /// Several places can be the end, so that readers may see different contents.
    case ambiguousEnd
    /// A comment where none is allowed.
    case comment
    /// It says that it continues in other files.
    case multipleDisks
    /// The records for large files contradict themselves or each other.
    case zip64
    /// The directory is not right in front of the end records.
    case directoryPlace
    /// The directory has more bytes than the limit.
    case directoryTooLarge
    /// There are more or fewer entries than the end says.
    case countMismatch
    /// There are more entries than the limit.
    case tooManyEntries
    /// A record of the directory is cut off or is none.
    case directoryRecord
    /// What is at the place of an entry's header is none.
    case localHeader
    /// The extra fields of an entry have wrong lengths, or occur twice.
    case extraField
    /// It is encrypted.
    case encrypted
    /// It is packed by a method other than 0 (stored) and 8 (deflated).
    case method(UInt16)
    /// Flags that are reserved, or change how the entry would have to be read.
    case flags(UInt16)
    /// Its name is not safe.
    case name(MemberNameProblem)
    /// Its name is there twice.
    case duplicate
    /// Its name differs from another one only by case, by normalisation or by a slash at the end.
    case collision
    /// It is a symbolic link or something else that is neither file nor folder.
    case specialKind
    /// Name, attributes and size do not agree on whether it is a folder.
    case kindMismatch
    /// Its own header and the directory differ.
    case localMismatch(Field)
    /// What follows its data is not the description that its flags announce.
    case dataDescriptor
    /// It reaches out of the file, or into the directory.
    case outOfBounds
    /// It shares bytes with another one.
    case overlap
    /// Bytes belong to nothing: in front of it, or, without a name, in front of the directory.
    case gap
    /// It is larger than the limit when it is unpacked.
    case entryTooLarge
    /// All entries together are larger than the limit when they are unpacked.
    case totalTooLarge
    /// It would become larger, compared to what it is packed, than the limit.
    case ratio
    /// Its data have another size than the directory says, packed or unpacked.
    case sizeMismatch
    /// Its data have another checksum than the directory says.
    case checksum
    /// Its data cannot be unpacked.
    case damagedData
  }

  /// What two headers of an entry can differ in.
  package enum Field: String, Hashable, Sendable {
    case name, method, flags, checksum, packedSize, size
  }
}
