import CXFCrypto
import Testing

struct DigestTests {
  /// FIPS 180-4 examples: the message "abc".
  @Test(arguments: [
    (DigestAlgorithm.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384,
      """
      cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
      8086072ba1e7cc2358baeca134c825a7
      """
    ),
    (
      .sha512,
      """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    ),
  ])
  func hashesInOneShotAndInPieces(algorithm: DigestAlgorithm, expected: String) throws {
    let message = Array("abc".utf8)
    #expect(try Digest.hash(message, with: algorithm) == hex(expected))
    var digest = try Digest(algorithm)
    try digest.update(Array("a".utf8))
    try digest.update([])
    try message[1...].withUnsafeBytes { try digest.update($0) }
    let pieces = try digest.finish()
    #expect(pieces == hex(expected))
    #expect(pieces.count == algorithm.byteCount)
  }

  @Test func hashesNothing() throws {
    let expected = hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(try Digest.hash([], with: .sha256) == expected)
    let incremental = try Digest(.sha256).finish()
    #expect(incremental == expected)
    #expect(try Digest.hash(UnsafeRawBufferPointer(start: nil, count: 0), with: .sha256) == expected)
  }

  /// RFC 2202 and RFC 4231, test case 2.
  @Test(arguments: [
    (DigestAlgorithm.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    (.sha256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (
      .sha384,
      """
      af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e\
      8e2240ca5e69e2c78b3239ecfab21649
      """
    ),
    (
      .sha512,
      """
      164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554\
      9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
      """
    ),
  ])
  func tagsWithAKey(algorithm: DigestAlgorithm, expected: String) throws {
    let message = Array("what do ya want for nothing?".utf8)
    let key = Array("Jefe".utf8)
    #expect(try HMAC.tag(of: message, key: key, with: algorithm) == hex(expected))
    let tag = try HMAC.tag(of: message, key: SecretBytes(copying: key), with: algorithm)
    #expect(tag == hex(expected))
  }

  /// The value that Python's `hmac` gives for no key and no message.
  @Test func tagsWithAnEmptyKey() throws {
    let expected = hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    #expect(try HMAC.tag(of: [], key: [UInt8](), with: .sha256) == expected)
  }

  @Test func comparesInConstantTime() {
    #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
    #expect(constantTimeEqual([], []))
  }
}
