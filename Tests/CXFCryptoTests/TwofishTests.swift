import CXFCrypto
import Testing

/// The vectors of "Twofish: A 128-Bit Block Cipher" (1998), appendix B, and the first of its tables for keys of 256 bits.
@Suite struct TwofishTests {
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }

  static let vectors: [(key: String, plaintext: String, ciphertext: String)] = [
    (
      "0123456789ABCDEFFEDCBA987654321000112233445566778899AABBCCDDEEFF",
      "00000000000000000000000000000000", "37527BE0052334B89F0CFCCAE87CFA20"
    ),
    (
      "0000000000000000000000000000000000000000000000000000000000000000",
      "00000000000000000000000000000000", "57FF739D4DC92C1BD7FC01700CC8216F"
    ),
    (
      "0000000000000000000000000000000000000000000000000000000000000000",
      "57FF739D4DC92C1BD7FC01700CC8216F", "D43BB7556EA32E46F2A282B7D45B4E0D"
    ),
    (
      "57FF739D4DC92C1BD7FC01700CC8216F00000000000000000000000000000000",
      "D43BB7556EA32E46F2A282B7D45B4E0D", "90AFE91BB288544F2C32DC239B2635E6"
    ),
  ]

  @Test(.enabled(if: TwofishLibrary.isPresent, "libgcrypt is absent"), arguments: vectors)
  func givesTheVectorsOfThePaper(key: String, plaintext: String, ciphertext: String) throws {
    let key = SecretBytes(copying: Self.bytes(key))
    #expect(try Twofish.encryptBlocks(Self.bytes(plaintext), key: key) == Self.bytes(ciphertext))
    #expect(try Twofish.decryptBlocks(Self.bytes(ciphertext), key: key) == Self.bytes(plaintext))
    // The first block of a chain that begins with zeros is the block alone.
    let chained = try Twofish.encryptCBC(
      Self.bytes(plaintext), key: key, initialVector: Self.zeros(16))
    #expect(chained == Self.bytes(ciphertext))
  }

  @Test(.enabled(if: TwofishLibrary.isPresent, "libgcrypt is absent"))
  func takesPaddingOffAndRefusesWhatIsNone() throws {
    let key = SecretBytes(copying: (0..<32).map { UInt8($0) })
    let vector = (0..<16).map { UInt8(100 + $0) }
    func open(_ plaintext: [UInt8]) throws -> [UInt8]? {
      let sealed = try Twofish.encryptCBC(plaintext, key: key, initialVector: vector)
      return try Twofish.decryptCBC(sealed, key: key, initialVector: vector, isPadded: true)
    }
    #expect(try open([7, 8] + [UInt8](repeating: 14, count: 14)) == [7, 8])
    #expect(try open([UInt8](repeating: 16, count: 16)) == [])
    #expect(try open([UInt8](repeating: 17, count: 16)) == nil)
    #expect(try open([UInt8](repeating: 0, count: 16)) == nil)
    #expect(try open([1, 2] + [UInt8](repeating: 14, count: 13) + [13]) == nil)
  }

  @Test func refusesWrongLengths() {
    #expect(throws: Twofish.Failure.lengths) {
      try Twofish.encryptBlocks(Self.zeros(15), key: SecretBytes(copying: Self.zeros(32)))
    }
    #expect(throws: Twofish.Failure.lengths) {
      try Twofish.encryptBlocks(Self.zeros(16), key: SecretBytes(copying: Self.zeros(16)))
    }
    #expect(throws: Twofish.Failure.lengths) {
      _ = try Twofish.decryptCBC(
        Self.zeros(16), key: SecretBytes(copying: Self.zeros(32)), initialVector: [], isPadded: false)
    }
  }
}

/// Whether the library is there that has Twofish.
private enum TwofishLibrary {
  static let isPresent: Bool = {
    let key = SecretBytes(copying: [UInt8](repeating: 0, count: 32))
    return (try? Twofish.encryptBlocks([], key: key)) != nil
  }()
}
