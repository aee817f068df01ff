/// A member of a zip file, as its directory describes it.
package struct ZipEntry: Hashable, Sendable {
  /// What an entry is.
  package enum Kind: Hashable, Sendable {
    /// A file.
    case file
    /// A folder; its name ends with a slash and it has no content.
    case directory
  }

  /// How an entry is packed.
  package enum Method: UInt16, Hashable, Sendable {
    /// As it is.
    case stored = 0
    /// By deflate, RFC 1951.
    case deflated = 8
  }

  /// The name; folders are separated by slashes. It passed the rules for names and no other entry has it.
  package let name: String
  /// What it is.
  package let kind: Kind
  /// How it is packed.
  package let method: Method
  /// The number of bytes in the zip file.
  package let compressedSize: UInt64
  /// The number of bytes unpacked, as declared; checked when the content is read.
  package let size: UInt64
  /// The CRC-32 of the bytes unpacked, as declared; checked when the content is read.
  package let crc32: UInt32
  /// Where the entry begins in the zip file: entries sorted by it are in the order in which they were written.
  package let headerOffset: UInt64
  /// Where its packed bytes begin in the zip file.
  let dataOffset: UInt64
}
