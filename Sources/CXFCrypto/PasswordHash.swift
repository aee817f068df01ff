internal import CXFOpenSSL

/// How a file of another program makes a key from its password.
package enum PasswordHash: Sendable, Hashable {
  /// PBKDF2 with HMAC (RFC 8018).
  case pbkdf2(DigestAlgorithm, rounds: UInt64)
  /// Argon2 version 1.3 (RFC 9106).
  case argon2(Argon2Variant, KeyDerivation)
  /// A hash of password and salt, hashed this many more times; the key has the length of the hash.
  case repeated(DigestAlgorithm, rounds: UInt64)
}

/// The kinds of Argon2 that files use.
package enum Argon2Variant: Sendable, Hashable {
  /// Memory is read in an order that depends on the password.
  case d
  /// The first half of the first pass is read in a fixed order.
  case id
}

/// The versions of Argon2 that files use.
package enum Argon2Version: UInt32, Sendable, Hashable {
  /// 1.0, of before the standard.
  case v10 = 0x10
  /// 1.3, that of RFC 9106.
  case v13 = 0x13
}

extension KeyDerivationLimit {
  /// Returns the key that a password gives. What is too cheap for a vault of this program is allowed: the file is as it is.
  ///
  /// - Parameters:
  ///   - password: its bytes as the other program takes them; usually UTF-8, as typed.
  ///   - count: bytes of the key.
  /// - Throws: `KeyDerivationError.refused` where the file asks for more work than is allowed, `.malformed` for parameters
  ///   that are none.
  package func derive(
    _ password: borrowing SecretBytes, salt: [UInt8], _ hash: PasswordHash, count: Int
  ) throws(KeyDerivationError) -> SecretBytes {
    switch hash {
    case .pbkdf2(let digest, let rounds):
      guard rounds > 0 else { throw .malformed }
      guard rounds <= self.rounds else {
        throw .refused("\(rounds) rounds of PBKDF2 are asked for; allowed are \(self.rounds)")
      }
      guard let key = PBKDF2.derive(password, salt: salt, rounds: rounds, count: count, with: digest) else {
        throw .malformed
      }
      return key
    case .repeated(let digest, let rounds):
      guard rounds <= self.rounds else {
        throw .refused("\(rounds) rounds of hashing are asked for; allowed are \(self.rounds)")
      }
      guard count == digest.byteCount,
        let key = RepeatedHash.derive(password, salt: salt, rounds: rounds, with: digest)
      else { throw .malformed }
      return key
    case .argon2(let variant, let derivation):
      guard derivation.memoryKiB > 0, derivation.iterations > 0, derivation.parallelism > 0 else {
        throw .malformed
      }
      try checkAtMost(derivation)
      do throws(Argon2Error) {
        return try Argon2id.derive(
          passphrase: password, salt: salt, memoryKiB: derivation.memoryKiB,
          iterations: derivation.iterations,
          parallelism: derivation.parallelism, count: count, variant: variant)
      } catch {
        throw KeyDerivationError(error)
      }
    }
  }
}

private enum PBKDF2 {
  static func derive(
    _ password: borrowing SecretBytes, salt: [UInt8], rounds: UInt64, count: Int, with digest: DigestAlgorithm
  ) -> SecretBytes? {
    guard let rounds = Int32(exactly: rounds), let size = Int32(exactly: count),
      let length = password.withUnsafeBytes({ Int32(exactly: $0.count) }),
      let saltCount = Int32(exactly: salt.count)
    else { return nil }
    guard let algorithm = EVP_MD_fetch(nil, digest.name, nil) else {
      ERR_clear_error()
      return nil
    }
    defer { EVP_MD_free(algorithm) }
    var isMade = false
    let key = SecretBytes(count: count) { output in
      password.withUnsafeBytes { password in
        // A null password means an empty one to the library, of whatever length is said.
        isMade =
          PKCS5_PBKDF2_HMAC(
            password.baseAddress?.assumingMemoryBound(to: CChar.self), length, salt, saltCount, rounds,
            algorithm, size, output.baseAddress?.assumingMemoryBound(to: UInt8.self)) == 1
      }
    }
    guard isMade else {
      ERR_clear_error()
      return nil
    }
    return key
  }
}

private enum RepeatedHash {
  static func derive(
    _ password: borrowing SecretBytes, salt: [UInt8], rounds: UInt64, with digest: DigestAlgorithm
  ) -> SecretBytes? {
    guard let algorithm = EVP_MD_fetch(nil, digest.name, nil), let context = EVP_MD_CTX_new() else {
      ERR_clear_error()
      return nil
    }
    defer {
      EVP_MD_CTX_free(context)
      EVP_MD_free(algorithm)
    }
    var isMade = false
    let key = SecretBytes(count: digest.byteCount) { output in
      guard let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      isMade = password.withUnsafeBytes { password in
        EVP_DigestInit_ex2(context, algorithm, nil) == 1
          && (password.isEmpty || EVP_DigestUpdate(context, password.baseAddress, password.count) == 1)
          && EVP_DigestUpdate(context, salt, salt.count) == 1 && EVP_DigestFinal_ex(context, start, nil) == 1
      }
      var left = rounds
      while isMade, left > 0 {
        isMade =
          EVP_DigestInit_ex2(context, algorithm, nil) == 1
          && EVP_DigestUpdate(context, start, output.count) == 1
          && EVP_DigestFinal_ex(context, start, nil) == 1
        left -= 1
      }
    }
    guard isMade else {
      ERR_clear_error()
      return nil
    }
    return key
  }
}
