/// An EC private key in the form of SEC 1 and RFC 5915, kept as it came.
package struct ECPrivateKey: Sendable, Equatable, Redacted {
  /// The private number, big-endian. It should have the length of the curve; other lengths occur.
  package let privateKey: [UInt8]
  /// The curve, where the key itself names it.
  package let curve: OID?
  /// The public point as encoded, where it is there.
  package let publicKey: [UInt8]?

  /// Creates a key from its parts.
  package init(privateKey: [UInt8], curve: OID? = nil, publicKey: [UInt8]? = nil) {
    self.privateKey = privateKey
    self.curve = curve
    self.publicKey = publicKey
  }

  /// Reads a key from its DER.
  ///
  /// - Throws: `DERError`.
  package init(der: ArraySlice<UInt8>) throws(DERError) {
    self = try DERReader.read(der) { (outer: inout DERReader) throws(DERError) in
      try outer.constructed(.sequence) { (reader: inout DERReader) throws(DERError) in
        let start = reader.offset
        guard try reader.smallInteger() == 1 else { throw DERError(.unsupportedVersion, at: start) }
        let privateKey = try reader.octetString()
        guard !privateKey.isEmpty else { throw DERError(.wrongKeyLength, at: privateKey.startIndex) }
        return ECPrivateKey(
          privateKey: Array(privateKey), curve: try Self.curve(&reader), publicKey: try Self.point(&reader))
      }
    }
  }

  private static func curve(_ reader: inout DERReader) throws(DERError) -> OID? {
    let tag = DERTag.context(0, constructed: true)
    guard reader.nextTag == tag else { return nil }
    return try reader.constructed(tag) { (inner: inout DERReader) throws(DERError) in
      if inner.nextTag == .sequence { throw DERError(.explicitCurve, at: inner.offset) }
      return try inner.objectIdentifier()
    }
  }

  private static func point(_ reader: inout DERReader) throws(DERError) -> [UInt8]? {
    let tag = DERTag.context(1, constructed: true)
    guard reader.nextTag == tag else { return nil }
    return try reader.constructed(tag) { (inner) throws(DERError) in try inner.bitString() }
  }

  /// The DER element.
  package var der: [UInt8] {
    var parts = [DERWriter.unsignedInteger([1]), DERWriter.octetString(privateKey)]
    if let curve {
      parts.append(
        DERWriter.element(.context(0, constructed: true), DERWriter.objectIdentifier(curve)))
    }
    if let publicKey {
      parts.append(DERWriter.element(.context(1, constructed: true), DERWriter.bitString(publicKey)))
    }
    return DERWriter.sequence(parts)
  }

  /// The private number in exactly `count` bytes; nil when it does not fit.
  package func privateKey(byteCount count: Int) -> [UInt8]? {
    let digits = privateKey.drop { $0 == 0 }
    guard digits.count <= count else { return nil }
    return [UInt8](repeating: 0, count: count - digits.count) + digits
  }

  /// Which parts there are, without their content.
  package var redactedDescription: String { "ECPrivateKey(public key: \(publicKey != nil))" }
}
