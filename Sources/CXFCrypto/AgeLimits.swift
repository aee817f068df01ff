/// What a file of age may ask for before it is believed.
package struct AgeLimits: Sendable, Hashable {
  /// The highest cost of scrypt that is tried, as a power of two; 22 takes 4 GiB of memory.
  package var maximumLogN: Int
  /// The most bytes that a header may have.
  package var headerByteCount: Int
  /// The most stanzas, one for each recipient, that a header may have.
  package var stanzaCount: Int

  /// Creates the limits; age itself has the first one only.
  package init(maximumLogN: Int = 22, headerByteCount: Int = 1 << 20, stanzaCount: Int = 1000) {
    self.maximumLogN = maximumLogN
    self.headerByteCount = headerByteCount
    self.stanzaCount = stanzaCount
  }
}
