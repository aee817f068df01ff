extension PrivateKeyInfo {
  /// Reads an RSA key in the DER of PKCS #1.
  ///
  /// - Throws: `DERError`.
  package init(pkcs1 der: [UInt8]) throws(DERError) {
    let key = try RSAPrivateKey(der: der[...])
    self.init(.rsa, .rsa(key))
  }

  /// Reads an EC key in the DER of SEC 1, which must name its curve.
  ///
  /// - Throws: `DERError`.
  package init(sec1 der: [UInt8]) throws(DERError) {
    let key = try ECPrivateKey(der: der[...])
    guard let oid = key.curve else { throw DERError(.missingCurve, at: 0) }
    if let curve = NamedCurve(oid: oid), key.privateKey(byteCount: curve.byteCount) == nil {
      throw DERError(.wrongKeyLength, at: 0)
    }
    self.init(.ec(oid), .ec(key))
  }
}

extension NamedCurve {
  /// Creates the curve that a whole DER input names, as an `EC PARAMETERS` block does.
  init?(parameters der: [UInt8]) {
    guard der.first == DERTag.objectIdentifier.rawValue,
      let oid = try? DERReader.read(der, { (reader) throws(DERError) in try reader.objectIdentifier() })
    else { return nil }
    self.init(oid: oid)
  }
}
