import CXFCrypto
import Testing

struct Argon2idTests {
  /// RFC 9106, section 5.3.
  @Test func agreesWithTheStandard() throws {
    let tag = try Argon2id.derive(
      passphrase: SecretBytes(copying: [UInt8](repeating: 1, count: 32)),
      salt: [UInt8](repeating: 2, count: 16), memoryKiB: 32, iterations: 3, parallelism: 4, count: 32,
      secret: SecretBytes(copying: [UInt8](repeating: 3, count: 8)),
      associatedData: [UInt8](repeating: 4, count: 12))
    let result = bytes(of: tag)
    #expect(result == hex("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"))
  }

  /// Made with argon2-cffi 25.1.0, which holds the reference code.
  @Test(arguments: [
    (
      64 as UInt32, 1 as UInt32, 1 as UInt32,
      "729c7a54441bc13559bdca71348c4e554599e719c08a952601ed5c83618c1bbd"
    ),
    (256, 2, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
    (
      1024, 3, 4,
      """
      c4758d57b4061879b1f18adffae44b53f83026731f7f305c45ff4f9074dce6da\
      cfd076c10c29bca017a4962982e7e262e4e4de40429a2295cc9319a40031d0d4
      """
    ),
  ])
  func derivesWithoutSecretAndData(
    memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32, expected: String
  ) throws {
    let expected = hex(expected)
    let result = bytes(
      of: try Argon2id.derive(
        passphrase: SecretBytes(copying: Array("password".utf8)), salt: Array("somesalt".utf8),
        memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism, count: expected.count))
    #expect(result == expected)
  }

  @Test func everyInputMatters() throws {
    func key(
      _ passphrase: String = "", salt: String = "somesalt", memoryKiB: UInt32 = 64, iterations: UInt32 = 1,
      parallelism: UInt32 = 1
    ) throws -> [UInt8] {
      bytes(
        of: try Argon2id.derive(
          passphrase: SecretBytes(copying: Array(passphrase.utf8)), salt: Array(salt.utf8),
          memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism, count: 32))
    }
    let keys = [
      try key(), try key("a"), try key(salt: "somesalu"), try key(memoryKiB: 68), try key(iterations: 2),
      try key(parallelism: 2),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(try key() == keys[0])
  }

  @Test(arguments: [
    (7, 64 as UInt32, 1 as UInt32, 1 as UInt32, 32, Argon2Error.saltTooShort),
    (0, 64, 1, 1, 32, .saltTooShort),
    (16, 7, 1, 1, 32, .memoryTooSmall),
    (16, 31, 1, 4, 32, .memoryTooSmall),
    (16, 0, 1, 1, 32, .memoryTooSmall),
    (16, 64, 0, 1, 32, .noIterations),
    (16, 64, 1, 0, 32, .parallelismOutOfRange),
    (16, .max, 1, 1 << 24, 32, .parallelismOutOfRange),
    (16, 64, 1, 1, 3, .lengthOutOfRange),
    (16, 64, 1, 1, 0, .lengthOutOfRange),
    (16, 64, 1, 1, -1, .lengthOutOfRange),
  ])
  func refusesParametersOutOfRange(
    saltCount: Int, memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32, count: Int,
    expected: Argon2Error
  ) {
    let error = thrown(Argon2Error.self) {
      try Argon2id.derive(
        passphrase: SecretBytes(copying: [1]), salt: [UInt8](repeating: 2, count: saltCount),
        memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism, count: count
      ).count
    }
    #expect(error == expected)
  }
}
