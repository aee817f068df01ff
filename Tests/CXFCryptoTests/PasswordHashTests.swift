import CXFCrypto
import Testing

struct PasswordHashTests {
  private func key(
    _ password: String, _ salt: String, _ hash: PasswordHash, _ count: Int,
    limit: KeyDerivationLimit = .standard
  ) throws -> [UInt8] {
    bytes(
      of: try limit.derive(
        SecretBytes(copying: Array(password.utf8)), salt: Array(salt.utf8), hash, count: count))
  }

  private func refusal(_ hash: PasswordHash, limit: KeyDerivationLimit = .standard) -> KeyDerivationError? {
    thrown(KeyDerivationError.self) {
      try limit.derive(SecretBytes(copying: [1]), salt: [UInt8](repeating: 2, count: 16), hash, count: 32)
        .count
    }
  }

  /// RFC 6070, section 2, without the case of 16,777,216 rounds.
  @Test(
    arguments: [
      ("password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
      ("password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
      ("password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
      (
        "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
        "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
      ),
      ("pass\0word", "sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
    ] as [(String, String, UInt64, String)])
  func pbkdf2AgreesWithTheStandard(_ password: String, _ salt: String, _ rounds: UInt64, _ expected: String)
    throws
  {
    let expected = hex(expected)
    #expect(try key(password, salt, .pbkdf2(.sha1, rounds: rounds), expected.count) == expected)
  }

  /// RFC 7914, section 11.
  @Test(
    arguments: [
      (
        "passwd", "salt", 1,
        """
        55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
        49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
        """
      ),
      (
        "Password", "NaCl", 80_000,
        """
        4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56\
        a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
        """
      ),
    ] as [(String, String, UInt64, String)])
  func pbkdf2WithSHA256AgreesWithTheStandard(
    _ password: String, _ salt: String, _ rounds: UInt64, _ expected: String
  ) throws {
    #expect(try key(password, salt, .pbkdf2(.sha256, rounds: rounds), 64) == hex(expected))
  }

  /// Made with Python's hashlib.
  @Test func pbkdf2WithSHA512AgreesWithAnother() throws {
    let expected = hex(
      """
      c74319d99499fc3e9013acff597c23c5baf0a0bec5634c46b8352b793e324723\
      d55caa76b2b25c43402dcfdc06cdcf66f95b7d0429420b39520006749c51a04e
      """)
    #expect(try key("passwd", "salt", .pbkdf2(.sha512, rounds: 1), 64) == expected)
    #expect(try key("", "", .pbkdf2(.sha512, rounds: 1), 8).count == 8)
  }

  /// RFC 9106, section 5.1.
  @Test func argon2dAgreesWithTheStandard() throws {
    let tag = try Argon2id.derive(
      passphrase: SecretBytes(copying: [UInt8](repeating: 1, count: 32)),
      salt: [UInt8](repeating: 2, count: 16), memoryKiB: 32, iterations: 3, parallelism: 4, count: 32,
      secret: SecretBytes(copying: [UInt8](repeating: 3, count: 8)),
      associatedData: [UInt8](repeating: 4, count: 12), variant: .d)
    let result = bytes(of: tag)
    #expect(result == hex("512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"))
  }

  /// Made with argon2-cffi 25.1.0, which holds the reference code.
  @Test func argon2TellsItsVariantsApart() throws {
    let derivation = KeyDerivation(memoryKiB: 256, iterations: 2, parallelism: 2)
    #expect(
      try key("password", "somesalt", .argon2(.d, derivation), 32)
        == hex("7b69c92d7c3889aad1281dbc8baefc12cc37c80f1c75e33ef2c2d40c28ebc573"))
    #expect(
      try key("password", "somesalt", .argon2(.id, derivation), 32)
        == hex("6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"))
  }

  @Test func refusesMoreThanIsAllowedBeforeAnyWork() {
    let limit = KeyDerivationLimit(memoryKiB: 64, iterations: 2, parallelism: 2, rounds: 1000)
    func isRefused(_ hash: PasswordHash) -> Bool {
      if case .refused = refusal(hash, limit: limit) { true } else { false }
    }
    #expect(isRefused(.pbkdf2(.sha256, rounds: 1001)) && !isRefused(.pbkdf2(.sha256, rounds: 1000)))
    #expect(isRefused(.pbkdf2(.sha256, rounds: .max)))
    for (memory, iterations, lanes) in [(65, 1, 1), (64, 3, 1), (64, 1, 3)] as [(UInt32, UInt32, UInt32)] {
      #expect(
        isRefused(
          .argon2(.id, KeyDerivation(memoryKiB: memory, iterations: iterations, parallelism: lanes))))
    }
  }

  @Test func parametersThatAreNoneAreMalformed() {
    #expect(refusal(.pbkdf2(.sha1, rounds: 0)) == .malformed)
    for (memory, iterations, lanes) in [(0, 1, 1), (64, 0, 1), (64, 1, 0), (8, 1, 4)]
      as [(UInt32, UInt32, UInt32)]
    {
      let derivation = KeyDerivation(memoryKiB: memory, iterations: iterations, parallelism: lanes)
      #expect(refusal(.argon2(.d, derivation)) == .malformed)
    }
    let raised = KeyDerivationLimit(memoryKiB: 64, iterations: 2, parallelism: 2, rounds: .max)
    #expect(refusal(.pbkdf2(.sha1, rounds: .max), limit: raised) == .malformed)
  }
}
