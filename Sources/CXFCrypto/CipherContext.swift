internal import CXFOpenSSL

/// The owner of one cipher context of the library, which clears its key when it is freed.
struct CipherContext: ~Copyable {
  private let context: OpaquePointer

  /// Makes a context for one cipher, without a key.
  init(_ cipher: FetchedAlgorithm) throws(CryptoError) {
    let cipher = try cipher.get()
    let made = try check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
    guard EVP_CipherInit_ex2(made, cipher, nil, nil, 1, nil) == 1 else {
      let error = CryptoError(draining: "EVP_CipherInit_ex2")
      EVP_CIPHER_CTX_free(made)
      throw error
    }
    context = made
  }

  deinit {
    EVP_CIPHER_CTX_free(context)
  }

  /// What happens to the text.
  enum Direction: Int32 {
    case decrypting = 0
    case encrypting = 1
  }

  /// Begins a message; key and nonce must have the lengths of the cipher, which the library does not know of.
  ///
  /// - Parameter nonce: nil for a cipher that has none.
  borrowing func begin(
    _ direction: Direction, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer?
  ) throws(CryptoError) {
    let keyStart = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let nonceStart = nonce?.baseAddress?.assumingMemoryBound(to: UInt8.self)
    // No cipher: naming it again would make the library set up everything anew.
    try check(
      EVP_CipherInit_ex2(context, nil, keyStart, nonceStart, direction.rawValue, nil), "EVP_CipherInit_ex2")
  }

  /// Says that the text consists of whole blocks and gets no padding.
  borrowing func turnPaddingOff() throws(CryptoError) {
    try check(EVP_CIPHER_CTX_set_padding(context, 0), "EVP_CIPHER_CTX_set_padding")
  }

  /// Adds data that are authenticated only.
  borrowing func authenticate(_ data: UnsafeRawBufferPointer) throws(CryptoError) {
    var rest = data[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceByteCount))
      var written: Int32 = 0
      try check(
        EVP_CipherUpdate(
          context, nil, &written, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(piece.count)),
        "EVP_CipherUpdate")
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Writes as many bytes to `output` as `input` has; both may be the same memory.
  ///
  /// The cipher must keep nothing back: it is a stream cipher, or a block cipher fed with whole blocks.
  borrowing func process(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard output.count >= input.count else {
      throw CryptoError(operation: "EVP_CipherUpdate", reasons: ["length out of range"])
    }
    var done = 0
    while done < input.count {
      let count = min(input.count - done, Self.pieceByteCount)
      var written: Int32 = 0
      try check(
        EVP_CipherUpdate(
          context, output.baseAddress?.advanced(by: done).assumingMemoryBound(to: UInt8.self), &written,
          input.baseAddress?.advanced(by: done).assumingMemoryBound(to: UInt8.self), Int32(count)),
        "EVP_CipherUpdate")
      guard written == count else {
        throw CryptoError(operation: "EVP_CipherUpdate", reasons: ["bytes kept back"])
      }
      done += count
    }
  }

  /// Ends a sealed message and writes its tag, as many bytes as `tag` has.
  borrowing func finishSealing(tag: UnsafeMutableRawBufferPointer) throws(CryptoError) {
    try check(final(), "EVP_CipherFinal_ex")
    try check(
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress),
      "EVP_CIPHER_CTX_ctrl")
  }

  /// Ends an opened message and returns whether the tag is right; before that the text means nothing.
  borrowing func finishOpening(tag: UnsafeRawBufferPointer) throws(CryptoError) -> Bool {
    try check(
      // The library only reads the tag, although its type does not say so.
      EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), UnsafeMutableRawPointer(mutating: tag.baseAddress)),
      "EVP_CIPHER_CTX_ctrl")
    guard final() == 1 else {
      // Usually nothing is queued for a wrong tag; what may be must not be left to the next failure.
      ERR_clear_error()
      return false
    }
    return true
  }

  private borrowing func final() -> Int32 {
    // These ciphers write nothing here, but the library asks for an address.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.blockByteCount) { nothing in
      var written: Int32 = 0
      return EVP_CipherFinal_ex(context, nothing.baseAddress, &written)
    }
  }

  private static let blockByteCount = 32
  /// Lengths are `int` to the library; pieces this long keep far from its end and are whole blocks.
  private static let pieceByteCount = 1 << 30
}
