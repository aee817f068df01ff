/// What sender and recipient have in common (RFC 9180, section 5): keys, and how many messages there were.
final class HPKEContext {
  private let suite: HPKESuite
  /// The cipher, nil where nothing is sealed; key and nonce are empty then.
  private let aead: AEADContext?
  private let key: SecretBytes
  private let baseNonce: SecretBytes
  private let exporterSecret: SecretBytes
  private let memory: SecretMemory

  /// How many messages were sealed or opened.
  private var sequence: UInt64

  /// The key schedule (RFC 9180, section 5.1).
  ///
  /// - Parameters:
  ///   - sequence: the number of the first message; above 0 only to reach the end in a test.
  ///   - memory: where secrets lie.
  init(
    _ suite: HPKESuite, _ mode: HPKEMode, sharedSecret: borrowing SecretBytes, info: [UInt8],
    preSharedKey: HPKEPreSharedKey?, sequence: UInt64, memory: SecretMemory
  ) throws(HPKEError) {
    self.suite = suite
    self.sequence = sequence
    self.memory = memory
    do throws(CryptoError) {
      let hkdf = suite.labeledHKDF(memory)
      let context =
        [mode.number]
        + (try hkdf.hashes(of: [("psk_id_hash", preSharedKey?.id ?? []), ("info_hash", info)]))
      let secret: SecretBytes
      if let preSharedKey {
        secret = try hkdf.extract(salt: sharedSecret, label: "secret", ikm: preSharedKey.secret)
      } else {
        secret = try hkdf.extract(salt: sharedSecret, label: "secret", ikm: SecretBytes(copying: []))
      }
      let expander = try KeyedHash(key: secret, with: hkdf.algorithm)
      exporterSecret = try hkdf.expand(
        expander, label: "exp", info: context, count: hkdf.algorithm.byteCount)
      if let algorithm = suite.aead.algorithm {
        aead = try AEADContext(algorithm)
        key = try hkdf.expand(expander, label: "key", info: context, count: algorithm.keyByteCount)
        baseNonce = try hkdf.expand(
          expander, label: "base_nonce", info: context, count: AEADAlgorithm.nonceByteCount)
      } else {
        aead = nil
        key = SecretBytes(copying: [], memory: memory)
        baseNonce = SecretBytes(copying: [], memory: memory)
      }
    } catch {
      throw .crypto(error)
    }
  }

  /// Seals the next message and returns the ciphertext with the tag at its end.
  func seal(_ plaintext: [UInt8], additionalData: [UInt8]) throws(HPKEError) -> [UInt8] {
    try withNextNonce(additionalData) {
      (aead: AEADContext, parameters: AEADContext.Parameters) throws(AEADError) in
      try plaintext.withBytes { (plaintext: UnsafeRawBufferPointer) throws(AEADError) in
        try [UInt8](uninitializedCount: plaintext.count + AEADAlgorithm.tagByteCount) {
          (sealed: UnsafeMutableRawBufferPointer) throws(AEADError) in
          try aead.seal(
            plaintext, parameters, into: UnsafeMutableRawBufferPointer(rebasing: sealed[..<plaintext.count]),
            tag: UnsafeMutableRawBufferPointer(rebasing: sealed[plaintext.count...]))
        }
      }
    }
  }

  /// Opens the next message; one that cannot be opened does not count.
  func open(_ sealed: [UInt8], additionalData: [UInt8]) throws(HPKEError) -> [UInt8] {
    guard aead != nil else { throw .exportOnly }
    guard sealed.count >= AEADAlgorithm.tagByteCount else { throw .openFailed }
    return try withNextNonce(additionalData) {
      (aead: AEADContext, parameters: AEADContext.Parameters) throws(AEADError) in
      try sealed.withBytes { (sealed: UnsafeRawBufferPointer) throws(AEADError) in
        try [UInt8](uninitializedCount: sealed.count - AEADAlgorithm.tagByteCount) {
          (plaintext: UnsafeMutableRawBufferPointer) throws(AEADError) in
          try aead.open(
            UnsafeRawBufferPointer(rebasing: sealed[..<plaintext.count]),
            tag: UnsafeRawBufferPointer(rebasing: sealed[plaintext.count...]), parameters, into: plaintext)
        }
      }
    }
  }

  /// Returns a secret of `count` bytes that both sides know.
  func export(context: [UInt8], count: Int) throws(HPKEError) -> SecretBytes {
    let hkdf = suite.labeledHKDF(memory)
    guard (0...HKDF.maximumBlockCount * hkdf.algorithm.byteCount).contains(count) else {
      throw .lengthOutOfRange
    }
    do throws(CryptoError) {
      return try hkdf.expand(exporterSecret, label: "sec", info: context, count: count)
    } catch {
      throw .crypto(error)
    }
  }
}

extension HPKEContext {
  /// Calls `body` with what protects the next message, and counts the message when that succeeds.
  private func withNextNonce(
    _ additionalData: [UInt8], _ body: (AEADContext, AEADContext.Parameters) throws(AEADError) -> [UInt8]
  ) throws(HPKEError) -> [UInt8] {
    guard let aead else { throw .exportOnly }
    // The nonce has room for more, but no more is ever needed, and the number must not begin again.
    guard sequence < UInt64.max else { throw .tooManyMessages }
    let nonce = nonce(of: sequence)
    let result: [UInt8]
    do throws(AEADError) {
      result = try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(AEADError) in
        try nonce.withBytes { (nonce: UnsafeRawBufferPointer) throws(AEADError) in
          try additionalData.withBytes { (additionalData: UnsafeRawBufferPointer) throws(AEADError) in
            try body(
              aead, AEADContext.Parameters(key: key, nonce: nonce, additionalData: additionalData))
          }
        }
      }
    } catch {
      throw HPKEError(error)
    }
    sequence += 1
    return result
  }

  /// The base nonce, XOR the number as big-endian bytes.
  private func nonce(of sequence: UInt64) -> [UInt8] {
    var nonce = baseNonce.withUnsafeBytes { Array($0) }
    for (index, shift) in zip(nonce.indices.reversed(), stride(from: UInt64(0), to: 64, by: 8)) {
      nonce[index] ^= UInt8(truncatingIfNeeded: sequence >> shift)
    }
    return nonce
  }
}

extension HPKEError {
  /// Keeps what the sender or the system can do something about; the rest is one error.
  fileprivate init(_ error: AEADError) {
    self =
      switch error {
      case .tooLong: .tooLong
      case .crypto(let cause): .crypto(cause)
      case .authenticationFailed, .wrongTagLength, .wrongKeyLength, .wrongNonceLength, .wrongBufferLength:
        .openFailed
      }
  }
}
