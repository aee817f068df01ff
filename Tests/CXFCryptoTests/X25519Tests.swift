import CXFCrypto
import Testing

struct X25519Tests {
  /// RFC 7748, section 5.2; the second public key has the ignored top bit set.
  @Test(arguments: [
    (
      "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    ),
    (
      "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
    ),
  ])
  func agreesWithTheStandard(secret: String, other: String, expected: String) throws {
    let key = try X25519PrivateKey(SecretBytes(copying: hex(secret)))
    let shared = bytes(of: try key.sharedSecret(with: X25519PublicKey(hex(other))))
    #expect(shared == hex(expected))
    // The bytes are kept as they came, the curve's own bits are set elsewhere.
    let kept = bytes(of: key.secret)
    #expect(kept == hex(secret))
  }

  @Test func bothSidesAgree() throws {
    let one = try X25519PrivateKey.generate()
    let other = try X25519PrivateKey.generate()
    #expect(one.publicKey != other.publicKey)
    let left = bytes(of: try one.sharedSecret(with: other.publicKey))
    let right = bytes(of: try other.sharedSecret(with: one.publicKey))
    #expect(left == right)
  }

  /// The points of small order, in canonical form.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func refusesASecretThatEverybodyKnows(point: String) throws {
    let key = try X25519PrivateKey.generate()
    let point = try X25519PublicKey(hex(point))
    #expect(thrown(X25519Error.self) { try key.sharedSecret(with: point).count } == .zeroSharedSecret)
  }

  @Test(arguments: [0, 31, 33])
  func refusesOtherLengths(count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    #expect(thrown(X25519Error.self) { try X25519PublicKey(bytes) } == .wrongLength)
    #expect(thrown(X25519Error.self) { try X25519PrivateKey(SecretBytes(copying: bytes)) } == .wrongLength)
  }

  @Test func neverShowsThePrivateKey() throws {
    let key = try X25519PrivateKey(SecretBytes(copying: Array(repeating: 0x41, count: 32)))
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key)" == "X25519PrivateKey")
    #expect(!dumped.contains("65") && !dumped.contains("41"))
  }
}
