/// A private key with its algorithm: PKCS #8, RFC 5208 and 5958 (OneAsymmetricKey).
///
/// Reading judges the structure in plain Swift and keeps every part, so that a key written back gives the
/// bytes it was read from. Whether the numbers fit together is asked separately: `checkedPublicKey()`.
package struct PrivateKeyInfo: Sendable, Equatable, Redacted {
  /// The key inside, by the form that its algorithm gives it.
  package enum Content: Sendable, Equatable, Redacted {
    /// An EC key.
    case ec(ECPrivateKey)
    /// An RSA key.
    case rsa(RSAPrivateKey)
    /// The plain key of RFC 8410, of the length its algorithm has.
    case raw([UInt8])
    /// The contents of the OCTET STRING for an algorithm that is not known here.
    case opaque([UInt8])

    /// The form, without the key.
    package var redactedDescription: String {
      switch self {
      case .ec(let key): key.description
      case .rsa(let key): key.description
      case .raw(let bytes), .opaque(let bytes): "key of \(bytes.count) bytes"
      }
    }
  }

  /// The version number as encoded: 0, or 1 for RFC 5958's version 2.
  package let version: Int
  /// The algorithm.
  package let algorithmIdentifier: AlgorithmIdentifier
  /// The key.
  package let content: Content
  /// The attributes as one DER element with the tag [0], where there are any.
  package let attributes: [UInt8]?
  /// The public key of RFC 5958 beside the private one, where it is there.
  package let publicKey: [UInt8]?

  /// The algorithm that the identifier names.
  package var algorithm: KeyAlgorithm { algorithmIdentifier.algorithm }

  /// Whether the version is the one RFC 5958 asks for: a public key needs version 2.
  package var hasFittingVersion: Bool { publicKey == nil || version == 1 }

  /// Reads a key from its DER.
  ///
  /// - Throws: `DERError`; when the bytes are another known structure, the code says which.
  package init(der: [UInt8]) throws(DERError) {
    if let fault = KeyShape(der: der)?.faultAsPrivateKeyInfo { throw DERError(fault, at: 0) }
    self = try DERReader.read(der) { (outer: inout DERReader) throws(DERError) in
      try outer.constructed(.sequence) { (reader: inout DERReader) throws(DERError) in
        try PrivateKeyInfo(&reader)
      }
    }
  }

  private init(_ reader: inout DERReader) throws(DERError) {
    let start = reader.offset
    version = try reader.smallInteger()
    guard version <= 1 else { throw DERError(.unsupportedVersion, at: start) }
    algorithmIdentifier = try AlgorithmIdentifier(&reader)
    content = try Self.content(try reader.octetString(), algorithmIdentifier.algorithm)
    if reader.nextTag == .context(0, constructed: true) {
      attributes = Array(try reader.wellFormedElement().encoded)
    } else {
      attributes = nil
    }
    let publicKeyTag = DERTag.context(1, constructed: false)
    publicKey = reader.nextTag == publicKeyTag ? try reader.bitString(publicKeyTag) : nil
  }

  private static func content(
    _ bytes: ArraySlice<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(DERError) -> Content {
    switch algorithm {
    case .ec(let curve):
      let key = try ecKey(bytes, on: curve.oid)
      guard key.privateKey(byteCount: curve.byteCount) != nil else {
        throw DERError(.wrongKeyLength, at: bytes.startIndex)
      }
      return .ec(key)
    case .otherEC(let curve):
      return .ec(try ecKey(bytes, on: curve))
    case .rsa:
      return .rsa(try RSAPrivateKey(der: bytes))
    case .ed25519, .x25519, .ed448, .x448:
      let key = try DERReader.read(bytes) { (reader) throws(DERError) in try reader.octetString() }
      guard key.count == algorithm.rawByteCount else {
        throw DERError(.wrongKeyLength, at: key.startIndex)
      }
      return .raw(Array(key))
    case .other:
      return .opaque(Array(bytes))
    }
  }

  private static func ecKey(_ bytes: ArraySlice<UInt8>, on curve: OID) throws(DERError) -> ECPrivateKey {
    let key = try ECPrivateKey(der: bytes)
    if let inner = key.curve, inner != curve { throw DERError(.twoCurves, at: bytes.startIndex) }
    return key
  }

  /// Creates a key without attributes, in version 1 unless there is a public key beside it.
  package init(_ algorithmIdentifier: AlgorithmIdentifier, _ content: Content, publicKey: [UInt8]? = nil) {
    self.init(
      version: publicKey == nil ? 0 : 1, algorithmIdentifier: algorithmIdentifier, content: content,
      attributes: nil, publicKey: publicKey)
  }

  private init(
    version: Int, algorithmIdentifier: AlgorithmIdentifier, content: Content, attributes: [UInt8]?,
    publicKey: [UInt8]?
  ) {
    self.version = version
    self.algorithmIdentifier = algorithmIdentifier
    self.content = content
    self.attributes = attributes
    self.publicKey = publicKey
  }

  /// The DER of the key with everything that was read.
  package var der: [UInt8] {
    let key: [UInt8] =
      switch content {
      case .ec(let key): key.der
      case .rsa(let key): key.der
      case .raw(let bytes): DERWriter.octetString(bytes)
      case .opaque(let bytes): bytes
      }
    var parts = [
      DERWriter.unsignedInteger(version == 0 ? [] : [1]), algorithmIdentifier.der, DERWriter.octetString(key),
    ]
    if let attributes { parts.append(attributes) }
    if let publicKey {
      parts.append(DERWriter.bitString(publicKey, tag: .context(1, constructed: false)))
    }
    return DERWriter.sequence(parts)
  }

  /// Returns the same key as OpenSSL 3.0 writes it: version 1, an EC key in the length of its curve with its
  /// public point and without the curve's second name, an Ed25519 key without the public key.
  ///
  /// Attributes stay. A key whose algorithm is not known here comes back unchanged.
  ///
  /// - Parameter publicKey: the key's own public key, as `checkedPublicKey()` gives it.
  package func canonical(publicKey: PublicKey) -> PrivateKeyInfo {
    guard let identifier = AlgorithmIdentifier(algorithm) else { return self }
    var content = content
    if case .ec(let key) = content, case .ec(let curve, let point) = publicKey,
      let number = key.privateKey(byteCount: curve.byteCount)
    {
      content = .ec(ECPrivateKey(privateKey: number, publicKey: point))
    }
    return PrivateKeyInfo(
      version: 0, algorithmIdentifier: identifier, content: content, attributes: attributes, publicKey: nil)
  }

  /// The algorithm, without any of the key.
  package var redactedDescription: String { "PrivateKeyInfo(\(algorithm))" }
}

extension DERError.Code {
  /// An EC key that names two curves.
  package static let twoCurves = Self("key-two-curves", "the EC key names two different curves")
  /// PKCS #1 instead of PKCS #8.
  package static let isPKCS1 = Self("key-is-pkcs1", "this is an RSA key in PKCS #1, not in PKCS #8")
  /// SEC 1 instead of PKCS #8.
  package static let isSEC1 = Self("key-is-sec1", "this is an EC key in SEC 1, not in PKCS #8")
  /// The DSA form of OpenSSL instead of PKCS #8.
  package static let isDSA = Self("key-is-dsa", "this is a DSA key in OpenSSL's own form, not in PKCS #8")
  /// An encrypted PKCS #8 key.
  package static let isEncrypted = Self("key-is-encrypted", "the PKCS #8 key is encrypted")
  /// A public key.
  package static let isPublicKey = Self("key-is-public", "this is a public key, not a private one")
  /// A certificate.
  package static let isCertificate = Self("key-is-certificate", "this is a certificate, not a private key")
}
