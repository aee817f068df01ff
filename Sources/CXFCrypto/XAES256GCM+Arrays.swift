// The same with arrays and secrets, for those who do not count allocations.

extension XAES256GCM {
  /// Seals a text and returns its tag, 16 bytes.
  ///
  /// - Parameters:
  ///   - nonce: 24 bytes, never used before under this key.
  ///   - ciphertext: memory as long as the plaintext.
  package func seal(
    _ plaintext: UnsafeRawBufferPointer, nonce: [UInt8], additionalData: [UInt8],
    into ciphertext: UnsafeMutableRawBufferPointer
  ) throws(AEADError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: Self.tagByteCount)
    try tag.withMutableBytes { (tag: UnsafeMutableRawBufferPointer) throws(AEADError) in
      try withBytes(nonce, additionalData) {
        (nonce: UnsafeRawBufferPointer, additionalData: UnsafeRawBufferPointer) throws(AEADError) in
        try seal(plaintext, nonce: nonce, additionalData: additionalData, into: ciphertext, tag: tag)
      }
    }
    return tag
  }

  /// Opens a text whose tag is kept apart from it.
  ///
  /// - Throws: `AEADError.authenticationFailed` when anything was changed.
  package func open(
    ciphertext: [UInt8], tag: [UInt8], nonce: [UInt8], additionalData: [UInt8]
  ) throws(AEADError) -> [UInt8] {
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
    try plaintext.withMutableBytes { (plaintext: UnsafeMutableRawBufferPointer) throws(AEADError) in
      try ciphertext.withBytes { (ciphertext: UnsafeRawBufferPointer) throws(AEADError) in
        try tag.withBytes { (tag: UnsafeRawBufferPointer) throws(AEADError) in
          try open(
            ciphertext: ciphertext, tag: tag, nonce: nonce, additionalData: additionalData, into: plaintext)
        }
      }
    }
    return plaintext
  }

  /// Seals a text and returns the ciphertext with the tag at its end; the nonce is not part of it.
  package func seal(
    _ plaintext: UnsafeRawBufferPointer, nonce: [UInt8], additionalData: [UInt8]
  ) throws(AEADError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.tagByteCount)
    try sealed.withMutableBytes { (sealed: UnsafeMutableRawBufferPointer) throws(AEADError) in
      try withBytes(nonce, additionalData) {
        (nonce: UnsafeRawBufferPointer, additionalData: UnsafeRawBufferPointer) throws(AEADError) in
        try seal(
          plaintext, nonce: nonce, additionalData: additionalData,
          into: UnsafeMutableRawBufferPointer(rebasing: sealed[..<plaintext.count]),
          tag: UnsafeMutableRawBufferPointer(rebasing: sealed[plaintext.count...]))
      }
    }
    return sealed
  }

  /// Seals a text and returns the ciphertext with the tag at its end; the nonce is not part of it.
  package func seal(
    _ plaintext: [UInt8], nonce: [UInt8], additionalData: [UInt8]
  ) throws(AEADError) -> [UInt8] {
    try plaintext.withBytes { (plaintext: UnsafeRawBufferPointer) throws(AEADError) in
      try seal(plaintext, nonce: nonce, additionalData: additionalData)
    }
  }

  /// Seals a secret, such as another key, and returns the ciphertext with the tag at its end.
  package func seal(
    _ plaintext: borrowing SecretBytes, nonce: [UInt8], additionalData: [UInt8]
  ) throws(AEADError) -> [UInt8] {
    try plaintext.withUnsafeBytes { (plaintext: UnsafeRawBufferPointer) throws(AEADError) in
      try seal(plaintext, nonce: nonce, additionalData: additionalData)
    }
  }

  /// Opens a ciphertext with the tag at its end.
  ///
  /// - Throws: `AEADError.authenticationFailed` when anything was changed, `.wrongTagLength` under 16 bytes.
  package func open(
    _ sealed: [UInt8], nonce: [UInt8], additionalData: [UInt8]
  ) throws(AEADError) -> [UInt8] {
    var plaintext = [UInt8](repeating: 0, count: try plaintextByteCount(of: sealed))
    try plaintext.withMutableBytes { (plaintext: UnsafeMutableRawBufferPointer) throws(AEADError) in
      try open(sealed, nonce: nonce, additionalData: additionalData, into: plaintext)
    }
    return plaintext
  }

  /// Opens a ciphertext with the tag at its end into memory that is cleared, for keys.
  ///
  /// - Throws: `AEADError.authenticationFailed` when anything was changed, `.wrongTagLength` under 16 bytes.
  package func openSecret(
    _ sealed: [UInt8], nonce: [UInt8], additionalData: [UInt8]
  ) throws(AEADError) -> SecretBytes {
    try SecretBytes(count: try plaintextByteCount(of: sealed)) {
      (plaintext: UnsafeMutableRawBufferPointer) throws(AEADError) in
      try open(sealed, nonce: nonce, additionalData: additionalData, into: plaintext)
    }
  }

  private func plaintextByteCount(of sealed: [UInt8]) throws(AEADError) -> Int {
    guard sealed.count >= Self.tagByteCount else { throw .wrongTagLength }
    return sealed.count - Self.tagByteCount
  }

  private func open(
    _ sealed: [UInt8], nonce: [UInt8], additionalData: [UInt8], into plaintext: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    try sealed.withBytes { (sealed: UnsafeRawBufferPointer) throws(AEADError) in
      try open(
        ciphertext: UnsafeRawBufferPointer(rebasing: sealed[..<plaintext.count]),
        tag: UnsafeRawBufferPointer(rebasing: sealed[plaintext.count...]), nonce: nonce,
        additionalData: additionalData, into: plaintext)
    }
  }

  private func open(
    ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, nonce: [UInt8], additionalData: [UInt8],
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(AEADError) {
    try withBytes(nonce, additionalData) {
      (nonce: UnsafeRawBufferPointer, additionalData: UnsafeRawBufferPointer) throws(AEADError) in
      try open(
        ciphertext: ciphertext, tag: tag, nonce: nonce, additionalData: additionalData, into: plaintext)
    }
  }

  private func withBytes(
    _ first: [UInt8], _ second: [UInt8],
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(AEADError) -> Void
  ) throws(AEADError) {
    try first.withBytes { (first: UnsafeRawBufferPointer) throws(AEADError) in
      try second.withBytes { (second: UnsafeRawBufferPointer) throws(AEADError) in try body(first, second) }
    }
  }
}
