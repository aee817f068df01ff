/// A curve on which two keys agree on a secret, as HPKE uses them.
enum KeyAgreementCurve: Sendable, Hashable, CaseIterable {
  /// NIST P-256.
  case p256
  /// NIST P-384.
  case p384
  /// NIST P-521.
  case p521
  /// Curve25519 (RFC 7748).
  case x25519
  /// Curve448 (RFC 7748).
  case x448

  /// Creates the curve of signatures that is one of these; nil where there is none.
  init?(_ curve: NamedCurve) {
    switch curve {
    case .p256: self = .p256
    case .p384: self = .p384
    case .p521: self = .p521
    case .secp256k1: return nil
    }
  }

  /// The length of a private key and of a shared secret, in bytes: that of a coordinate.
  var byteCount: Int {
    switch self {
    case .p256, .x25519: 32
    case .p384: 48
    case .p521: 66
    case .x448: 56
    }
  }

  /// The length of a public key in bytes: on NIST's curves 0x04 and both coordinates, else one coordinate.
  var publicKeyByteCount: Int { isNIST ? 1 + 2 * byteCount : byteCount }

  /// Whether keys are numbers and points in the form of SEC 1; they are plain bytes by RFC 7748 else.
  var isNIST: Bool {
    switch self {
    case .p256, .p384, .p521: true
    case .x25519, .x448: false
    }
  }

  /// The name of the curve in a JSON Web Key (RFC 7518, RFC 8037), which is the library's name for it too.
  var name: String {
    switch self {
    case .p256: "P-256"
    case .p384: "P-384"
    case .p521: "P-521"
    case .x25519: "X25519"
    case .x448: "X448"
    }
  }

  /// The library's name for the kind of key.
  var algorithm: String { isNIST ? "EC" : name }

  /// The bits of the first byte of a private key that a number below the order can have.
  var firstByteMask: UInt8 { self == .p521 ? 0x01 : 0xFF }

  /// The first byte of an uncompressed point.
  static let uncompressedForm: UInt8 = 0x04
}
