/// The public half of a key.
package enum PublicKey: Sendable, Hashable {
  /// A point in uncompressed form: 0x04, x, y.
  case ec(NamedCurve, point: [UInt8])
  /// An RSA key; both numbers big-endian without leading zeros.
  case rsa(modulus: [UInt8], exponent: [UInt8])
  /// The plain key of one of the algorithms of RFC 8410.
  case raw(KeyAlgorithm, [UInt8])

  /// Returns whether `encoded` is this key as a private key carries it: a point in either form, plain bytes,
  /// or the two numbers of an RSA key in PKCS #1.
  package func matches(_ encoded: [UInt8]) -> Bool {
    switch self {
    case .ec(_, let point): encoded == point || encoded == Self.compressed(point)
    case .rsa(let modulus, let exponent):
      encoded
        == DERWriter.sequence([DERWriter.unsignedInteger(modulus), DERWriter.unsignedInteger(exponent)])
    case .raw(_, let bytes): encoded == bytes
    }
  }

  private static func compressed(_ point: [UInt8]) -> [UInt8] {
    let isOdd = (point.last ?? 0) & 1
    return [0x02 | isOdd] + point.dropFirst().prefix(point.count / 2)
  }
}
