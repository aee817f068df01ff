import CXFCrypto
import Testing

struct AgeScryptTests {
  /// RFC 7914, section 12; the fourth, of 1 GiB, is left out.
  @Test(arguments: [
    (
      "", "", 4, 1, 1,
      """
      77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
      fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
      """
    ),
    (
      "password", "NaCl", 10, 8, 16,
      """
      fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
      2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
      """
    ),
    (
      "pleaseletmein", "SodiumChloride", 14, 8, 1,
      """
      7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
      d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
      """
    ),
  ])
  func givesTheValuesOfTheStandard(
    passphrase: String, salt: String, logN: Int, r: Int, p: Int, expected: String
  ) throws {
    for count in [64, 32, 1] {
      let key = bytes(
        of: try Scrypt.derive(
          passphrase: SecretBytes(copying: passphrase.utf8), salt: Array(salt.utf8), logN: logN, r: r, p: p,
          count: count))
      #expect(key == Array(hex(expected).prefix(count)))
    }
  }

  /// The memory that the library is allowed is exactly what it needs, at every cost.
  @Test func everyCostIsAllowedItsMemory() throws {
    var keys: Set<[UInt8]> = []
    for logN in 1...12 {
      for (r, p) in [(1, 1), (8, 1), (8, 3), (3, 20)] {
        // The standard limits N where r is 1.
        if r == 1, logN >= 16 { continue }
        keys.insert(
          bytes(
            of: try Scrypt.derive(
              passphrase: SecretBytes(copying: [1]), salt: [2], logN: logN, r: r, p: p, count: 16)))
      }
    }
    #expect(keys.count == 48)
  }

  @Test(arguments: [
    (0, 8, 1), (-1, 8, 1), (41, 8, 1), (.max, 8, 1), (1, 0, 1), (1, 8, 0), (1, .max, 1), (1, 8, .max),
  ])
  func refusesCostsOutOfRange(logN: Int, r: Int, p: Int) {
    let error = thrown(ScryptError.self) {
      let key = try Scrypt.derive(
        passphrase: SecretBytes(copying: []), salt: [], logN: logN, r: r, p: p, count: 16)
      return key.count
    }
    #expect(error == .costOutOfRange)
  }
}
