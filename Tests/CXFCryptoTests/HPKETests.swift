import CXFCrypto
import Testing

struct HPKETests {
  private static let suite = HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .aes128GCM)
  private static let exportOnly = HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .exportOnly)

  /// RFC 9180, appendix A.1.1: base mode of X25519, HKDF-SHA256, AES-128-GCM.
  @Test func agreesWithTheStandard() throws {
    let info = hex("4f6465206f6e2061204772656369616e2055726e")
    let recipientKey = try HPKEPrivateKey(
      .x25519HKDFSHA256,
      secret: SecretBytes(copying: hex("4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8")))
    #expect(
      recipientKey.publicKey.bytes == hex("3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d"))
    let ephemeralKey = SecretBytes(
      copying: hex("52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736"))
    let sender = try HPKESender(
      Self.suite, to: recipientKey.publicKey, info: info, ephemeralKey: ephemeralKey)
    #expect(
      sender.encapsulatedKey == hex("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431"))
    let recipient = try HPKERecipient(
      Self.suite, key: recipientKey, encapsulatedKey: sender.encapsulatedKey, info: info)

    let plaintext = hex("4265617574792069732074727574682c20747275746820626561757479")
    let ciphertexts = [
      """
      f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a9\
      6d8770ac83d07bea87e13c512a
      """,
      """
      af2d7e9ac9ae7e270f46ba1f975be53c09f8d875bdc8535458c2494e8a6eab25\
      1c03d0c22a56b8ca42c2063b84
      """,
    ]
    for (index, ciphertext) in ciphertexts.enumerated() {
      let additionalData = Array("Count-\(index)".utf8)
      #expect(try sender.seal(plaintext, additionalData: additionalData) == hex(ciphertext))
      #expect(try recipient.open(hex(ciphertext), additionalData: additionalData) == plaintext)
    }

    let exported = hex("3853fe2b4035195a573ffc53856e77058e15d9ea064de3e59f4961d0095250ee")
    let ours = bytes(of: try sender.export(context: [], count: 32))
    let theirs = bytes(of: try recipient.export(context: [], count: 32))
    #expect(ours == exported)
    #expect(theirs == exported)
  }

  @Test(arguments: HPKESuite.KEM.allCases, HPKESuite.AEAD.allCases)
  func bothSidesAgree(kem: HPKESuite.KEM, aead: HPKESuite.AEAD) throws {
    let suite = try HPKESuite(kemID: kem.rawValue, kdfID: 2, aeadID: aead.rawValue)
    let key = try HPKEPrivateKey.generate(kem)
    let sender = try HPKESender(suite, to: key.publicKey, info: [1, 2])
    let recipient = try HPKERecipient(suite, key: key, encapsulatedKey: sender.encapsulatedKey, info: [1, 2])
    let secret = bytes(of: try sender.export(context: [3], count: 77))
    let sameSecret = bytes(of: try recipient.export(context: [3], count: 77))
    #expect(secret == sameSecret)
    let otherSecret = bytes(of: try recipient.export(context: [4], count: 77))
    #expect(secret != otherSecret)
    for message in [[], [1], [UInt8](repeating: 7, count: 100_000)] where aead != .exportOnly {
      let sealed = try sender.seal(message, additionalData: [9])
      #expect(sealed.count == message.count + 16)
      #expect(try recipient.open(sealed, additionalData: [9]) == message)
    }
  }

  @Test(arguments: HPKESuite.KEM.allCases)
  func everyChangedBitIsNoticed(kem: HPKESuite.KEM) throws {
    let suite = HPKESuite(kem: kem, kdf: .hkdfSHA256, aead: .aes256GCM)
    let key = try HPKEPrivateKey.generate(kem)
    let message = try HPKE.seal([1, 2, 3], suite, to: key.publicKey, info: [4], additionalData: [5])
    #expect(try HPKE.open(message, suite, key: key, info: [4], additionalData: [5]) == [1, 2, 3])
    func refusal(_ encapsulatedKey: [UInt8], _ ciphertext: [UInt8]) -> HPKEError? {
      let changed = HPKE.Sealed(encapsulatedKey: encapsulatedKey, ciphertext: ciphertext)
      return thrown(HPKEError.self) {
        try HPKE.open(changed, suite, key: key, info: [4], additionalData: [5])
      }
    }
    for index in message.ciphertext.indices {
      for bit in 0..<8 as Range<UInt8> {
        var changed = message.ciphertext
        changed[index] ^= 1 << bit
        #expect(refusal(message.encapsulatedKey, changed) == .openFailed)
      }
    }
    // One bit of X25519's keys counts for nothing in the agreement; it still counts in what is derived.
    for index in message.encapsulatedKey.indices {
      for bit in 0..<8 as Range<UInt8> {
        var changed = message.encapsulatedKey
        changed[index] ^= 1 << bit
        #expect(refusal(changed, message.ciphertext) == .openFailed)
      }
    }
    #expect(
      thrown(HPKEError.self) { try HPKE.open(message, suite, key: key, info: [], additionalData: [5]) }
        == .openFailed)
    #expect(thrown(HPKEError.self) { try HPKE.open(message, suite, key: key, info: [4]) } == .openFailed)
  }

  @Test(arguments: HPKEMode.allCases, HPKEMode.allCases)
  func opensInTheSendersModeOnly(sent: HPKEMode, opened: HPKEMode) throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let own = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let agreed = try HPKEPreSharedKey(SecretBytes(copying: [UInt8](repeating: 1, count: 32)), id: [1])
    func hasKey(_ mode: HPKEMode) -> Bool { mode == .psk || mode == .authPSK }
    func isAuthenticated(_ mode: HPKEMode) -> Bool { mode == .auth || mode == .authPSK }
    let sender = try HPKESender(
      Self.suite, to: key.publicKey, info: [], preSharedKey: hasKey(sent) ? agreed : nil,
      authenticatedBy: isAuthenticated(sent) ? own : nil)
    let recipient = try HPKERecipient(
      Self.suite, key: key, encapsulatedKey: sender.encapsulatedKey, info: [],
      preSharedKey: hasKey(opened) ? agreed : nil,
      authenticatedBy: isAuthenticated(opened) ? own.publicKey : nil)
    let message = try sender.seal([1])
    if sent == opened {
      #expect(try recipient.open(message) == [1])
    } else {
      #expect(thrown(HPKEError.self) { try recipient.open(message) } == .openFailed)
    }
  }

  @Test func drawsANewEphemeralKeyEachTime() throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let one = try HPKESender(Self.suite, to: key.publicKey, info: [])
    let other = try HPKESender(Self.suite, to: key.publicKey, info: [])
    #expect(one.encapsulatedKey != other.encapsulatedKey)
    #expect(try one.seal([1]) != other.seal([1]))
  }

  @Test func aMessageThatCannotBeOpenedDoesNotCount() throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let sender = try HPKESender(Self.suite, to: key.publicKey, info: [])
    let recipient = try HPKERecipient(Self.suite, key: key, encapsulatedKey: sender.encapsulatedKey, info: [])
    let messages = [try sender.seal([1]), try sender.seal([2])]
    // Out of order, changed, cut, with other additional data.
    #expect(thrown(HPKEError.self) { try recipient.open(messages[1]) } == .openFailed)
    for index in messages[0].indices {
      var changed = messages[0]
      changed[index] ^= 0x40
      #expect(thrown(HPKEError.self) { try recipient.open(changed) } == .openFailed)
      #expect(thrown(HPKEError.self) { try recipient.open(Array(messages[0].prefix(index))) } == .openFailed)
    }
    #expect(thrown(HPKEError.self) { try recipient.open(messages[0], additionalData: [0]) } == .openFailed)
    #expect(try recipient.open(messages[0]) == [1])
    #expect(thrown(HPKEError.self) { try recipient.open(messages[0]) } == .openFailed)
    #expect(try recipient.open(messages[1]) == [2])
  }

  @Test func stopsBeforeANonceIsUsedTwice() throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let sender = try HPKESender(
      Self.suite, to: key.publicKey, info: [], ephemeralKey: try SecretBytes.random(count: 32),
      firstSequence: .max - 1)
    #expect(try sender.seal([1]).count == 17)
    #expect(thrown(HPKEError.self) { try sender.seal([1]) } == .tooManyMessages)
    #expect(thrown(HPKEError.self) { try sender.seal([1]) } == .tooManyMessages)
  }

  @Test func aSuiteForExportingSealsNothing() throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let sender = try HPKESender(Self.exportOnly, to: key.publicKey, info: [])
    let recipient = try HPKERecipient(
      Self.exportOnly, key: key, encapsulatedKey: sender.encapsulatedKey, info: [])
    #expect(thrown(HPKEError.self) { try sender.seal([]) } == .exportOnly)
    for count in [0, 16, 17] {
      let message = [UInt8](repeating: 0, count: count)
      #expect(thrown(HPKEError.self) { try recipient.open(message) } == .exportOnly)
    }
  }

  @Test(arguments: [-1, 255 * 32 + 1, 70_000, Int.max])
  func refusesToExportTooMuch(count: Int) throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let sender = try HPKESender(Self.exportOnly, to: key.publicKey, info: [])
    #expect(
      thrown(HPKEError.self) { try sender.export(context: [], count: count).count } == .lengthOutOfRange)
    let longest = try sender.export(context: [], count: 255 * 32).count
    #expect(longest == 255 * 32)
  }

  @Test func refusesKeysWithoutSecrets() throws {
    let zero = try HPKEPublicKey(.x25519HKDFSHA256, bytes: [UInt8](repeating: 0, count: 32))
    #expect(thrown(HPKEError.self) { try HPKESender(Self.suite, to: zero, info: []) } == .invalidKey)
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    for count in [0, 31, 32, 33] {
      let encapsulated = [UInt8](repeating: 0, count: count)
      let error = thrown(HPKEError.self) {
        try HPKERecipient(Self.suite, key: key, encapsulatedKey: encapsulated, info: [])
      }
      #expect(error == .openFailed)
    }
  }

  @Test(arguments: [
    (0x0030 as UInt16, 1 as UInt16, 1 as UInt16, HPKEError.unsupportedKEM(0x0030)),
    (0x0020, 0, 1, .unsupportedKDF(0)),
    (0x0020, 4, 1, .unsupportedKDF(4)),
    (0x0020, 1, 0, .unsupportedAEAD(0)),
    (0x0020, 1, 0xFFFE, .unsupportedAEAD(0xFFFE)),
  ])
  func namesTheNumberThatIsUnknown(kem: UInt16, kdf: UInt16, aead: UInt16, expected: HPKEError) {
    #expect(
      thrown(HPKEError.self) { try HPKESuite(kemID: kem, kdfID: kdf, aeadID: aead) } == expected)
  }
}
