package import CredentialExchangeFormat

/// A file of age in its binary form, of which the head is read and nothing opened.
///
///     let file = try AgeFile(bytes)
///     let content = try file.open(passphrase: passphrase)  // or identities, as `needs` says
///
/// The content is then read from anywhere, without a copy of it. For files that come through a pipe there is
/// `AgeStream`; the text form goes through `AgeArmor` first.
package struct AgeFile: Sendable {
  /// The length of the nonce between head and content, in bytes.
  static let nonceByteCount = 16

  /// The head.
  package let header: AgeHeader
  private let bytes: any RandomAccessBytes

  /// What opens the file.
  package var needs: AgeNeeds { header.needs }

  /// Reads the head.
  ///
  /// - Throws: `AgeError.headerFailure`, `.workFactorTooHigh`; what makes the bytes unreadable.
  package init(_ bytes: any RandomAccessBytes, limits: AgeLimits = AgeLimits()) throws {
    header = try AgeHeader.read(from: try (bytes as any ByteContent).open(), limits: limits).header
    self.bytes = bytes
  }

  /// Opens the file with the first of the keys that fits.
  ///
  /// Head and length are authentic then. The content is verified where it is read.
  ///
  /// - Throws: `AgeError.noMatch`, `.hmacFailure`, `.headerFailure`, `.payloadFailure`, `.crypto`; what makes the
  ///   bytes unreadable.
  package func open(
    identities: [X25519PrivateKey], memory: SecretMemory = .heap
  ) throws -> AgePlaintext {
    try plaintext(try header.fileKey(identities, memory: memory), memory)
  }

  /// Opens the file with a passphrase, whose bytes are taken as they are.
  ///
  /// Head and length are authentic then. The content is verified where it is read.
  ///
  /// - Throws: `AgeError.wrongPassphrase`; `.noMatch` where keys are wanted; `.hmacFailure`, `.headerFailure`,
  ///   `.payloadFailure`, `.scrypt`, `.crypto`; what makes the bytes unreadable.
  package func open(
    passphrase: borrowing SecretBytes, memory: SecretMemory = .heap
  ) throws -> AgePlaintext {
    try plaintext(try header.fileKey(passphrase: passphrase, memory: memory), memory)
  }

  private func plaintext(_ fileKey: borrowing SecretBytes, _ memory: SecretMemory) throws -> AgePlaintext {
    let end = UInt64(header.byteCount)
    let nonceByteCount = UInt64(Self.nonceByteCount)
    guard bytes.count >= end, bytes.count - end >= nonceByteCount else {
      throw AgeError.headerFailure(.missingNonce)
    }
    let nonce = try bytes.read(at: end, count: Self.nonceByteCount)
    let start = end + nonceByteCount
    return try AgePlaintext(
      try bytes.window(at: start, count: bytes.count - start),
      key: AgePayloadKey(try AgeKeyWrap.payloadKey(fileKey, nonce: nonce)), memory: memory)
  }

  /// Returns whether bytes begin as a file of age, in its binary form or as text.
  ///
  /// - Parameter prefix: the first bytes; 1,100 are enough.
  package static func looksLike(_ prefix: some Collection<UInt8>) -> Bool {
    prefix.starts(with: AgeHeader.magic) || AgeArmor.isArmored(prefix)
  }
}
