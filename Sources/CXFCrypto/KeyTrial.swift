package import CredentialExchangeFormat

/// Tries what the judge of CXF documents sees the structure of only: whether the numbers of a private key belong
/// together, whether it signs, and what a large blob inflates to.
///
/// The time that one value takes is bounded: a large blob is walked in the time that its length needs, and keys beyond
/// `maximumKeyByteCount` or `maximumModulusByteCount` are not computed with.
package struct KeyTrial: DeepCheck {
  /// The longest key that is looked at, in bytes of PKCS #8.
  package static let maximumKeyByteCount = 1 << 16
  /// The longest modulus of RSA that is signed with, in bytes: 8192 bits.
  ///
  /// The numbers of keys up to 16384 bits are still checked against each other; a signature with one of these takes
  /// more than a second, and a file can hold thousands.
  package static let maximumModulusByteCount = 1024

  /// Creates the check.
  package init() {}

  /// Returns what is wrong with content, or nil.
  package func fault(in kind: DeepContent, _ bytes: UnsafeBufferPointer<UInt8>) -> FindingCode? {
    switch kind {
    case .passkeyKey, .sshKey: Self.fault(inKey: bytes)
    case .largeBlob(let size): Self.fault(inBlob: bytes, size: size)
    }
  }

  private static func fault(
    inBlob bytes: UnsafeBufferPointer<UInt8>, size: UInt64
  ) -> FindingCode? {
    do throws(DeflateWalk.Fault) {
      return try DeflateWalk.inflatedCount(of: bytes) == size ? nil : .largeBlobSize
    } catch {
      return .damagedLargeBlob
    }
  }

  private static func fault(inKey bytes: UnsafeBufferPointer<UInt8>) -> FindingCode? {
    guard bytes.count <= maximumKeyByteCount else { return .untriedPrivateKey }
    let info: PrivateKeyInfo
    do throws(DERError) {
      info = try PrivateKeyInfo(der: Array(bytes))
    } catch {
      // A modulus beyond every limit has a length that the reader refuses.
      let isLong = error.code == .wrongKeyLength && bytes.count > RSAPrivateKey.maximumModulusByteCount
      return isLong ? .untriedPrivateKey : .invalidPrivateKey
    }
    let publicKey: PublicKey
    do throws(KeyCheckError) {
      publicKey = try info.checkedPublicKey()
    } catch {
      switch error {
      case .publicKeyMismatch: return .privateKeyMismatch
      case .privateKeyOutOfRange: return .privateKeyOutOfRange
      case .inconsistentNumbers: return .inconsistentPrivateKey
      case .unsupported: return .untriedPrivateKey
      case .crypto: return .privateKeyDoesNotSign
      }
    }
    if case .rsa(let modulus, _) = publicKey, modulus.count > maximumModulusByteCount {
      return .untriedPrivateKey
    }
    return signs(info, publicKey) ? nil : .privateKeyDoesNotSign
  }

  /// Signs once, and has the public key alone verify it.
  private static func signs(_ info: PrivateKeyInfo, _ publicKey: PublicKey) -> Bool {
    let message = Array("trial".utf8)
    do throws(CryptoError) {
      let signature = try privateKey(info, publicKey).signature(of: message, info.algorithm)
      return try publicKeyAlone(publicKey).verifies(signature, of: message, info.algorithm)
    } catch {
      return false
    }
  }

  // The library looks through all its decoders for a key in DER, which takes twenty times as long as the signature: keys
  // are made of their parts where it has a call for that.

  private static func privateKey(
    _ info: PrivateKeyInfo, _ publicKey: PublicKey
  ) throws(CryptoError) -> EVPPrivateKey {
    switch (info.content, publicKey) {
    case (.raw(let bytes), _): return try EVPPrivateKey(raw: bytes, info.algorithm)
    case (.ec(let key), .ec(let curve, let point)):
      guard let known = KeyAgreementCurve(curve), let number = key.privateKey(byteCount: curve.byteCount)
      else { break }
      return try EVPPrivateKey(number: SecretBytes(copying: number), point: point, known)
    default: break
    }
    return try EVPPrivateKey(pkcs8: info.canonical(publicKey: publicKey).der)
  }

  private static func publicKeyAlone(_ key: PublicKey) throws(CryptoError) -> EVPPublicKey {
    switch key {
    case .raw(let algorithm, let bytes): return try EVPPublicKey(raw: bytes, algorithm)
    case .ec(let curve, let point):
      if let known = KeyAgreementCurve(curve), let made = try EVPPublicKey.load(point, known) { return made }
    case .rsa: break
    }
    return try EVPPublicKey(spki: key.spki)
  }
}
