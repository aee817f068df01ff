/// An RSA private key with two primes in the form of PKCS #1 (RFC 8017).
///
/// Every number is big-endian without leading zeros.
package struct RSAPrivateKey: Sendable, Equatable, Redacted {
  /// n, the product of the primes.
  package let modulus: [UInt8]
  /// e.
  package let publicExponent: [UInt8]
  /// d.
  package let privateExponent: [UInt8]
  /// p.
  package let prime1: [UInt8]
  /// q.
  package let prime2: [UInt8]
  /// d mod (p − 1).
  package let exponent1: [UInt8]
  /// d mod (q − 1).
  package let exponent2: [UInt8]
  /// The inverse of q modulo p.
  package let coefficient: [UInt8]

  /// The longest modulus that is read, in bytes: 16384 bits, as in OpenSSH.
  package static let maximumModulusByteCount = 2048

  /// Creates a key from its numbers, which are not checked against each other.
  package init(
    modulus: [UInt8], publicExponent: [UInt8], privateExponent: [UInt8], prime1: [UInt8], prime2: [UInt8],
    exponent1: [UInt8], exponent2: [UInt8], coefficient: [UInt8]
  ) {
    self.modulus = modulus
    self.publicExponent = publicExponent
    self.privateExponent = privateExponent
    self.prime1 = prime1
    self.prime2 = prime2
    self.exponent1 = exponent1
    self.exponent2 = exponent2
    self.coefficient = coefficient
  }

  /// Reads a key from its DER.
  ///
  /// - Throws: `DERError`.
  package init(der: ArraySlice<UInt8>) throws(DERError) {
    self = try DERReader.read(der) { (outer: inout DERReader) throws(DERError) in
      try outer.constructed(.sequence) { (reader: inout DERReader) throws(DERError) in
        let start = reader.offset
        switch try reader.smallInteger() {
        case 0: break
        case 1: throw DERError(.moreThanTwoPrimes, at: start)
        default: throw DERError(.unsupportedVersion, at: start)
        }
        let numbers = reader.offset
        let key = RSAPrivateKey(
          modulus: try reader.unsignedInteger(), publicExponent: try reader.unsignedInteger(),
          privateExponent: try reader.unsignedInteger(), prime1: try reader.unsignedInteger(),
          prime2: try reader.unsignedInteger(), exponent1: try reader.unsignedInteger(),
          exponent2: try reader.unsignedInteger(), coefficient: try reader.unsignedInteger())
        guard key.hasAcceptableSizes else { throw DERError(.wrongKeyLength, at: numbers) }
        return key
      }
    }
  }

  /// Whether the modulus is there and no number is longer than it may be.
  var hasAcceptableSizes: Bool {
    !modulus.isEmpty && modulus.count <= Self.maximumModulusByteCount
      && [publicExponent, privateExponent, prime1, prime2, exponent1, exponent2, coefficient]
        .allSatisfy { $0.count <= modulus.count }
  }

  /// The DER element.
  package var der: [UInt8] {
    DERWriter.sequence(
      [
        [], modulus, publicExponent, privateExponent, prime1, prime2, exponent1, exponent2, coefficient,
      ].map { DERWriter.unsignedInteger($0) })
  }

  /// The size of the modulus in bits.
  package var bitCount: Int {
    modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
  }

  /// The size in bits, without any of the numbers.
  package var redactedDescription: String { "RSAPrivateKey(\(bitCount) bits)" }
}

extension DERError.Code {
  /// A structure of a version that is not defined.
  package static let unsupportedVersion = Self(
    "key-unsupported-version", "the structure has an unknown version")
  /// A private key of a length that its algorithm does not have.
  package static let wrongKeyLength = Self(
    "key-wrong-length", "the private key does not have the length of its algorithm")
  /// An RSA key of more than two primes.
  package static let moreThanTwoPrimes = Self(
    "key-more-than-two-primes", "RSA keys of more than two primes are not supported")
}
