/// Which key structure some DER bytes are, told by the outermost elements alone.
package enum KeyShape: Sendable, Hashable {
  /// PKCS #8: a version, an AlgorithmIdentifier, an OCTET STRING.
  case pkcs8
  /// PKCS #8, encrypted: an AlgorithmIdentifier and an OCTET STRING.
  case encryptedPKCS8
  /// PKCS #1 RSA private key: nine numbers.
  case pkcs1
  /// SEC 1 EC private key: a version and an OCTET STRING.
  case sec1
  /// DSA private key of OpenSSL: six numbers.
  case dsa
  /// SubjectPublicKeyInfo or a PKCS #1 public key.
  case publicKey
  /// An X.509 certificate.
  case certificate

  /// Creates the shape of `der`; nil when it is none of these or not one whole element.
  package init?(der: [UInt8]) {
    guard der.first == DERTag.sequence.rawValue, let tags = Self.tags(der) else { return nil }
    switch tags.prefix(3) {
    case [.integer, .sequence, .octetString]: self = .pkcs8
    case [.sequence, .octetString]: self = .encryptedPKCS8
    case [.sequence, .bitString], [.integer, .integer]: self = .publicKey
    case [.sequence, .sequence, .bitString]: self = .certificate
    case let first where first.starts(with: [.integer, .octetString]): self = .sec1
    case [.integer, .integer, .integer] where tags == Array(repeating: .integer, count: 6): self = .dsa
    // Ten elements are an RSA key with more than two primes; its reader says so.
    case [.integer, .integer, .integer] where tags.count == 9 || tags.count == 10: self = .pkcs1
    default: return nil
    }
  }

  private static func tags(_ der: [UInt8]) -> [DERTag]? {
    let tags = try? DERReader.read(der) { (outer: inout DERReader) throws(DERError) in
      try outer.constructed(.sequence) { (reader: inout DERReader) throws(DERError) in
        var tags: [DERTag] = []
        while !reader.isAtEnd {
          let element = try reader.element()
          // No shape has more than ten elements; a long list need not be kept.
          if tags.count < 11 { tags.append(element.tag) }
        }
        return tags
      }
    }
    return tags
  }

  /// What to say when PKCS #8 was asked for; nil where it is that.
  var faultAsPrivateKeyInfo: DERError.Code? {
    switch self {
    case .pkcs8: nil
    case .encryptedPKCS8: .isEncrypted
    case .pkcs1: .isPKCS1
    case .sec1: .isSEC1
    case .dsa: .isDSA
    case .publicKey: .isPublicKey
    case .certificate: .isCertificate
    }
  }
}
