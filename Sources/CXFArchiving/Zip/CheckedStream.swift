internal import CredentialExchangeFormat

/// Passes bytes on and keeps the last of them back until size and checksum of all are right.
final class CheckedStream: ByteStream {
  private let source: any ByteStream
  private let entry: ZipEntry
  private var rest: UInt64
  private var checksum = CRC32()
  private var state = State.reading

  private enum State {
    case reading
    case finished
    case failed(ZipError)
  }

  init(_ source: any ByteStream, entry: ZipEntry) {
    self.source = source
    self.entry = entry
    rest = entry.size
  }

  func next(upTo count: Int) throws -> [UInt8] {
    switch state {
    case .finished: return []
    case .failed(let error): throw error
    case .reading: break
    }
    do throws(ZipError) {
      return try step(count)
    } catch {
      state = .failed(error)
      throw error
    }
  }

  private func step(_ count: Int) throws(ZipError) -> [UInt8] {
    var piece: [UInt8] = []
    if rest > 0 {
      piece = try pull(count)
      guard !piece.isEmpty, UInt64(piece.count) <= rest else {
        throw ZipError(.sizeMismatch, entry: entry.name)
      }
      checksum.update(piece)
      rest -= UInt64(piece.count)
    }
    if rest == 0 {
      guard try pull(1).isEmpty else { throw ZipError(.sizeMismatch, entry: entry.name) }
      guard checksum.value == entry.crc32 else { throw ZipError(.checksum, entry: entry.name) }
      state = .finished
    }
    return piece
  }

  private func pull(_ count: Int) throws(ZipError) -> [UInt8] {
    do {
      return try source.next(upTo: count)
    } catch let error as ZipError {
      throw error
    } catch {
      throw ZipError(.unreadable, entry: entry.name, cause: error)
    }
  }
}
