/// How much work it takes to get the secret of a passphrase slot: the parameters of Argon2id.
package struct KeyDerivation: Sendable, Hashable {
  /// Memory in KiB.
  package var memoryKiB: UInt32
  /// Passes over the memory.
  package var iterations: UInt32
  /// Lanes.
  package var parallelism: UInt32

  /// Creates parameters; bounds are checked where they are used.
  package init(memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32) {
    self.memoryKiB = memoryKiB
    self.iterations = iterations
    self.parallelism = parallelism
  }

  /// 64 MiB, 3 passes, 4 lanes: about a quarter of a second.
  package static let standard = KeyDerivation(memoryKiB: 64 << 10, iterations: 3, parallelism: 4)
  /// The least that is accepted: 19 MiB, 2 passes.
  package static let minimum = KeyDerivation(memoryKiB: 19 << 10, iterations: 2, parallelism: 1)
}

/// The most work that is done because a file asks for it.
package struct KeyDerivationLimit: Sendable, Hashable {
  /// Memory in KiB.
  package var memoryKiB: UInt32
  /// Passes over the memory.
  package var iterations: UInt32
  /// Lanes.
  package var parallelism: UInt32

  /// Creates a limit.
  package init(memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32) {
    self.memoryKiB = memoryKiB
    self.iterations = iterations
    self.parallelism = parallelism
  }

  /// 1 GiB, 16 passes, 16 lanes.
  package static let standard = KeyDerivationLimit(memoryKiB: 1 << 20, iterations: 16, parallelism: 16)

  /// Refuses what is too cheap or too dear.
  func check(_ derivation: KeyDerivation) throws(VaultError) {
    let minimum = KeyDerivation.minimum
    guard derivation.memoryKiB >= minimum.memoryKiB, derivation.iterations >= minimum.iterations,
      derivation.parallelism >= minimum.parallelism
    else {
      throw .keyDerivationLimit(
        "the vault asks for less than \(minimum.memoryKiB >> 10) MiB or \(minimum.iterations) passes of Argon2id"
      )
    }
    guard derivation.memoryKiB <= memoryKiB, derivation.iterations <= iterations,
      derivation.parallelism <= parallelism
    else {
      throw .keyDerivationLimit(
        "the vault asks for \(derivation.memoryKiB >> 10) MiB, \(derivation.iterations) passes and "
          + "\(derivation.parallelism) lanes of Argon2id; allowed are \(memoryKiB >> 10), \(iterations) and \(parallelism)"
      )
    }
  }
}
