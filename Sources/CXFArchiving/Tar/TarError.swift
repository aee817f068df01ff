/// Why a tar file, or an entry of it, is refused.
package struct TarError: Error, Equatable {
  /// What is wrong.
  package let reason: Reason
  /// The name of the entry, nil where it is not known. It is foreign text: escape it before it is shown. Bytes that are
  /// not UTF-8 have become U+FFFD.
  package let entry: String?
  /// Where the header begins that is at fault, in bytes.
  package let offset: UInt64
  /// What the bytes under the tar file threw; set for `.unreadable` only, and of no account to `==`.
  package let cause: (any Error)?

  /// Creates the error.
  init(_ reason: Reason, at offset: UInt64, entry: String? = nil, cause: (any Error)? = nil) {
    self.reason = reason
    self.entry = entry
    self.offset = offset
    self.cause = cause
  }

  /// Compares reason, entry and offset.
  package static func == (one: TarError, other: TarError) -> Bool {
    one.reason == other.reason && one.offset == other.offset
      && one.entry.map { Array($0.utf8) } == other.entry.map { Array($0.utf8) }
  }

  /// What can be wrong with a tar file.
  package enum Reason: Hashable, Sendable {
    /// The bytes under it could not be read.
    case unreadable
    /// It ends within an entry, or without the two blocks of zeros that end a tar file.
    case truncated
    /// Something other than zeros follows the end.
    case trailingBytes
    /// The block is no header of ustar, pax or GNU tar.
    case notHeader
    /// The checksum of the header is wrong.
    case checksum
    /// A number in the header is none, is negative, or has more than 64 bits.
    case number
    /// An extended header is malformed, too long, says something twice, or belongs to nothing.
    case extendedHeader
    /// It is a link, a device, a pipe, or of a kind that is not known; the number is the type's byte.
    case specialKind(UInt8)
    /// It is a file with holes that are left out.
    case sparse
    /// Name, type and size do not agree on whether it is a folder.
    case kindMismatch
    /// Its name is not safe.
    case name(MemberNameProblem)
    /// Its name is there twice.
    case duplicate
    /// Its name differs from another one only by case, by normalisation or by a slash at the end.
    case collision
    /// There are more entries than the limit.
    case tooManyEntries
    /// It is larger than the limit.
    case entryTooLarge
    /// All entries together are larger than the limit.
    case totalTooLarge
  }
}
