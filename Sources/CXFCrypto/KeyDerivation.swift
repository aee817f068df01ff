/// How much work it takes to get a secret from a passphrase: the parameters of Argon2id.
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

  /// The length of the secret and of its salt, in bytes.
  package static let secretByteCount = 32
  package static let saltByteCount = 16

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
  /// Rounds of PBKDF2 and other hashes that take time but no memory.
  package var rounds: UInt64

  /// Creates a limit.
  package init(memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32, rounds: UInt64 = 10_000_000) {
    self.memoryKiB = memoryKiB
    self.iterations = iterations
    self.parallelism = parallelism
    self.rounds = rounds
  }

  /// 1 GiB, 16 passes, 16 lanes; ten million rounds.
  package static let standard = KeyDerivationLimit(memoryKiB: 1 << 20, iterations: 16, parallelism: 16)

  /// Refuses what is too cheap or too dear.
  private func check(_ derivation: KeyDerivation) throws(KeyDerivationError) {
    let minimum = KeyDerivation.minimum
    guard derivation.memoryKiB >= minimum.memoryKiB, derivation.iterations >= minimum.iterations,
      derivation.parallelism >= minimum.parallelism
    else {
      throw .refused(
        "less than \(minimum.memoryKiB >> 10) MiB or \(minimum.iterations) passes of Argon2id are asked for")
    }
    try checkAtMost(derivation)
  }

  /// Refuses what is too dear.
  func checkAtMost(_ derivation: KeyDerivation) throws(KeyDerivationError) {
    guard derivation.memoryKiB <= memoryKiB, derivation.iterations <= iterations,
      derivation.parallelism <= parallelism
    else {
      throw .refused(
        "\(derivation.memoryKiB >> 10) MiB, \(derivation.iterations) passes and \(derivation.parallelism) lanes of "
          + "Argon2 are asked for; allowed are \(memoryKiB >> 10), \(iterations) and \(parallelism)")
    }
  }

  /// Returns the secret of 32 bytes that a passphrase gives.
  ///
  /// - Parameters:
  ///   - passphrase: UTF-8 in any normal form; NFC is what is hashed.
  ///   - salt: 16 bytes.
  /// - Throws: `KeyDerivationError`.
  package func derive(
    _ passphrase: borrowing SecretBytes, salt: [UInt8], _ derivation: KeyDerivation
  ) throws(KeyDerivationError) -> SecretBytes {
    try check(derivation)
    let normalized: SecretBytes
    do throws(PassphraseError) {
      normalized = try Passphrase.normalized(passphrase)
    } catch {
      throw .passphrase(error)
    }
    do throws(Argon2Error) {
      return try Argon2id.derive(
        passphrase: normalized, salt: salt, memoryKiB: derivation.memoryKiB,
        iterations: derivation.iterations,
        parallelism: derivation.parallelism, count: KeyDerivation.secretByteCount)
    } catch {
      throw KeyDerivationError(error)
    }
  }
}

/// Why a passphrase gives no secret.
package enum KeyDerivationError: Error, Equatable, Sendable {
  /// The parameters ask for more or less work than is allowed or can be done. The text says which.
  case refused(String)
  /// The parameters are none.
  case malformed
  /// The passphrase cannot be used.
  case passphrase(PassphraseError)
}

extension KeyDerivationError {
  init(_ error: Argon2Error) {
    self =
      switch error {
      case .outOfMemory: .refused("there is not enough memory for Argon2")
      case .noThreads: .refused("there are not enough threads for Argon2")
      default: .malformed
      }
  }
}
