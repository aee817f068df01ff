#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A stream over a file descriptor that stays open.
package struct DescriptorStream: ByteReader, ByteWriter {
  /// The number of the descriptor.
  package let number: Int32
  /// The name for messages.
  package let name: String

  /// Creates a stream over an open descriptor.
  package init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  /// Standard input.
  package static let standardInput = DescriptorStream(number: STDIN_FILENO, name: "standard input")
  /// Standard output.
  package static let standardOutput = DescriptorStream(number: STDOUT_FILENO, name: "standard output")
  /// Standard error.
  package static let standardError = DescriptorStream(number: STDERR_FILENO, name: "standard error")

  /// Whether the descriptor is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The regular file behind the descriptor.
  package var identity: FileIdentity? {
    guard let status = try? FileDescriptor(number: number, isOwned: false).status() else { return nil }
    return status.kind == .regular ? status.identity : nil
  }

  /// Returns at most `count` bytes; none only at the end.
  package func read(upTo count: Int) throws(StreamError) -> [UInt8] {
    do {
      return try FileDescriptor(number: number, isOwned: false).read(upTo: count)
    } catch {
      throw .readFailed(stream: name, error)
    }
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(StreamError) {
    do {
      try FileDescriptor(number: number, isOwned: false).write(bytes)
    } catch {
      throw error.code == EPIPE ? .brokenPipe : .writeFailed(stream: name, error)
    }
  }
}
