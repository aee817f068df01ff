package import CXFCrypto

/// How much work and room a database may ask for.
package struct KDBXLimits: Sendable, Hashable {
  /// Work to make a key. For Argon2 the product of memory and passes counts, so that many passes over little memory are as
  /// good as few over much.
  package var derivation: KeyDerivationLimit
  /// How many times as long as the compressed content the unpacked one may be.
  package var unpackingFactor: Int
  /// How many bytes may be unpacked whatever the factor says.
  package var unpackedFloor: Int

  /// Creates limits.
  package init(
    derivation: KeyDerivationLimit = .standard, unpackingFactor: Int = 256, unpackedFloor: Int = 64 << 20
  ) {
    self.derivation = derivation
    self.unpackingFactor = unpackingFactor
    self.unpackedFloor = unpackedFloor
  }

  /// Those for files that nobody vouches for.
  package static let standard = KDBXLimits()

  /// What content of that many bytes may unpack to.
  func unpacked(from count: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: unpackingFactor)
    return max(overflow ? .max : product, unpackedFloor)
  }
}
