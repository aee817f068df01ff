internal import Synchronization

/// Input from memory, to run commands inside a process.
package final class MemoryReader: ByteReader {
  /// Whether it stands for a terminal.
  package let isTerminal: Bool
  /// No file is behind it.
  package let identity: FileIdentity? = nil
  private let rest: Mutex<ArraySlice<UInt8>>

  /// Creates an input with this content.
  package init(_ bytes: [UInt8] = [], isTerminal: Bool = false) {
    rest = Mutex(bytes[...])
    self.isTerminal = isTerminal
  }

  /// Returns at most `count` bytes; none at the end.
  package func read(upTo count: Int) throws(StreamError) -> [UInt8] {
    rest.withLock { rest in
      let head = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      return head
    }
  }
}

/// Output into memory, to run commands inside a process.
package final class MemoryWriter: ByteWriter {
  /// Whether it stands for a terminal.
  package let isTerminal: Bool
  /// No file is behind it.
  package let identity: FileIdentity? = nil
  private let content = Mutex<[UInt8]>([])
  private let failure: StreamError?

  /// Creates an empty output; with a failure, each write throws it.
  package init(isTerminal: Bool = false, failure: StreamError? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
  }

  /// All bytes written so far.
  package var bytes: [UInt8] { content.withLock { $0 } }
  /// The bytes as text; what is not UTF-8 is repaired.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the bytes.
  package func write(_ bytes: [UInt8]) throws(StreamError) {
    if let failure { throw failure }
    content.withLock { $0 += bytes }
  }
}
