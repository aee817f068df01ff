internal import CredentialExchangeFormat

/// Bytes whose length and hash are taken while they are read for the first time.
///
/// Not to be read by two at once before the first has come to the end.
// The state changes only until the first reading has ended, which is before anybody else has the object.
final class MeasuredContent: ByteContent, @unchecked Sendable {
  private let base: any ByteContent
  private var digest: RunningDigest?
  private var measured: (size: UInt64, sha256: [UInt8])?

  var knownCount: UInt64? { base.knownCount }

  init(_ base: any ByteContent) throws {
    self.base = base
    digest = try RunningDigest()
  }

  func open() throws -> any ByteStream {
    guard let digest = digest.take() else { return try base.open() }
    return MeasuringStream(try base.open(), digest) { self.measured = $0 }
  }

  /// Whether the bytes were read to the end and are those; what was not read at once is read now.
  func matches(size: UInt64, sha256: [UInt8]) throws -> Bool {
    if measured == nil {
      digest = try RunningDigest()
      let stream = try open()
      while try !stream.next(upTo: 1 << 18).isEmpty {}
    }
    return measured?.size == size && measured?.sha256 == sha256
  }
}

private final class MeasuringStream: ByteStream {
  private let base: any ByteStream
  private let digest: RunningDigest
  private var isAtEnd = false
  private let done: ((size: UInt64, sha256: [UInt8])) -> Void

  init(
    _ base: any ByteStream, _ digest: RunningDigest,
    _ done: @escaping ((size: UInt64, sha256: [UInt8])) -> Void
  ) {
    self.base = base
    self.digest = digest
    self.done = done
  }

  func next(upTo count: Int) throws -> [UInt8] {
    guard !isAtEnd else { return [] }
    let piece = try base.next(upTo: count)
    if piece.isEmpty {
      isAtEnd = true
      done((digest.count, try digest.finish()))
    } else {
      try digest.update(piece)
    }
    return piece
  }
}
