/// A member of a tar file.
package struct TarEntry: Hashable, Sendable {
  /// What an entry is.
  package enum Kind: Hashable, Sendable {
    /// A file.
    case file
    /// A folder; it has no content.
    case directory
  }

  /// The name; folders are separated by slashes. It passed the rules for names and no other entry has it.
  package let name: String
  /// What it is.
  package let kind: Kind
  /// Where its bytes begin in the tar file.
  package let offset: UInt64
  /// The number of its bytes.
  package let size: UInt64
}
