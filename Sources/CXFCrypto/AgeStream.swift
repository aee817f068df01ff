package import CredentialExchangeFormat

/// A file of age that comes as a stream, of which the head is read and nothing opened.
///
/// The head tells what opens the file, so that nobody is asked for the wrong secret; after a wrong one another
/// may be tried.
package final class AgeStream {
  /// The head.
  package let header: AgeHeader
  private let source: any ByteStream
  private var isTaken = false

  /// What opens the file.
  package var needs: AgeNeeds { header.needs }

  /// Reads the head of a file, in its binary form or as text.
  ///
  /// - Throws: `AgeError.headerFailure`, `.workFactorTooHigh`, `.armorFailure`; what the source throws.
  package init(_ source: any ByteStream, limits: AgeLimits = AgeLimits()) throws {
    let binary = try AgeArmor.binaryForm(of: source)
    let beginning = try AgeHeader.read(from: binary, limits: limits)
    header = beginning.header
    self.source = AgePrefixedStream(beginning.rest, then: binary)
  }

  /// Opens the file with the first of the keys that fits.
  ///
  /// - Returns: the plaintext; it can be had once.
  /// - Throws: `AgeError.noMatch`, `.hmacFailure`, `.headerFailure`, `.outOfOrder`, `.crypto`; what the source
  ///   throws.
  package func open(identities: [X25519PrivateKey], memory: SecretMemory = .heap) throws -> AgeDecryptor {
    try decryptor(try header.fileKey(identities, memory: memory), memory)
  }

  /// Opens the file with a passphrase, whose bytes are taken as they are.
  ///
  /// - Returns: the plaintext; it can be had once.
  /// - Throws: `AgeError.wrongPassphrase`; `.noMatch` where keys are wanted; `.hmacFailure`, `.headerFailure`,
  ///   `.outOfOrder`, `.scrypt`, `.crypto`; what the source throws.
  package func open(passphrase: borrowing SecretBytes, memory: SecretMemory = .heap) throws -> AgeDecryptor {
    try decryptor(try header.fileKey(passphrase: passphrase, memory: memory), memory)
  }

  private func decryptor(_ fileKey: borrowing SecretBytes, _ memory: SecretMemory) throws -> AgeDecryptor {
    guard !isTaken else { throw AgeError.outOfOrder }
    isTaken = true
    var nonce: [UInt8] = []
    while nonce.count < AgeFile.nonceByteCount {
      let piece = try source.next(upTo: AgeFile.nonceByteCount - nonce.count)
      guard !piece.isEmpty else { throw AgeError.headerFailure(.missingNonce) }
      nonce += piece
    }
    let key = AgePayloadKey(try AgeKeyWrap.payloadKey(fileKey, nonce: nonce))
    return try AgeDecryptor(source, key: key, memory: memory)
  }
}

/// Bytes that were read already, and then the rest of their stream.
final class AgePrefixedStream: ByteStream {
  private var prefix: [UInt8]
  private var used = 0
  private let rest: any ByteStream

  init(_ prefix: [UInt8], then rest: any ByteStream) {
    self.prefix = prefix
    self.rest = rest
  }

  func next(upTo count: Int) throws -> [UInt8] {
    guard used < prefix.count else { return try rest.next(upTo: count) }
    let piece = Array(prefix[used..<min(prefix.count, used + max(0, count))])
    used += piece.count
    if used == prefix.count {
      prefix = []
      used = 0
    }
    return piece
  }
}
