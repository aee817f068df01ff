import CXFCrypto
import Testing

struct KeyedHashTests {
  @Test(arguments: [DigestAlgorithm.sha1, .sha256, .sha384, .sha512], [0, 1, 32, 64, 65, 200])
  func agreesWithHMACForManyMessagesUnderOneKey(algorithm: DigestAlgorithm, keyCount: Int) throws {
    let key = (0..<keyCount).map { UInt8($0) }
    let hash = try KeyedHash(key: SecretBytes(copying: key), with: algorithm)
    #expect(hash.tagByteCount == algorithm.byteCount)
    for count in [0, 1, 63, 64, 65, 1000, 0, 3] {
      let message = [UInt8](repeating: 0x5A, count: count)
      let expected = try HMAC.tag(of: message, key: key, with: algorithm)
      #expect(try hash.tag(of: message) == expected)
      let pieces = try message.withUnsafeBytes { all in
        try hash.tag(
          of: UnsafeRawBufferPointer(rebasing: all[..<(count / 3)]),
          UnsafeRawBufferPointer(start: nil, count: 0),
          UnsafeRawBufferPointer(rebasing: all[(count / 3)...]))
      }
      #expect(pieces == expected)
      var written = [UInt8](repeating: 0xFF, count: algorithm.byteCount)
      try message.withUnsafeBytes { all in
        try written.withUnsafeMutableBytes { try hash.tag(of: all, into: $0) }
      }
      #expect(written == expected)
    }
  }

  /// What libraries before OpenSSL 3.0.3 need.
  @Test func agreesWhereMessagesBeginWithACopy() throws {
    let key = [UInt8](repeating: 0x0b, count: 20)
    let hash = try KeyedHash(key: SecretBytes(copying: key), copiesToBegin: true)
    for count in 0..<5 {
      let message = [UInt8](repeating: 0x5A, count: count)
      #expect(try hash.tag(of: message) == HMAC.tag(of: message, key: key, with: .sha256))
    }
  }

  /// RFC 4231, test case 1.
  @Test func agreesWithTheStandard() throws {
    let hash = try KeyedHash(key: SecretBytes(copying: [UInt8](repeating: 0x0b, count: 20)))
    let expected = hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(try hash.tag(of: Array("Hi There".utf8)) == expected)
  }

  @Test(arguments: [0, 31, 33])
  func refusesABufferOfAnotherLengthAndBeginsAnew(count: Int) throws {
    let key: [UInt8] = [1, 2, 3]
    let hash = try KeyedHash(key: SecretBytes(copying: key))
    try hash.update([9, 9, 9])
    var tag = [UInt8](repeating: 0, count: count)
    let error = thrown(CryptoError.self) { try tag.withUnsafeMutableBytes { try hash.finish(into: $0) } }
    #expect(error?.operation == "EVP_MAC_final")
    #expect(tag == [UInt8](repeating: 0, count: count))
    #expect(try hash.tag(of: [4]) == HMAC.tag(of: [4], key: key, with: .sha256))
  }
}
