extension RSAPrivateKey {
  /// Creates a key from the numbers that OpenSSH stores, and computes the two that it leaves out.
  ///
  /// - Throws: `KeyCheckError` when a number is outside every bound.
  package init(
    modulus: [UInt8], publicExponent: [UInt8], privateExponent: [UInt8], prime1: [UInt8], prime2: [UInt8],
    coefficient: [UInt8]
  ) throws(KeyCheckError) {
    self.init(
      modulus: modulus, publicExponent: publicExponent, privateExponent: privateExponent, prime1: prime1,
      prime2: prime2, exponent1: try Self.exponent(privateExponent, for: prime1, within: modulus),
      exponent2: try Self.exponent(privateExponent, for: prime2, within: modulus), coefficient: coefficient)
  }

  private static func exponent(
    _ privateExponent: [UInt8], for prime: [UInt8], within modulus: [UInt8]
  ) throws(KeyCheckError) -> [UInt8] {
    guard modulus.count <= maximumModulusByteCount, privateExponent.count <= modulus.count,
      prime.count <= modulus.count, isUsablePrime(prime)
    else { throw .inconsistentNumbers }
    do throws(CryptoError) {
      return try BigNumber(privateExponent).modulo(try BigNumber(prime).predecessor()).magnitude
    } catch {
      throw .crypto(error)
    }
  }

  /// Odd and at least 3, which is what the arithmetic needs.
  private static func isUsablePrime(_ number: [UInt8]) -> Bool {
    guard let last = number.last, last & 1 == 1 else { return false }
    return number.count > 1 || last >= 3
  }

  /// Checks that the numbers are those of one key (RFC 8017, 3.2), but not that the primes are prime.
  ///
  /// - Throws: `KeyCheckError`.
  package func checkNumbers() throws(KeyCheckError) {
    guard hasAcceptableSizes, Self.isUsablePrime(prime1), Self.isUsablePrime(prime2),
      Self.isUsablePrime(publicExponent)
    else { throw .inconsistentNumbers }
    let agree: Bool
    do throws(CryptoError) {
      agree = try numbersAgree()
    } catch {
      throw .crypto(error)
    }
    guard agree else { throw .inconsistentNumbers }
  }

  private func numbersAgree() throws(CryptoError) -> Bool {
    let p = try BigNumber(prime1)
    let q = try BigNumber(prime2)
    guard try p.times(q).equals(try BigNumber(modulus)) else { return false }
    let pLess1 = try p.predecessor()
    let qLess1 = try q.predecessor()
    let d = try BigNumber(privateExponent)
    guard try d.modulo(pLess1).equals(try BigNumber(exponent1)),
      try d.modulo(qLess1).equals(try BigNumber(exponent2))
    else { return false }
    let product = try d.times(try BigNumber(publicExponent))
    guard try product.modulo(pLess1).isOne, try product.modulo(qLess1).isOne else { return false }
    let coefficient = try BigNumber(coefficient)
    return try coefficient.times(q).modulo(p).isOne
  }
}
