/// An elliptic curve in short Weierstrass form that this toolkit computes on.
package enum NamedCurve: Sendable, Hashable, CaseIterable {
  /// NIST P-256, also secp256r1.
  case p256
  /// NIST P-384, also secp384r1.
  case p384
  /// NIST P-521, also secp521r1.
  case p521
  /// secp256k1 of SEC 2.
  case secp256k1

  /// The object identifier of the curve.
  package var oid: OID {
    switch self {
    case .p256: .p256
    case .p384: .p384
    case .p521: .p521
    case .secp256k1: .secp256k1
    }
  }

  /// The length of a coordinate and of a private key, in bytes.
  package var byteCount: Int {
    switch self {
    case .p256, .secp256k1: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// Creates the curve with this object identifier, if it is one of these.
  package init?(oid: OID) {
    guard let curve = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
    self = curve
  }
}

/// What a private key is for, as its AlgorithmIdentifier says.
package enum KeyAlgorithm: Sendable, Hashable {
  /// An EC key on a curve that is known here.
  case ec(NamedCurve)
  /// An EC key on another named curve.
  case otherEC(OID)
  /// An RSA key.
  case rsa
  /// An Ed25519 signature key.
  case ed25519
  /// An X25519 key agreement key.
  case x25519
  /// An Ed448 signature key.
  case ed448
  /// An X448 key agreement key.
  case x448
  /// Any other algorithm; its key is kept as it is.
  case other(OID)

  /// For the four algorithms of RFC 8410, whose keys are plain bytes: the length of a private key in bytes.
  package var rawByteCount: Int? {
    switch self {
    case .ed25519, .x25519: 32
    case .x448: 56
    case .ed448: 57
    case .ec, .otherEC, .rsa, .other: nil
    }
  }
}

extension KeyAlgorithm: CustomStringConvertible {
  /// The usual name, or the object identifier of what has none here.
  package var description: String {
    switch self {
    case .ec(.p256): "ECDSA P-256"
    case .ec(.p384): "ECDSA P-384"
    case .ec(.p521): "ECDSA P-521"
    case .ec(.secp256k1): "ECDSA secp256k1"
    case .otherEC(let curve): "EC on curve \(curve)"
    case .rsa: "RSA"
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    case .ed448: "Ed448"
    case .x448: "X448"
    case .other(.dsa): "DSA"
    case .other(let oid): "algorithm \(oid)"
    }
  }
}

/// The AlgorithmIdentifier of a private key: an object identifier with parameters (RFC 5280).
package struct AlgorithmIdentifier: Sendable, Hashable {
  /// What the identifier says.
  package let algorithm: KeyAlgorithm
  /// The object identifier.
  package let oid: OID
  /// The parameters as one DER element, kept as they came.
  package let parameters: [UInt8]?

  /// Creates the identifier that the standards ask for; nil for `KeyAlgorithm.other`, whose parameters only
  /// its own input knows.
  package init?(_ algorithm: KeyAlgorithm) {
    switch algorithm {
    case .ec(let curve): self = .ec(curve.oid)
    case .otherEC(let curve): self = .ec(curve)
    case .rsa: self = .rsa
    case .ed25519: self.init(algorithm: .ed25519, oid: .ed25519, parameters: nil)
    case .x25519: self.init(algorithm: .x25519, oid: .x25519, parameters: nil)
    case .ed448: self.init(algorithm: .ed448, oid: .ed448, parameters: nil)
    case .x448: self.init(algorithm: .x448, oid: .x448, parameters: nil)
    case .other: return nil
    }
  }

  /// RSA with the NULL that RFC 8017 asks for.
  package static let rsa = AlgorithmIdentifier(algorithm: .rsa, oid: .rsa, parameters: DERWriter.null)

  /// Returns the identifier of EC keys on the curve with this object identifier.
  package static func ec(_ curve: OID) -> AlgorithmIdentifier {
    AlgorithmIdentifier(
      algorithm: NamedCurve(oid: curve).map { .ec($0) } ?? .otherEC(curve), oid: .ec,
      parameters: DERWriter.objectIdentifier(curve))
  }

  init(_ reader: inout DERReader) throws(DERError) {
    self = try reader.constructed(.sequence) { (inner: inout DERReader) throws(DERError) in
      let start = inner.offset
      let oid = try inner.objectIdentifier()
      let parameters = inner.isAtEnd ? nil : try inner.wellFormedElement()
      return AlgorithmIdentifier(
        algorithm: try Self.algorithm(oid, parameters, at: start), oid: oid,
        parameters: parameters.map { Array($0.encoded) })
    }
  }

  private init(algorithm: KeyAlgorithm, oid: OID, parameters: [UInt8]?) {
    self.algorithm = algorithm
    self.oid = oid
    self.parameters = parameters
  }

  private static func algorithm(
    _ oid: OID, _ parameters: DERElement?, at start: Int
  ) throws(DERError) -> KeyAlgorithm {
    switch oid {
    case .rsa:
      // Some writers leave the NULL out; readers accept both.
      if let parameters { try DERReader.read(parameters.encoded) { (r) throws(DERError) in try r.null() } }
      return .rsa
    case .ec:
      guard let parameters else { throw DERError(.missingCurve, at: start) }
      if parameters.tag == .sequence { throw DERError(.explicitCurve, at: parameters.offset) }
      let curve = try DERReader.read(parameters.encoded) { (r) throws(DERError) in
        try r.objectIdentifier()
      }
      return NamedCurve(oid: curve).map { .ec($0) } ?? .otherEC(curve)
    case .ed25519, .x25519, .ed448, .x448:
      if let parameters { throw DERError(.unexpectedParameters, at: parameters.offset) }
      switch oid {
      case .ed25519: return .ed25519
      case .x25519: return .x25519
      case .ed448: return .ed448
      default: return .x448
      }
    default:
      return .other(oid)
    }
  }

  /// The DER element.
  package var der: [UInt8] {
    DERWriter.sequence([DERWriter.objectIdentifier(oid)] + (parameters.map { [$0] } ?? []))
  }
}

extension DERError.Code {
  /// An EC key that does not say its curve.
  package static let missingCurve = Self("key-missing-curve", "the EC key does not name its curve")
  /// An EC key that spells its curve out.
  package static let explicitCurve = Self(
    "key-explicit-curve", "the EC key spells its curve out instead of naming it")
  /// Parameters where RFC 8410 allows none.
  package static let unexpectedParameters = Self(
    "key-unexpected-parameters", "the algorithm must have no parameters")
}
