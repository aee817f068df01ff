import CXFCrypto
import Testing

/// Ciphers that databases of KeePass need.
@Suite struct KeePassCipherTests {
  private func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { UInt8(String(decoding: [$0], as: UTF8.self), radix: 16) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// RFC 8439, appendix A.1, vector 1: key and nonce of zeros, counter 0.
  @Test func theKeyStreamOfChaCha20IsThatOfTheStandard() throws {
    let cipher = try ChaCha20(
      key: SecretBytes(copying: [UInt8](repeating: 0, count: 32)), nonce: [UInt8](repeating: 0, count: 12))
    var stream: [UInt8] = []
    for count in [1, 30, 33] {
      var piece = [UInt8](repeating: 0, count: count)
      try cipher.process(&piece)
      stream += piece
    }
    #expect(
      stream
        == bytes(
          "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            + "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"))
    #expect(throws: CryptoError.self) {
      _ = try ChaCha20(key: SecretBytes(copying: [1]), nonce: [UInt8](repeating: 0, count: 12))
    }
  }

  /// NIST SP 800-38A, F.2.5: CBC-AES256.
  @Test func aesInCBCEncryptsAsTheStandardSays() throws {
    let key = SecretBytes(
      copying: bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"))
    let plaintext = bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
    let ciphertext = bytes("f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d")
    let vector = Array(UInt8(0)...15)
    #expect(try AESCBC.encrypt(plaintext, key: key, initialVector: vector, isPadded: false) == ciphertext)
    let padded = try #require(try AESCBC.encrypt([1, 2, 3], key: key, initialVector: vector))
    #expect(padded.count == 16)
    #expect(try AESCBC.decrypt(padded, key: key, initialVector: vector) == [1, 2, 3])
    #expect(try AESCBC.encrypt([1], key: key, initialVector: vector, isPadded: false) == nil)
    #expect(try AESCBC.encrypt([], key: key, initialVector: [1]) == nil)
  }

  @Test func paddingIsTakenOffOnlyWhereItIsWhole() {
    for count in 0...33 {
      let plain = [UInt8](repeating: 7, count: count)
      #expect(BlockPadding.add(to: plain).count % 16 == 0)
      #expect(BlockPadding.remove(from: BlockPadding.add(to: plain)) == plain)
    }
    for bytes in [[], [0], [17], [2], [3, 2, 3], [1, 2, 2, 3]] as [[UInt8]] {
      #expect(BlockPadding.remove(from: bytes) == nil)
    }
  }

  /// One round after the other, each by itself, gives what many at once do.
  @Test(arguments: [0, 1, 2, 4095, 4096, 4097])
  func roundsOfAESAreAllDone(_ rounds: Int) throws {
    let seed = Array(UInt8(100)..<132)
    let start = Array(UInt8(0)..<32)
    var halves = [Array(start[..<16]), Array(start[16...])]
    let zeros = [UInt8](repeating: 0, count: 16)
    for half in 0..<2 {
      for _ in 0..<rounds {
        halves[half] = try #require(
          try AESCBC.encrypt(
            halves[half], key: SecretBytes(copying: seed), initialVector: zeros, isPadded: false))
      }
    }
    let result = try AESKeyTransform.apply(
      to: SecretBytes(copying: start), seed: seed, rounds: UInt64(rounds))
    #expect(result.withUnsafeBytes { Array($0) } == halves[0] + halves[1])
  }

  @Test func versionsOfArgon2Differ() throws {
    func key(_ version: Argon2Version) throws -> [UInt8] {
      try Argon2id.derive(
        passphrase: SecretBytes(copying: [1]), salt: Array(0..<16), memoryKiB: 64, iterations: 2,
        parallelism: 2,
        count: 32, variant: .d, version: version
      ).withUnsafeBytes { Array($0) }
    }
    #expect(try key(.v10) != key(.v13))
  }
}
