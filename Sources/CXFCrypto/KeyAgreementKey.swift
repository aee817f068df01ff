/// A private key of one of HPKE's curves with its public key, loaded once.
///
/// There is one copy of the private half, in the library's memory, which the library clears in the end.
final class KeyAgreementKey: HPKEKeyPair {
  let curve: KeyAgreementCurve
  /// The public key in HPKE's form: an uncompressed point, or the plain bytes of RFC 7748.
  let publicKey: [UInt8]
  private let key: EVPPrivateKey

  private init(_ key: consuming EVPPrivateKey, publicKey: [UInt8], _ curve: KeyAgreementCurve) {
    self.curve = curve
    self.publicKey = publicKey
    self.key = key
  }

  /// Makes a new key.
  convenience init(generating curve: KeyAgreementCurve) throws(CryptoError) {
    let key = try EVPPrivateKey(generating: curve)
    let publicKey = try key.publicKey()
    guard publicKey.count == curve.publicKeyByteCount,
      !curve.isNIST || publicKey.first == KeyAgreementCurve.uncompressedForm
    else {
      throw CryptoError(operation: "EVP_PKEY_get_octet_string_param", reasons: ["not an uncompressed point"])
    }
    self.init(key, publicKey: publicKey, curve)
  }

  /// Returns a private key in HPKE's form with its public key, or nil where it is none: of another length, or
  /// on NIST's curves zero or not below the order.
  static func load(
    _ secret: borrowing SecretBytes, _ curve: KeyAgreementCurve
  ) throws(CryptoError) -> KeyAgreementKey? {
    guard secret.count == curve.byteCount else { return nil }
    if let group = CurveGroup.of(curve) {
      let point = try secret.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
        try group.publicKey(of: bytes, count: curve.publicKeyByteCount)
      }
      guard let point else { return nil }
      let key = try EVPPrivateKey(number: secret, point: point, curve)
      return KeyAgreementKey(key, publicKey: point, curve)
    }
    let key = try EVPPrivateKey(raw: secret, on: curve)
    let publicKey = try key.publicKey()
    return KeyAgreementKey(key, publicKey: publicKey, curve)
  }

  /// Writes the secret shared with the owner of a public key, as many bytes as a coordinate has, and returns
  /// whether there is one: the result must not be all zeros on the curves of RFC 7748.
  func agree(
    with other: borrowing EVPPublicKey, into secret: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) -> Bool {
    guard try key.agree(with: other, into: secret) else { return false }
    // The library refuses that too; another provider behind it might not.
    return curve.isNIST || secret.reduce(0, |) != 0
  }

  func secret(memory: SecretMemory) throws(CryptoError) -> SecretBytes {
    try key.secret(curve, memory: memory)
  }
}
