import CXFCrypto
import Testing

struct HPKEKeyTests {
  private static let nist: [HPKESuite.KEM] = [.p256HKDFSHA256, .p384HKDFSHA384, .p521HKDFSHA512]
  private static let montgomery: [HPKESuite.KEM] = [.x25519HKDFSHA256, .x448HKDFSHA512]

  @Test(arguments: HPKESuite.KEM.allCases)
  func aKeyComesBackFromItsSerializedForm(kem: HPKESuite.KEM) throws {
    #expect(kem.isAvailable)
    let key = try HPKEPrivateKey.generate(kem)
    let again = try HPKEPrivateKey(kem, secret: try key.secret())
    #expect(again.publicKey == key.publicKey)
    #expect(try HPKEPublicKey(kem, bytes: key.publicKey.bytes) == key.publicKey)
    #expect(try HPKEPrivateKey.generate(kem).publicKey != key.publicKey)
  }

  @Test(arguments: HPKESuite.KEM.allCases)
  func refusesOtherLengths(kem: HPKESuite.KEM) throws {
    let key = try HPKEPrivateKey.generate(kem)
    let secret = bytes(of: try key.secret())
    for changed in [[], Array(secret.dropLast()), [0] + secret, secret + [0]] {
      #expect(
        thrown(HPKEError.self) { try HPKEPrivateKey(kem, secret: SecretBytes(copying: changed)) }
          == .invalidKey)
    }
    let point = key.publicKey.bytes
    for changed in [[], Array(point.dropLast()), point + [0], [0], [0] + point] {
      #expect(thrown(HPKEError.self) { try HPKEPublicKey(kem, bytes: changed) } == .invalidKey)
    }
  }

  @Test(arguments: nist)
  func refusesPointsInOtherFormsAndOffTheCurve(kem: HPKESuite.KEM) throws {
    let point = try HPKEPrivateKey.generate(kem).publicKey.bytes
    let count = point.count / 2
    let isOdd = (point.last ?? 0) & 1
    var offCurve = point
    offCurve[point.count - 1] ^= 1
    let candidates: [[UInt8]] = [
      [2 | isOdd] + point[1...count], [6 | isOdd] + point.dropFirst(),
      [4] + [UInt8](repeating: 0, count: 2 * count),
      [UInt8](repeating: 0, count: point.count), [4] + [UInt8](repeating: 0xFF, count: 2 * count), [0],
      offCurve,
    ]
    for candidate in candidates {
      #expect(thrown(HPKEError.self) { try HPKEPublicKey(kem, bytes: candidate) } == .invalidKey)
    }
  }

  /// Zero, the order, and what lies above it; the number below it is a key.
  @Test(arguments: [
    (HPKESuite.KEM.p256HKDFSHA256, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    (
      .p384HKDFSHA384,
      """
      ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf\
      581a0db248b0a77aecec196accc52973
      """
    ),
    (
      .p521HKDFSHA512,
      """
      01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa\
      51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409
      """
    ),
  ])
  func refusesNumbersOutOfRange(kem: HPKESuite.KEM, order: String) throws {
    let order = hex(order)
    var above = order
    above[above.count - 1] += 1
    var below = order
    below[below.count - 1] -= 1
    let zero = [UInt8](repeating: 0, count: order.count)
    let highest = [UInt8](repeating: 0xFF, count: order.count)
    for number in [zero, order, above, highest] {
      #expect(
        thrown(HPKEError.self) { try HPKEPrivateKey(kem, secret: SecretBytes(copying: number)) }
          == .invalidKey)
    }
    let key = try HPKEPrivateKey(kem, secret: SecretBytes(copying: below))
    let one = try HPKEPrivateKey(kem, secret: SecretBytes(copying: zero.dropLast() + [1]))
    // The point of the order less one is that of one with the other y.
    let count = order.count
    #expect(key.publicKey.bytes.prefix(1 + count) == one.publicKey.bytes.prefix(1 + count))
    #expect(key.publicKey != one.publicKey)
  }

  /// RFC 7748: the key of small order that everybody knows the secret of; each of the two agreements looks.
  @Test(arguments: montgomery)
  func refusesKeysWithoutSecretsInEachAgreement(kem: HPKESuite.KEM) throws {
    let suite = HPKESuite(kem: kem, kdf: .hkdfSHA256, aead: .aes128GCM)
    let key = try HPKEPrivateKey.generate(kem)
    let count = key.publicKey.bytes.count
    let zero = try HPKEPublicKey(kem, bytes: [UInt8](repeating: 0, count: count))
    #expect(thrown(HPKEError.self) { try HPKESender(suite, to: zero, info: []) } == .invalidKey)
    #expect(
      thrown(HPKEError.self) { try HPKESender(suite, to: zero, info: [], authenticatedBy: key) }
        == .invalidKey)
    #expect(thrown(HPKEError.self) { try key.sharedSecret(with: zero).count } == .invalidKey)
    let sender = try HPKESender(suite, to: key.publicKey, info: [])
    #expect(
      thrown(HPKEError.self) {
        try HPKERecipient(suite, key: key, encapsulatedKey: zero.bytes, info: [])
      } == .openFailed)
    #expect(
      thrown(HPKEError.self) {
        try HPKERecipient(
          suite, key: key, encapsulatedKey: sender.encapsulatedKey, info: [], authenticatedBy: zero)
      } == .openFailed)
  }

  @Test func refusesKeysOfAnotherMechanism() throws {
    let suite = HPKESuite.x25519AES256GCM
    let own = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let other = try HPKEPrivateKey.generate(.p256HKDFSHA256)
    let sender = try HPKESender(suite, to: own.publicKey, info: [])
    let attempts: [() throws -> Void] = [
      { _ = try HPKESender(suite, to: other.publicKey, info: []) },
      { _ = try HPKESender(suite, to: own.publicKey, info: [], authenticatedBy: other) },
      { _ = try HPKERecipient(suite, key: other, encapsulatedKey: sender.encapsulatedKey, info: []) },
      {
        _ = try HPKERecipient(
          suite, key: own, encapsulatedKey: sender.encapsulatedKey, info: [],
          authenticatedBy: other.publicKey)
      },
      { _ = try own.sharedSecret(with: other.publicKey).count },
    ]
    for attempt in attempts { #expect(thrown(HPKEError.self, attempt) == .invalidKey) }
  }

  @Test(arguments: [(31, 1), (32, 0), (0, 1), (0, 0)])
  func aKeyAgreedOnBeforeHasThirtyTwoBytesAndAName(count: Int, nameCount: Int) {
    let error = thrown(HPKEError.self) {
      try HPKEPreSharedKey(
        SecretBytes(copying: [UInt8](repeating: 1, count: count)), id: [UInt8](repeating: 1, count: nameCount)
      )
    }
    #expect(error == .invalidPreSharedKey)
  }

  @Test func neverShowsWhatIsSecret() throws {
    for kem in HPKESuite.KEM.allCases {
      let key = try HPKEPrivateKey.generate(kem)
      var dumped = ""
      dump(key, to: &dumped)
      #expect("\(key)" == "HPKEPrivateKey")
      #expect(dumped.hasPrefix("- HPKEPrivateKey #") && dumped.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }
    let agreed = try HPKEPreSharedKey(SecretBytes(copying: [UInt8](repeating: 0x41, count: 32)), id: [1])
    #expect("\(agreed)" == "HPKEPreSharedKey")
  }

  @Test func modesAreSpelledAsTheProtocolSpellsThem() {
    #expect(HPKEMode.allCases.map(\.rawValue) == ["base", "psk", "auth", "auth-psk"])
    #expect(HPKEMode.allCases.map(\.number) == [0, 1, 2, 3])
  }
}
