internal import CXFOpenSSL

/// Key bytes with one owner, cleared before their memory is given back.
///
/// It cannot be copied by accident and cannot be printed. Whoever copies the bytes out (into an array, a
/// string, a document) has a copy that nobody clears.
// The memory is reached only through this one owner, which is never mutated after its creation.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer
  private let memory: SecretMemory

  /// The number of bytes.
  package var count: Int { storage.count }

  /// Creates `count` bytes and lets `body` fill them; they are zero before.
  ///
  /// When `body` throws, what it had written is cleared.
  ///
  /// - Throws: what `body` throws.
  package init<Failure: Error>(
    count: Int, memory: SecretMemory = .heap,
    initializingWith body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    self.memory = memory
    storage = memory.allocate(max(0, count))
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    try body(storage)
  }

  /// Creates a copy of `bytes`; the original stays where it is.
  package init(copying bytes: some Collection<UInt8>, memory: SecretMemory = .heap) {
    self.init(count: bytes.count, memory: memory) { $0.copyBytes(from: bytes) }
  }

  deinit {
    if let start = storage.baseAddress { OPENSSL_cleanse(start, storage.count) }
    memory.release(storage)
  }

  /// Calls `body` with the bytes; the pointer is valid only inside.
  package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// Returns whether the bytes equal `other`, in a time that depends on the lengths only.
  package borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
    constantTimeEqual(UnsafeRawBufferPointer(storage), UnsafeRawBufferPointer(other.storage))
  }

  /// A placeholder that tells the number of bytes.
  package var description: String { "SecretBytes(\(count) bytes)" }
}

/// Where the memory of `SecretBytes` comes from and goes to, so that a test can look at what is given back.
package struct SecretMemory: Sendable {
  /// Returns memory of that many bytes.
  package let allocate: @Sendable (Int) -> UnsafeMutableRawBufferPointer
  /// Takes back memory that is cleared already.
  package let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  /// Creates a source of memory.
  package init(
    allocate: @escaping @Sendable (Int) -> UnsafeMutableRawBufferPointer,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.allocate = allocate
    self.release = release
  }

  /// The ordinary heap.
  package static let heap = SecretMemory(
    allocate: { .allocate(byteCount: $0, alignment: 16) }, release: { $0.deallocate() })
}
