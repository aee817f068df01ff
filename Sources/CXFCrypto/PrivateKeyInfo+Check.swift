extension PrivateKeyInfo {
  /// Computes the public key from the private one and compares it with every public key that the structure
  /// carries; for RSA checks that the numbers belong together (not that the primes are prime).
  ///
  /// - Throws: `KeyCheckError`.
  package func checkedPublicKey() throws(KeyCheckError) -> PublicKey {
    let computed = try computedPublicKey()
    if case .ec(let key) = content, let point = key.publicKey, !computed.matches(point) {
      throw .publicKeyMismatch
    }
    if let publicKey, !computed.matches(publicKey) { throw .publicKeyMismatch }
    return computed
  }

  private func computedPublicKey() throws(KeyCheckError) -> PublicKey {
    switch (algorithm, content) {
    case (.ec(let curve), .ec(let key)):
      return .ec(curve, point: try Self.point(of: key, on: curve))
    case (.rsa, .rsa(let key)):
      try key.checkNumbers()
      return .rsa(modulus: key.modulus, exponent: key.publicExponent)
    case (_, .raw(let bytes)):
      do throws(CryptoError) {
        return .raw(algorithm, try EVPPrivateKey(raw: bytes, algorithm).publicKey())
      } catch {
        throw .crypto(error)
      }
    default:
      throw .unsupported(algorithm)
    }
  }

  private static func point(of key: ECPrivateKey, on curve: NamedCurve) throws(KeyCheckError) -> [UInt8] {
    // Without the public point the library computes it, instead of believing it.
    guard let identifier = AlgorithmIdentifier(.ec(curve)),
      let number = key.privateKey(byteCount: curve.byteCount), number.contains(where: { $0 != 0 })
    else { throw .privateKeyOutOfRange }
    if let group = KeyAgreementCurve(curve).flatMap(CurveGroup.of) {
      let point: [UInt8]?
      do throws(CryptoError) {
        point = try number.withUnsafeBufferPointer { (bytes) throws(CryptoError) in
          try group.publicKey(of: UnsafeRawBufferPointer(bytes), count: 2 * bytes.count + 1)
        }
      } catch {
        throw .crypto(error)
      }
      guard let point else { throw .privateKeyOutOfRange }
      return point
    }
    let bare = PrivateKeyInfo(identifier, .ec(ECPrivateKey(privateKey: number)))
    let point: [UInt8]?
    do throws(CryptoError) {
      let loaded = try EVPPrivateKey(pkcs8: bare.der)
      point = loaded.isPrivateKeyInRange() ? try loaded.publicKey() : nil
    } catch {
      throw .crypto(error)
    }
    guard let point else { throw .privateKeyOutOfRange }
    return point
  }
}
