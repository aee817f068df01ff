/// DHKEM of RFC 9180, section 4.1: two keys of a curve agree on a secret.
struct DHKeyEncapsulation: HPKEKeyEncapsulation {
  let curve: KeyAgreementCurve
  private let kem: HPKESuite.KEM
  /// The derivation inside the mechanism, which is not the suite's.
  private let algorithm: DigestAlgorithm

  init(_ kem: HPKESuite.KEM, _ curve: KeyAgreementCurve, _ algorithm: DigestAlgorithm) {
    self.curve = curve
    self.kem = kem
    self.algorithm = algorithm
  }

  var encapsulatedKeyByteCount: Int { curve.publicKeyByteCount }
  var publicKeyByteCount: Int { curve.publicKeyByteCount }
  var privateKeyByteCount: Int { curve.byteCount }
  var requiredAlgorithms: [String] { [curve.algorithm] }

  func check(publicKey: [UInt8]) throws(HPKEError) {
    _ = try load(publicKey: publicKey, otherwise: .invalidKey)
  }

  func generateKey() throws(HPKEError) -> any HPKEKeyPair { try generate() }

  func loadKey(_ secret: borrowing SecretBytes) throws(HPKEError) -> any HPKEKeyPair {
    do throws(CryptoError) {
      if let key = try KeyAgreementKey.load(secret, curve) { return key }
    } catch {
      throw .crypto(error)
    }
    throw .invalidKey
  }

  func deriveKey(seed: borrowing SecretBytes) throws(HPKEError) -> any HPKEKeyPair {
    do throws(CryptoError) {
      let hkdf = labeledHKDF(.heap)
      let prk = try hkdf.extract(label: "dkp_prk", ikm: seed)
      guard curve.isNIST else {
        let secret = try hkdf.expand(prk, label: "sk", info: [], count: curve.byteCount)
        if let key = try KeyAgreementKey.load(secret, curve) { return key }
        throw CryptoError(operation: "DeriveKeyPair", reasons: [])
      }
      // Numbers that are no key are passed over; of P-256 that is one in 2^32, of the others none in practice.
      for counter in UInt8.min...UInt8.max {
        let candidate = try hkdf.expand(prk, label: "candidate", info: [counter], count: curve.byteCount)
        let masked = candidate.withUnsafeBytes { bytes in
          SecretBytes(count: bytes.count) { target in
            target.copyMemory(from: bytes)
            if !target.isEmpty { target[0] &= curve.firstByteMask }
          }
        }
        if let key = try KeyAgreementKey.load(masked, curve) { return key }
      }
      throw CryptoError(operation: "DeriveKeyPair", reasons: ["no candidate is a key"])
    } catch {
      throw .crypto(error)
    }
  }

  func encapsulate(
    to publicKey: [UInt8], authenticatedBy sender: (any HPKEKeyPair)?, ephemeralKey: (any HPKEKeyPair)?,
    memory: SecretMemory
  ) throws(HPKEError) -> HPKEEncapsulation {
    let recipient = try load(publicKey: publicKey, otherwise: .invalidKey)
    let sender = try sender.map { (pair) throws(HPKEError) in try own(pair) }
    let ephemeral: KeyAgreementKey
    if let ephemeralKey {
      ephemeral = try own(ephemeralKey)
    } else {
      ephemeral = try generate()
    }
    let shared = try agree(otherwise: .invalidKey, isAuthenticated: sender != nil, memory) {
      (first: UnsafeMutableRawBufferPointer, second: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      guard try ephemeral.agree(with: recipient, into: first) else { return false }
      return try sender?.agree(with: recipient, into: second) ?? true
    }
    let context = ephemeral.publicKey + publicKey + (sender?.publicKey ?? [])
    return HPKEEncapsulation(
      encapsulatedKey: ephemeral.publicKey, sharedSecret: try derive(shared, context: context, memory))
  }

  func decapsulate(
    _ encapsulatedKey: [UInt8], with keyPair: any HPKEKeyPair, authenticatedBy sender: [UInt8]?,
    memory: SecretMemory
  ) throws(HPKEError) -> SecretBytes {
    let own = try own(keyPair)
    let ephemeral = try load(publicKey: encapsulatedKey, otherwise: .openFailed)
    let shared = try agree(otherwise: .openFailed, isAuthenticated: sender != nil, memory) {
      (first: UnsafeMutableRawBufferPointer, second: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      guard try own.agree(with: ephemeral, into: first) else { return false }
      guard let sender else { return true }
      guard let sender = try EVPPublicKey.load(sender, curve) else { return false }
      return try own.agree(with: sender, into: second)
    }
    // The bytes as received: RFC 7748 knows several spellings of one key.
    return try derive(shared, context: encapsulatedKey + own.publicKey + (sender ?? []), memory)
  }
}

extension DHKeyEncapsulation {
  /// Returns a key as what it is here.
  private func own(_ pair: any HPKEKeyPair) throws(HPKEError) -> KeyAgreementKey {
    guard let key = pair as? KeyAgreementKey, key.curve == curve else { throw .invalidKey }
    return key
  }

  private func generate() throws(HPKEError) -> KeyAgreementKey {
    do throws(CryptoError) {
      return try KeyAgreementKey(generating: curve)
    } catch {
      throw .crypto(error)
    }
  }

  private func load(publicKey: [UInt8], otherwise refusal: HPKEError) throws(HPKEError) -> EVPPublicKey {
    let key: EVPPublicKey?
    do throws(CryptoError) {
      key = try EVPPublicKey.load(publicKey, curve)
    } catch {
      throw .crypto(error)
    }
    guard let key else { throw refusal }
    return key
  }

  /// Returns the secret that two keys agree on, and behind it that of the sender's key where there is one.
  ///
  /// - Parameter body: fills both, and returns false where one is none.
  private func agree(
    otherwise refusal: HPKEError, isAuthenticated: Bool, _ memory: SecretMemory,
    _ body: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer) throws(CryptoError) -> Bool
  ) throws(HPKEError) -> SecretBytes {
    let count = curve.byteCount
    return try SecretBytes(count: isAuthenticated ? 2 * count : count, memory: memory) {
      (bytes: UnsafeMutableRawBufferPointer) throws(HPKEError) in
      let isAgreed: Bool
      do throws(CryptoError) {
        isAgreed = try body(
          UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]),
          UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
      } catch {
        throw .crypto(error)
      }
      guard isAgreed else { throw refusal }
    }
  }

  /// ExtractAndExpand.
  private func derive(
    _ shared: borrowing SecretBytes, context: [UInt8], _ memory: SecretMemory
  ) throws(HPKEError) -> SecretBytes {
    do throws(CryptoError) {
      let hkdf = labeledHKDF(memory)
      let prk = try hkdf.extract(label: "eae_prk", ikm: shared)
      return try hkdf.expand(prk, label: "shared_secret", info: context, count: algorithm.byteCount)
    } catch {
      throw .crypto(error)
    }
  }

  private func labeledHKDF(_ memory: SecretMemory) -> LabeledHKDF {
    LabeledHKDF(
      suiteID: Array("KEM".utf8) + bigEndian(kem.rawValue), algorithm: algorithm, memory: memory)
  }
}
