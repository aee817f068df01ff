internal import CXFOpenSSL

/// HMAC (RFC 2104) with a key that is set up once, for many messages.
///
/// A message is either one call of `tag`, or pieces by `update` and then `finish`; after `finish`, and after
/// an error, the next piece begins a new message. `HMAC` is simpler for one message.
///
/// Not `Sendable`: an object has one state, so that one thread at a time may use it.
package final class KeyedHash {
  private var context: OpaquePointer
  /// A context that has seen no message, where messages begin with a copy of it.
  private let untouched: OpaquePointer?
  private var hasBegun = true

  /// The length of a tag in bytes.
  package let tagByteCount: Int

  /// Sets up a key of any length, which the library copies and clears in the end.
  ///
  /// - Parameter copiesToBegin: whether messages begin with a copy of an untouched context. That takes twice
  ///   as long, and is needed where the library cannot begin anew with the key it has.
  /// - Throws: `CryptoError` when the library refuses.
  package convenience init(
    key: borrowing SecretBytes, with algorithm: DigestAlgorithm = .sha256,
    copiesToBegin: Bool = !KeyedHash.libraryBeginsAnew
  ) throws(CryptoError) {
    // The closure lends the bytes; what is made from them lives on.
    try self.init(
      adopting: try key.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
        try Self.makeContext(key: bytes, algorithm)
      }, algorithm, copiesToBegin: copiesToBegin)
  }

  /// Sets up a key that is no secret, such as a salt.
  convenience init(salt: [UInt8], with algorithm: DigestAlgorithm) throws(CryptoError) {
    try self.init(
      adopting: try salt.withBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
        try Self.makeContext(key: bytes, algorithm)
      }, algorithm, copiesToBegin: !Self.libraryBeginsAnew)
  }

  private init(
    adopting context: OpaquePointer, _ algorithm: DigestAlgorithm, copiesToBegin: Bool
  ) throws(CryptoError) {
    self.context = context
    tagByteCount = algorithm.byteCount
    untouched = copiesToBegin ? EVP_MAC_CTX_dup(context) : nil
    if copiesToBegin, untouched == nil { throw CryptoError(draining: "EVP_MAC_CTX_dup") }
  }

  deinit {
    EVP_MAC_CTX_free(context)
    EVP_MAC_CTX_free(untouched)
  }

  /// Adds a piece to the message.
  package func update(_ piece: UnsafeRawBufferPointer) throws(CryptoError) {
    try beginIfNeeded()
    guard let start = piece.baseAddress, !piece.isEmpty else { return }
    let result = EVP_MAC_update(context, start.assumingMemoryBound(to: UInt8.self), piece.count)
    guard result == 1 else { throw failed("EVP_MAC_update") }
  }

  /// Adds a piece to the message.
  package func update(_ piece: [UInt8]) throws(CryptoError) {
    try piece.withBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in try update(bytes) }
  }

  /// Ends the message and writes its tag into `tag`, which must have room for exactly `tagByteCount` bytes.
  ///
  /// Nothing is allocated.
  package func finish(into tag: UnsafeMutableRawBufferPointer) throws(CryptoError) {
    try beginIfNeeded()
    hasBegun = false
    guard let start = tag.baseAddress, tag.count == tagByteCount else {
      throw CryptoError(operation: "EVP_MAC_final", reasons: ["length out of range"])
    }
    var written = 0
    let result = EVP_MAC_final(context, start.assumingMemoryBound(to: UInt8.self), &written, tag.count)
    guard result == 1, written == tagByteCount else { throw failed("EVP_MAC_final") }
  }

  /// Writes the tag of `message` into `tag`, which must have room for exactly `tagByteCount` bytes.
  ///
  /// Nothing is allocated. The message must not be one that `update` has begun.
  package func tag(
    of message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    try update(message)
    try finish(into: tag)
  }

  /// Returns the tag of the pieces, one after the other.
  package func tag(of pieces: UnsafeRawBufferPointer...) throws(CryptoError) -> [UInt8] {
    for piece in pieces { try update(piece) }
    return try finish()
  }

  /// Returns the tag of `message`.
  package func tag(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
    try update(message)
    return try finish()
  }

  /// Ends the message and returns its tag.
  package func finish() throws(CryptoError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: tagByteCount)
    try tag.withMutableBytes { (bytes: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      try finish(into: bytes)
    }
    return tag
  }

  private func beginIfNeeded() throws(CryptoError) {
    guard !hasBegun else { return }
    if let untouched {
      let copy = try check(EVP_MAC_CTX_dup(untouched), "EVP_MAC_CTX_dup")
      EVP_MAC_CTX_free(context)
      context = copy
    } else {
      // No key: the one that is set up is used again.
      try check(EVP_MAC_init(context, nil, 0, nil), "EVP_MAC_init")
    }
    hasBegun = true
  }

  private func failed(_ operation: StaticString) -> CryptoError {
    hasBegun = false
    return CryptoError(draining: operation)
  }
}

extension KeyedHash {
  private static let algorithm = FetchedAlgorithm(mac: "HMAC")

  /// Whether `EVP_MAC_init` without a key begins a new message. Before OpenSSL 3.0.3 it did nothing and said
  /// that all was well, so that the next tag was wrong.
  package static let libraryBeginsAnew = OpenSSL_version_num() >= 0x3000_0030

  private static func makeContext(
    key: UnsafeRawBufferPointer, _ digest: DigestAlgorithm
  ) throws(CryptoError) -> OpaquePointer {
    let context = try check(EVP_MAC_CTX_new(algorithm.get()), "EVP_MAC_CTX_new")
    // A null key means "the key of last time" to the library, so an empty one needs an address too.
    var none: UInt8 = 0
    let result = withUnsafePointer(to: &none) { placeholder in
      let start = key.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? placeholder
      return cxf_hmac_init(context, start, key.count, digest.name)
    }
    guard result == 1 else {
      let error = CryptoError(draining: "EVP_MAC_init")
      EVP_MAC_CTX_free(context)
      throw error
    }
    return context
  }
}
