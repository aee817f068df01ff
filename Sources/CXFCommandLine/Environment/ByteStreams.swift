/// Why a stream could not be read or written.
package enum StreamError: CommandFailure, Hashable {
  /// The reader of the output has gone; nobody wants to hear of it.
  case brokenPipe
  /// Reading failed.
  case readFailed(stream: String, SystemError)
  /// Writing failed.
  case writeFailed(stream: String, SystemError)

  /// Always ``ExitCode/inputOutput``.
  package var exitCode: ExitCode { .inputOutput }
  /// What went wrong.
  package var message: String {
    switch self {
    case .brokenPipe: "the reader of the output has gone"
    case .readFailed(let stream, let error): "cannot read \(stream): \(error.message)"
    case .writeFailed(let stream, let error): "cannot write to \(stream): \(error.message)"
    }
  }
  /// True for a broken pipe.
  package var isQuiet: Bool { self == .brokenPipe }
}

/// Where bytes come from.
package protocol ByteReader: Sendable {
  /// Whether a person types.
  var isTerminal: Bool { get }
  /// The file behind the stream, when it is a regular one.
  var identity: FileIdentity? { get }
  /// Returns at most `count` bytes; none only at the end.
  func read(upTo count: Int) throws(StreamError) -> [UInt8]
}

/// Where bytes go.
package protocol ByteWriter: Sendable {
  /// Whether a person reads.
  var isTerminal: Bool { get }
  /// The file behind the stream, when it is a regular one.
  var identity: FileIdentity? { get }
  /// Writes all bytes, without a buffer of its own.
  func write(_ bytes: [UInt8]) throws(StreamError)
}

extension ByteWriter {
  /// Writes the UTF-8 bytes of a text.
  package func write(_ text: String) throws(StreamError) {
    try write(Array(text.utf8))
  }
}
