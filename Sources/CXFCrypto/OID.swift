/// An object identifier, such as 1.3.101.112.
package struct OID: Hashable, Sendable {
  /// The contents of its DER element.
  package let contents: [UInt8]

  /// The most bytes that `contents` may have.
  package static let maximumByteCount = 64

  /// Creates an identifier from the contents of its DER element; nil when they are not well formed.
  package init?(contents: some Collection<UInt8>) {
    guard !contents.isEmpty, contents.count <= Self.maximumByteCount else { return nil }
    var startsArc = true
    var size = 0
    for byte in contents {
      if startsArc && byte == 0x80 { return nil }
      size = startsArc ? 1 : size + 1
      // Nine groups of seven bits fit every arithmetic below; real arcs need five.
      guard size <= 9 else { return nil }
      startsArc = byte < 0x80
    }
    guard startsArc else { return nil }
    self.contents = Array(contents)
  }

  private init(known contents: [UInt8]) {
    self.contents = contents
  }

  /// rsaEncryption (RFC 8017), 1.2.840.113549.1.1.1.
  package static let rsa = OID(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
  /// id-dsa (RFC 3279), 1.2.840.10040.4.1.
  package static let dsa = OID(known: [0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x01])
  /// id-ecPublicKey (RFC 5480), 1.2.840.10045.2.1.
  package static let ec = OID(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
  /// secp256r1 (RFC 5480), 1.2.840.10045.3.1.7.
  package static let p256 = OID(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
  /// secp384r1 (RFC 5480), 1.3.132.0.34.
  package static let p384 = OID(known: [0x2B, 0x81, 0x04, 0x00, 0x22])
  /// secp521r1 (RFC 5480), 1.3.132.0.35.
  package static let p521 = OID(known: [0x2B, 0x81, 0x04, 0x00, 0x23])
  /// secp256k1 (SEC 2), 1.3.132.0.10.
  package static let secp256k1 = OID(known: [0x2B, 0x81, 0x04, 0x00, 0x0A])
  /// id-X25519 (RFC 8410), 1.3.101.110.
  package static let x25519 = OID(known: [0x2B, 0x65, 0x6E])
  /// id-X448 (RFC 8410), 1.3.101.111.
  package static let x448 = OID(known: [0x2B, 0x65, 0x6F])
  /// id-Ed25519 (RFC 8410), 1.3.101.112.
  package static let ed25519 = OID(known: [0x2B, 0x65, 0x70])
  /// id-Ed448 (RFC 8410), 1.3.101.113.
  package static let ed448 = OID(known: [0x2B, 0x65, 0x71])
}

extension OID: CustomStringConvertible {
  /// The numbers with dots between them.
  package var description: String {
    var arcs: [UInt64] = []
    var value: UInt64 = 0
    for byte in contents {
      value = value << 7 | UInt64(byte & 0x7F)
      guard byte < 0x80 else { continue }
      if arcs.isEmpty {
        let root = min(value / 40, 2)
        arcs = [root, value - root * 40]
      } else {
        arcs.append(value)
      }
      value = 0
    }
    return arcs.map { String($0) }.joined(separator: ".")
  }
}
