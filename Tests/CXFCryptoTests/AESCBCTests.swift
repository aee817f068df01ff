import CXFCrypto
import Testing

struct AESCBCTests {
  private static let vector = hex("000102030405060708090a0b0c0d0e0f")
  private static let plaintext = hex(
    """
    6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
    30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
    """)
  private static let key256 = hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
  private static let ciphertext256 = hex(
    """
    f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d\
    39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b
    """)

  private func open(
    _ ciphertext: [UInt8], key: [UInt8] = key256, vector: [UInt8] = vector, isPadded: Bool = false
  ) throws -> [UInt8]? {
    try AESCBC.decrypt(
      ciphertext, key: SecretBytes(copying: key), initialVector: vector, isPadded: isPadded)
  }

  /// NIST SP 800-38A, F.2.2 and F.2.6.
  @Test(arguments: [
    (
      hex("2b7e151628aed2a6abf7158809cf4f3c"),
      hex(
        """
        7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2\
        73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7
        """)
    ),
    (key256, ciphertext256),
  ])
  func agreesWithTheStandard(key: [UInt8], ciphertext: [UInt8]) throws {
    #expect(try open(ciphertext, key: key) == Self.plaintext)
    // Nothing is held back, and nothing is taken off.
    #expect(try open(Array(ciphertext.prefix(16)), key: key) == Array(Self.plaintext.prefix(16)))
    #expect(try open([], key: key) == [])
  }

  @Test func takesPaddingOff() throws {
    // One block gives any last bytes that are wanted: the vector is added to what the key makes of it.
    let block = Array(Self.ciphertext256.prefix(16))
    let bare = zip(try #require(try open(block)), Self.vector).map { $0 ^ $1 }
    func vector(ending: [UInt8]) -> [UInt8] {
      let wanted = [UInt8](repeating: 0x55, count: 16 - ending.count) + ending
      return zip(bare, wanted).map { $0 ^ $1 }
    }
    for count in 1...16 {
      let padding = [UInt8](repeating: UInt8(count), count: count)
      #expect(
        try open(block, vector: vector(ending: padding), isPadded: true)
          == [UInt8](repeating: 0x55, count: 16 - count))
    }
    let wrong: [[UInt8]] = [[0], [17], [255], [1, 2], [3, 2, 3], [UInt8](repeating: 16, count: 15)]
    for ending in wrong { #expect(try open(block, vector: vector(ending: ending), isPadded: true) == nil) }
    #expect(try open([], isPadded: true) == nil)
  }

  @Test func refusesOtherLengths() throws {
    for count in [1, 15, 17, 63] { #expect(try open([UInt8](repeating: 0, count: count)) == nil) }
    for count in [0, 15, 17, 24, 33] {
      #expect(try open(Self.ciphertext256, key: [UInt8](repeating: 0, count: count)) == nil)
    }
    for count in [0, 12, 15, 17] {
      #expect(try open(Self.ciphertext256, vector: [UInt8](repeating: 0, count: count)) == nil)
    }
  }
}
