import CXFCrypto
import Testing

/// A case of RFC 5869, appendix A.
private struct Case: CustomTestStringConvertible {
  let name: String
  let algorithm: DigestAlgorithm
  let ikm: [UInt8]
  let salt: [UInt8]
  let info: [UInt8]
  let prk: String
  let okm: String

  var testDescription: String { name }

  static let all = [
    Case(
      name: "A.1", algorithm: .sha256, ikm: Array(repeating: 0x0b, count: 22), salt: Array(0x00...0x0c),
      info: Array(0xf0...0xf9), prk: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
      okm: """
        3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf\
        34007208d5b887185865
        """),
    Case(
      name: "A.2", algorithm: .sha256, ikm: Array(0x00...0x4f), salt: Array(0x60...0xaf),
      info: Array(0xb0...0xff), prk: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
      okm: """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c\
        59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71\
        cc30c58179ec3e87c14c01d5c1f3434f1d87
        """),
    Case(
      name: "A.3", algorithm: .sha256, ikm: Array(repeating: 0x0b, count: 22), salt: [], info: [],
      prk: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
      okm: """
        8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d\
        9d201395faa4b61a96c8
        """),
    Case(
      name: "A.4", algorithm: .sha1, ikm: Array(repeating: 0x0b, count: 11), salt: Array(0x00...0x0c),
      info: Array(0xf0...0xf9), prk: "9b6c18c432a7bf8f0e71c8eb88f4b30baa2ba243",
      okm: """
        085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2\
        c22e422478d305f3f896
        """),
  ]
}

struct HKDFTests {
  @Test(arguments: Case.all)
  private func agreesWithTheStandard(example: Case) throws {
    let ikm = SecretBytes(copying: example.ikm)
    let prk = try HKDF.extract(salt: example.salt, ikm: ikm, with: example.algorithm)
    let prkBytes = bytes(of: prk)
    #expect(prkBytes == hex(example.prk))
    let expected = hex(example.okm)
    let okm = try HKDF.expand(prk, info: example.info, count: expected.count, with: example.algorithm)
    let okmBytes = bytes(of: okm)
    #expect(okmBytes == expected)
    let derived = try HKDF.derive(
      ikm: ikm, salt: example.salt, info: example.info, count: expected.count, with: example.algorithm)
    let derivedBytes = bytes(of: derived)
    #expect(derivedBytes == expected)
  }

  @Test(arguments: [DigestAlgorithm.sha1, .sha256, .sha384, .sha512])
  func everyLengthIsABeginningOfTheLongest(algorithm: DigestAlgorithm) throws {
    let prk = SecretBytes(copying: [UInt8](repeating: 7, count: algorithm.byteCount))
    let longest = try HKDF.expand(prk, info: [1, 2], count: 255 * algorithm.byteCount, with: algorithm)
    let all = bytes(of: longest)
    for count in [0, 1, 31, 32, 33, 47, 48, 63, 64, 65, 128, 255 * algorithm.byteCount - 1] {
      let part = bytes(of: try HKDF.expand(prk, info: [1, 2], count: count, with: algorithm))
      #expect(part == Array(all.prefix(count)))
    }
  }

  @Test(arguments: [-1, 255 * 32 + 1, Int.max])
  func refusesLengthsThatTheCounterCannotReach(count: Int) throws {
    let prk = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
    let error = thrown(CryptoError.self) {
      try HKDF.expand(prk, info: [], count: count, with: .sha256).count
    }
    #expect(error?.operation == "HKDF-Expand")
  }
}
