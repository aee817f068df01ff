internal import CredentialExchangeFormat

/// The bytes of a zip file, whose errors are told as those of the zip file.
struct ZipSource {
  let bytes: any RandomAccessBytes
  /// The number of bytes.
  let count: UInt64

  init(_ bytes: any RandomAccessBytes) {
    self.bytes = bytes
    count = bytes.count
  }

  /// Returns as many bytes from `offset` on, which must be there.
  func read(at offset: UInt64, count wanted: Int, entry: String? = nil) throws(ZipError) -> [UInt8] {
    do {
      return try bytes.read(at: offset, count: wanted)
    } catch is ByteRangeError {
      throw ZipError(.outOfBounds, entry: entry)
    } catch {
      throw ZipError(.unreadable, entry: entry, cause: error)
    }
  }
}
