/// Writes a file of age (C2SP, age.md), version 1, as the plaintext comes: `begin`, `append` any number of times,
/// `finish`. What these return, one after the other, is the file; it is not whole before `finish`.
///
/// Plaintext that waits for its chunk is in memory that is cleared. Not `Sendable`: one thread at a time may use
/// it.
package final class AgeEncryptor {
  /// The cost of scrypt that age itself writes, as a power of two: 256 MiB of memory, about a second.
  package static let defaultLogN = 18

  private let sealer: AgeChunkSealer
  /// The head and the nonce, until they are handed out.
  private var beginning: [UInt8]?

  /// Begins a file that the owner of any of the recipients' private keys can open.
  ///
  /// - Parameter recipients: at least one; who is named twice gets one stanza.
  /// - Throws: `AgeError.noRecipients`, `.tooManyRecipients`, `.unusableRecipient`, `.crypto`.
  package convenience init(
    recipients: [X25519PublicKey], random: AgeRandomness = .system, memory: SecretMemory = .heap
  ) throws(AgeError) {
    var seen: Set<X25519PublicKey> = []
    let recipients = recipients.filter { seen.insert($0).inserted }
    guard !recipients.isEmpty else { throw .noRecipients }
    let limit = AgeLimits().stanzaCount
    guard recipients.count <= limit else { throw .tooManyRecipients(limit: limit) }
    let fileKey = try random.secret(AgeKeyWrap.fileKeyByteCount)
    var stanzas: [AgeStanza] = []
    for recipient in recipients {
      stanzas.append(
        try Self.stanza(for: recipient, fileKey, ephemeralKey: try random.secret(X25519PublicKey.byteCount)))
    }
    try self.init(stanzas, fileKey, random, memory)
  }

  /// Begins a file that the passphrase opens.
  ///
  /// - Parameters:
  ///   - passphrase: its bytes, which age takes as they are: nothing is normalised.
  ///   - logN: the cost of scrypt as a power of two, from 1 to the highest that readers take (22).
  /// - Throws: `AgeError.emptyPassphrase`, `.workFactorTooLow`, `.workFactorTooHigh`, `.scrypt`, `.crypto`.
  package convenience init(
    passphrase: borrowing SecretBytes, logN: Int = AgeEncryptor.defaultLogN, random: AgeRandomness = .system,
    memory: SecretMemory = .heap
  ) throws(AgeError) {
    guard passphrase.count > 0 else { throw .emptyPassphrase }
    guard logN > 0 else { throw .workFactorTooLow }
    let limit = AgeLimits().maximumLogN
    guard logN <= limit else { throw .workFactorTooHigh(logN: logN, limit: limit) }
    let fileKey = try random.secret(AgeKeyWrap.fileKeyByteCount)
    let salt = try random.unsecret(AgeStanza.saltByteCount)
    let key = try AgeKeyWrap.scryptKey(passphrase, salt: salt, logN: logN)
    let stanza = AgeStanza.scrypt(
      salt: salt, logN: logN, wrapped: try AgeKeyWrap.wrap(fileKey, under: key))
    try self.init([stanza], fileKey, random, memory)
  }

  private init(
    _ stanzas: [AgeStanza], _ fileKey: borrowing SecretBytes, _ random: AgeRandomness, _ memory: SecretMemory
  ) throws(AgeError) {
    let nonce = try random.unsecret(AgeFile.nonceByteCount)
    beginning = try AgeHeader.bytes(stanzas, fileKey: fileKey) + nonce
    let key = AgePayloadKey(try AgeKeyWrap.payloadKey(fileKey, nonce: nonce))
    sealer = try AgeChunkSealer(key, memory: memory)
  }

  private static func stanza(
    for recipient: X25519PublicKey, _ fileKey: borrowing SecretBytes, ephemeralKey: consuming SecretBytes
  ) throws(AgeError) -> AgeStanza {
    let ephemeral: X25519PrivateKey
    do throws(X25519Error) {
      ephemeral = try X25519PrivateKey(ephemeralKey)
    } catch {
      throw AgeError(error)
    }
    let share = ephemeral.publicKey
    let key = try AgeKeyWrap.x25519Key(ephemeral, with: recipient, share: share, recipient: recipient)
    guard let key else { throw .unusableRecipient }
    return .x25519(share: share, wrapped: try AgeKeyWrap.wrap(fileKey, under: key))
  }

  /// Returns the first bytes of the file: the head, and the nonce of the content.
  ///
  /// - Throws: `AgeError.outOfOrder` the second time.
  package func begin() throws(AgeError) -> [UInt8] {
    guard let beginning else { throw .outOfOrder }
    self.beginning = nil
    return beginning
  }

  /// Takes the next plaintext, and returns the next bytes of the file; often none.
  ///
  /// - Throws: `AgeError.outOfOrder` before `begin` or after `finish`; `.crypto`, after which there is no going on.
  package func append(_ plaintext: UnsafeRawBufferPointer) throws(AgeError) -> [UInt8] {
    guard beginning == nil else { throw .outOfOrder }
    return try sealer.append(plaintext)
  }

  /// Takes the next plaintext, and returns the next bytes of the file; often none.
  ///
  /// - Throws: `AgeError.outOfOrder` before `begin` or after `finish`; `.crypto`, after which there is no going on.
  package func append(_ plaintext: [UInt8]) throws(AgeError) -> [UInt8] {
    try plaintext.withBytes { (plaintext: UnsafeRawBufferPointer) throws(AgeError) in try append(plaintext) }
  }

  /// Returns the last bytes of the file.
  ///
  /// - Throws: `AgeError.outOfOrder` before `begin` or the second time; `.crypto`.
  package func finish() throws(AgeError) -> [UInt8] {
    guard beginning == nil else { throw .outOfOrder }
    return try sealer.finish()
  }
}

extension AgeRandomness {
  fileprivate func secret(_ count: Int) throws(AgeError) -> SecretBytes {
    do throws(CryptoError) {
      let secret = try bytes(count)
      return secret
    } catch {
      throw .crypto(error)
    }
  }

  /// Bytes that stand in the file.
  fileprivate func unsecret(_ count: Int) throws(AgeError) -> [UInt8] {
    try secret(count).withUnsafeBytes { Array($0) }
  }
}

extension AgeError {
  fileprivate init(_ error: X25519Error) {
    switch error {
    case .crypto(let cause): self = .crypto(cause)
    case .wrongLength, .zeroSharedSecret: self = .unusableRecipient
    }
  }
}
