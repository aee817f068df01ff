internal import CXFArchive
internal import CredentialExchangeFormat

/// What libarchive reads: a header, then the bytes of a stream.
final class ArchiveInput {
  /// What the stream threw.
  private(set) var error: (any Error)?
  private let content: any ByteStream
  private var header: [UInt8]?
  // The library reads from here until it asks for more.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  init(header: [UInt8], content: any ByteStream) {
    self.header = header
    self.content = content
  }

  deinit {
    buffer.deallocate()
  }

  /// Puts the next bytes into the buffer; none at the end, nil after an error.
  func next() -> UnsafeRawBufferPointer? {
    do {
      let piece = try header ?? content.next(upTo: buffer.count)
      header = nil
      let count = min(piece.count, buffer.count)
      piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    } catch {
      self.error = error
      return nil
    }
  }
}
