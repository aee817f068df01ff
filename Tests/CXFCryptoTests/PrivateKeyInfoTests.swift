import CXFCrypto
import CXFTestSupport
import Testing

struct PrivateKeyInfoTests {
  static let samples: [[UInt8]] = [
    SampleKey.ed25519, SampleKey.ed25519Version2, SampleKey.p256().der, SampleKey.p256(point: nil).der,
    PrivateKeyInfo(.rsa, .rsa(SampleKey.smallRSA())).der,
  ]

  @Test(arguments: samples)
  func keepsEveryByte(der: [UInt8]) throws {
    #expect(try PrivateKeyInfo(der: der).der == der)
  }

  @Test func readsTheExamplesOfTheStandard() throws {
    let first = try PrivateKeyInfo(der: SampleKey.ed25519)
    #expect(first.algorithm == .ed25519)
    #expect(first.version == 0)
    #expect(first.publicKey == nil)
    #expect(try first.checkedPublicKey() == .raw(.ed25519, SampleKey.ed25519Public))

    let second = try PrivateKeyInfo(der: SampleKey.ed25519Version2)
    #expect(second.version == 1)
    #expect(second.hasFittingVersion)
    #expect(second.attributes?.count == 33)
    #expect(second.publicKey == SampleKey.ed25519Public)
    #expect(second.content == first.content)
    #expect(try second.checkedPublicKey() == .raw(.ed25519, SampleKey.ed25519Public))
  }

  @Test func computesThePointOfAnECKey() throws {
    let info = SampleKey.p256(point: nil)
    #expect(info.algorithm == .ec(.p256))
    #expect(try info.checkedPublicKey() == .ec(.p256, point: SampleKey.p256Point))
    let compressed = [0x03] + SampleKey.p256Point[1...32]
    #expect(
      try SampleKey.p256(point: compressed).checkedPublicKey() == .ec(.p256, point: SampleKey.p256Point))
  }

  @Test(arguments: NamedCurve.allCases)
  func computesOnEveryCurve(curve: NamedCurve) throws {
    let info = PrivateKeyInfo(.ec(curve.oid), .ec(ECPrivateKey(privateKey: [1])))
    guard case .ec(curve, let point) = try info.checkedPublicKey() else {
      Issue.record("not a point on \(curve)")
      return
    }
    #expect(point.count == 1 + 2 * curve.byteCount)
    let canonical = info.canonical(publicKey: .ec(curve, point: point))
    let inner = ECPrivateKey(
      privateKey: [UInt8](repeating: 0, count: curve.byteCount - 1) + [1], publicKey: point)
    #expect(canonical.content == .ec(inner))
    #expect(try PrivateKeyInfo(der: canonical.der) == canonical)
  }

  @Test(arguments: [KeyAlgorithm.x25519, .ed448, .x448])
  func computesTheOtherAlgorithmsOfRFC8410(algorithm: KeyAlgorithm) throws {
    let identifier = try #require(AlgorithmIdentifier(algorithm))
    let key = [UInt8](repeating: 7, count: try #require(algorithm.rawByteCount))
    let info = try PrivateKeyInfo(der: PrivateKeyInfo(identifier, .raw(key)).der)
    guard case .raw(algorithm, let bytes) = try info.checkedPublicKey() else {
      Issue.record("not a key of \(algorithm)")
      return
    }
    #expect(bytes.count == key.count)
  }

  @Test func refusesAPublicKeyOfAnotherKey() throws {
    var point = SampleKey.p256Point
    point[64] ^= 1
    #expect(
      thrown(KeyCheckError.self) { try SampleKey.p256(point: point).checkedPublicKey() } == .publicKeyMismatch
    )
    var der = SampleKey.ed25519Version2
    der[der.count - 1] ^= 1
    let info = try PrivateKeyInfo(der: der)
    #expect(thrown(KeyCheckError.self) { try info.checkedPublicKey() } == .publicKeyMismatch)
  }

  @Test(arguments: [
    [UInt8](repeating: 0, count: 32),
    // The order of P-256 (SEC 2, 2.4.2).
    hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"),
    [UInt8](repeating: 0xFF, count: 32),
  ])
  func refusesANumberOutsideTheCurve(privateKey: [UInt8]) {
    let info = SampleKey.p256(privateKey, point: nil)
    #expect(thrown(KeyCheckError.self) { try info.checkedPublicKey() } == .privateKeyOutOfRange)
  }

  @Test func checksRSANumbers() throws {
    try SampleKey.smallRSA().checkNumbers()
    // d by Euler's function instead of the least common multiple is the same key.
    try SampleKey.smallRSA(privateExponent: [0x0A, 0xC1]).checkNumbers()
    let wrong = [
      SampleKey.smallRSA(modulus: [0x0C, 0xA3]), SampleKey.smallRSA(privateExponent: [0x01, 0x9F]),
      SampleKey.smallRSA(exponent1: [52]), SampleKey.smallRSA(exponent2: [48]),
      SampleKey.smallRSA(coefficient: [39]), SampleKey.smallRSA(coefficient: []),
    ]
    for key in wrong {
      #expect(thrown(KeyCheckError.self) { try key.checkNumbers() } == .inconsistentNumbers)
    }
  }

  @Test func computesTheNumbersThatOpenSSHLeavesOut() throws {
    let key = try RSAPrivateKey(
      modulus: [0x0C, 0xA1], publicExponent: [17], privateExponent: [0x01, 0x9D], prime1: [61], prime2: [53],
      coefficient: [38])
    #expect(key == SampleKey.smallRSA())
    #expect(key.bitCount == 12)
    for prime in [[], [1], [60]] as [[UInt8]] {
      let error = thrown(KeyCheckError.self) {
        try RSAPrivateKey(
          modulus: [0x0C, 0xA1], publicExponent: [17], privateExponent: [0x01, 0x9D], prime1: prime,
          prime2: [53], coefficient: [38])
      }
      #expect(error == .inconsistentNumbers)
    }
  }

  /// Each bad input with what must be said about it.
  static let faults: [([UInt8], DERError.Code)] = {
    let ed25519 = DERWriter.objectIdentifier(.ed25519)
    let zero = DERWriter.unsignedInteger([])
    let seed = DERWriter.octetString([UInt8](repeating: 1, count: 32))
    func info(_ algorithm: [[UInt8]], _ key: [UInt8], version: [UInt8] = []) -> [UInt8] {
      DERWriter.sequence([
        DERWriter.unsignedInteger(version), DERWriter.sequence(algorithm), DERWriter.octetString(key),
      ])
    }
    let ec = DERWriter.objectIdentifier(.ec)
    let p256 = DERWriter.objectIdentifier(.p256)
    let twoCurves = ECPrivateKey(privateKey: SampleKey.p256Private, curve: .p384)
    let long = ECPrivateKey(privateKey: [1] + SampleKey.p256Private)
    let multiPrime = DERWriter.sequence([DERWriter.unsignedInteger([1])])
    let publicKey = DERWriter.sequence([DERWriter.sequence([ed25519]), DERWriter.bitString([1])])
    return [
      (SampleKey.smallRSA().der, .isPKCS1),
      (ECPrivateKey(privateKey: [1], curve: .p256).der, .isSEC1),
      (DERWriter.sequence([DERWriter.sequence([ed25519]), seed]), .isEncrypted),
      (publicKey, .isPublicKey),
      (
        DERWriter.sequence([DERWriter.sequence([]), DERWriter.sequence([]), DERWriter.bitString([1])]),
        .isCertificate
      ),
      (DERWriter.sequence([[UInt8]](repeating: zero, count: 6)), .isDSA),
      (SampleKey.ed25519 + [0], .leftover),
      (Array(SampleKey.ed25519.dropLast()), .truncated),
      (SampleKey.p256Private, .unexpectedTag),
      (info([ed25519], seed, version: [2]), .unsupportedVersion),
      (info([ed25519, DERWriter.null], seed), .unexpectedParameters),
      (info([ed25519], DERWriter.octetString([1, 2, 3])), .wrongKeyLength),
      (info([ed25519], Array(seed.dropFirst(2))), .unexpectedTag),
      (info([ec], twoCurves.der), .missingCurve),
      (info([ec, DERWriter.sequence([])], twoCurves.der), .explicitCurve),
      (info([ec, p256], twoCurves.der), .twoCurves),
      (info([ec, p256], long.der), .wrongKeyLength),
      (info([ec, p256], ECPrivateKey(privateKey: []).der), .wrongKeyLength),
      (info([DERWriter.objectIdentifier(.rsa), DERWriter.null], multiPrime), .moreThanTwoPrimes),
    ]
  }()

  @Test(arguments: faults)
  func saysWhatIsWrong(der: [UInt8], code: DERError.Code) {
    #expect(thrown(DERError.self) { try PrivateKeyInfo(der: der) }?.code == code)
  }

  @Test func keepsAnUnknownAlgorithm() throws {
    let oid = try #require(OID(contents: [0x2A, 0x03]))
    let der = DERWriter.sequence([
      DERWriter.unsignedInteger([]), DERWriter.sequence([DERWriter.objectIdentifier(oid), DERWriter.null]),
      DERWriter.octetString([9, 9]),
    ])
    let info = try PrivateKeyInfo(der: der)
    #expect(info.algorithm == .other(oid))
    #expect(info.content == .opaque([9, 9]))
    #expect(info.der == der)
    #expect(thrown(KeyCheckError.self) { try info.checkedPublicKey() } == .unsupported(.other(oid)))
  }

  @Test func neverPrintsTheKey() throws {
    let info = try PrivateKeyInfo(der: SampleKey.ed25519)
    var dumped = ""
    dump(info, to: &dumped)
    dump(info.content, to: &dumped)
    dump(SampleKey.smallRSA(), to: &dumped)
    for text in ["\(info)", String(reflecting: info), "\(info.content)", dumped] {
      #expect(!text.contains("212"))
      #expect(!text.contains("D4") && !text.lowercased().contains("d4ee"))
    }
  }

  @Test func survivesMutation() {
    var generator = SeededGenerator(seed: 20_240_601)
    for der in Self.samples {
      for _ in 0..<3000 {
        let bytes = mutated(der, &generator)
        // What is read has one spelling only.
        if let info = try? PrivateKeyInfo(der: bytes) { #expect(info.der == bytes) }
      }
    }
  }
}
