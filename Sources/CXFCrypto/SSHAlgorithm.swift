/// A kind of key that OpenSSH signs with and that PKCS #8 can hold.
package enum SSHAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// Ed25519 (RFC 8709).
  case ed25519 = "ssh-ed25519"
  /// RSA (RFC 4253); the hash is chosen when signing.
  case rsa = "ssh-rsa"
  /// ECDSA on P-256 (RFC 5656).
  case ecdsaP256 = "ecdsa-sha2-nistp256"
  /// ECDSA on P-384 (RFC 5656).
  case ecdsaP384 = "ecdsa-sha2-nistp384"
  /// ECDSA on P-521 (RFC 5656).
  case ecdsaP521 = "ecdsa-sha2-nistp521"

  /// The name in SSH's files and protocol, which is also CXF's `keyType`.
  package var name: String { rawValue }

  /// Creates the kind of an algorithm of PKCS #8; nil when SSH has none for it.
  package init?(_ algorithm: KeyAlgorithm) {
    switch algorithm {
    case .ed25519: self = .ed25519
    case .rsa: self = .rsa
    case .ec(.p256): self = .ecdsaP256
    case .ec(.p384): self = .ecdsaP384
    case .ec(.p521): self = .ecdsaP521
    case .ec(.secp256k1), .otherEC, .x25519, .ed448, .x448, .other: return nil
    }
  }

  /// Creates the kind with that name in bytes.
  init?(name: ArraySlice<UInt8>) {
    guard let known = Self.allCases.first(where: { name.elementsEqual($0.name.utf8) }) else { return nil }
    self = known
  }

  /// The same kind in PKCS #8.
  package var keyAlgorithm: KeyAlgorithm {
    switch self {
    case .ed25519: .ed25519
    case .rsa: .rsa
    case .ecdsaP256: .ec(.p256)
    case .ecdsaP384: .ec(.p384)
    case .ecdsaP521: .ec(.p521)
    }
  }

  /// The curve, for the ECDSA kinds.
  var curve: NamedCurve? {
    if case .ec(let curve) = keyAlgorithm { curve } else { nil }
  }

  /// The name by which the ECDSA kinds repeat their curve inside a key.
  var curveName: String? {
    switch self {
    case .ecdsaP256: "nistp256"
    case .ecdsaP384: "nistp384"
    case .ecdsaP521: "nistp521"
    case .ed25519, .rsa: nil
    }
  }
}
