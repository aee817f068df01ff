import CXFCrypto
import CXFTestSupport
import Foundation
import Testing

struct SSHKeyTests {
  private static func ed25519(_ comment: String = "me@host") throws -> SSHKey {
    try SSHKey(pkcs8: SampleKey.ed25519, comment: comment)
  }

  /// Keys of every kind that this target can make without a tool, as PKCS #8.
  static let samples: [[UInt8]] = [
    SampleKey.ed25519, SampleKey.p256().der,
    PrivateKeyInfo(.ec(.p384), .ec(ECPrivateKey(privateKey: [5, 6]))).der,
    PrivateKeyInfo(.ec(.p521), .ec(ECPrivateKey(privateKey: [7]))).der,
    PrivateKeyInfo(.rsa, .rsa(SampleKey.smallRSA())).der,
  ]

  @Test(arguments: samples)
  func readsBackWhatItWrites(der: [UInt8]) throws {
    let key = try SSHKey(pkcs8: der, comment: "a comment, é")
    let text = try key.openSSHText()
    let back = try SSHKey(text: text)
    #expect(back.pkcs8 == key.pkcs8)
    #expect(back.commentText == "a comment, é")
    #expect(back.form == .openSSH)
    #expect(!back.hasOtherText)
    #expect(try back.openSSHText() == text)
    let pem = try SSHKey(text: key.pkcs8Text)
    #expect(pem.pkcs8 == key.pkcs8)
    #expect(pem.form == .pkcs8)
    #expect(try SSHKey(bytes: key.pkcs8).pkcs8 == key.pkcs8)
    #expect(text.utf8.split(separator: 10).allSatisfy { $0.count <= 70 })
    #expect(key.pkcs8Text.utf8.split(separator: 10).allSatisfy { $0.count <= 64 })
  }

  @Test func readsEveryLayoutOfPEM() throws {
    let key = try Self.ed25519("")
    let pem = key.pkcs8Text
    let body = Data(key.pkcs8).base64EncodedString()
    let narrow = body.map { "\($0)\n" }.joined()
    let layouts = [
      pem.replacingOccurrences(of: "\n", with: "\r\n"),
      pem.replacingOccurrences(of: "\n", with: "\r"),
      pem.replacingOccurrences(of: "\n", with: " "),
      pem.replacingOccurrences(of: "\n", with: ""),
      "\u{FEFF}  \n" + pem + "\n\n",
      "-----BEGIN PRIVATE KEY-----\n\(narrow)-----END PRIVATE KEY-----",
      "-----BEGIN WRONG LABEL KEY-----\n\(body)\n-----END OTHER-----",
      "-----BEGIN OPENSSH PRIVATE KEY-----\n\(body)\n-----END OPENSSH PRIVATE KEY-----",
      "-----BEGIN PRIVATE KEY-----\n\(body)\n",
      "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIV",
      body, "  \(body)\n",
    ]
    for layout in layouts {
      let read = try SSHKey(text: layout)
      #expect(read.pkcs8 == key.pkcs8)
      #expect(!read.hasOtherText, "\(layout)")
      #expect(SSHKey.holdSameKey(layout, pem))
    }
  }

  @Test func tellsThatThereIsMoreThanTheKey() throws {
    let pem = try Self.ed25519().pkcs8Text
    let publicBlock = "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"
    let withHeader = pem.replacingOccurrences(of: "KEY-----\nM", with: "KEY-----\nComment: x\n\nM")
    for text in [
      "my key:\n\(pem)", "\(pem)\nbye", publicBlock + pem, pem + publicBlock, withHeader, pem + pem,
    ] {
      #expect(try SSHKey(text: text).hasOtherText, "\(text)")
    }
  }

  @Test func readsOlderForms() throws {
    let ec = ECPrivateKey(privateKey: SampleKey.p256Private, curve: .p256, publicKey: SampleKey.p256Point)
    let sec1 = Data(ec.der).base64EncodedString()
    let curve = Data(DERWriter.objectIdentifier(.p256)).base64EncodedString()
    let text = """
      -----BEGIN EC PARAMETERS-----
      \(curve)
      -----END EC PARAMETERS-----
      -----BEGIN EC PRIVATE KEY-----
      \(sec1)
      -----END EC PRIVATE KEY-----
      """
    let key = try SSHKey(text: text)
    #expect(key.pkcs8 == SampleKey.p256().der)
    #expect(key.form == .sec1)
    #expect(!key.hasOtherText)

    let rsa = Data(SampleKey.smallRSA().der).base64EncodedString()
    let old = try SSHKey(
      text: "-----BEGIN RSA PRIVATE KEY-----\r\n\(rsa)\r\n-----END RSA PRIVATE KEY-----\r\n")
    #expect(old.pkcs8 == PrivateKeyInfo(.rsa, .rsa(SampleKey.smallRSA())).der)
    #expect(old.form == .pkcs1)
  }

  @Test func writesAPublicLine() throws {
    let blob = hex("0000000b") + Array("ssh-ed25519".utf8) + hex("00000020") + SampleKey.ed25519Public
    var key = try Self.ed25519()
    #expect(key.publicBlob == blob)
    #expect(key.publicKeyLine == "ssh-ed25519 \(Data(blob).base64EncodedString()) me@host")
    key.comment = Array("25496@".utf8) + [0xBB, 0xA8]
    #expect(key.publicKeyLine.hasSuffix(" 25496@"))
    #expect(key.commentText == nil)
    #expect(try SSHKey(text: key.openSSHText()).comment == key.comment)
    key.comment = Array("two\r\nlines".utf8)
    #expect(key.publicKeyLine.hasSuffix(" two"))
    key.comment = []
    #expect(key.publicKeyLine == "ssh-ed25519 \(Data(blob).base64EncodedString())")
  }

  @Test func keepsAttributesAndDropsOnlyWhatCanBeComputed() throws {
    let key = try SSHKey(pkcs8: SampleKey.ed25519Version2)
    #expect(key.hasAttributes)
    let info = try PrivateKeyInfo(der: key.pkcs8)
    #expect(info.version == 0)
    #expect(info.publicKey == nil)
    #expect(info.attributes == (try PrivateKeyInfo(der: SampleKey.ed25519Version2).attributes))
    #expect(key.isSameKey(as: try Self.ed25519()))
  }

  static let refusals: [(String, SSHKeyError)] = [
    ("", .noKey),
    ("hunter2", .noKey),
    ("-----BEGIN", .noKey),
    ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMbM", .publicKeyOnly),
    ("-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----", .publicKeyOnly),
    ("-----BEGIN CERTIFICATE-----\nMCow\n-----END CERTIFICATE-----", .publicKeyOnly),
    ("-----BEGIN DH PARAMETERS-----\nMCow\n-----END DH PARAMETERS-----", .noKey),
    ("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", .putty),
    ("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAA\n", .sshCom),
    ("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ==\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----", .openPGP),
    (
      """
      -----BEGIN RSA PRIVATE KEY-----
      Proc-Type: 4,ENCRYPTED
      DEK-Info: AES-128-CBC,00

      AAAA
      -----END RSA PRIVATE KEY-----
      """, .encrypted(.pem)
    ),
    ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----", .encrypted(.pkcs8)),
    ("-----BEGIN PRIVATE KEY-----\nMC4*\n-----END PRIVATE KEY-----", .invalidBase64(offset: 31)),
    ("-----BEGIN PRIVATE KEY-----\nMC4C*", .missingEndLine(offset: 0)),
    (
      "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
      .openSSH(.magic, offset: 0)
    ),
  ]

  @Test(arguments: refusals)
  func saysWhatCannotBeRead(text: String, expected: SSHKeyError) {
    let error = thrown(SSHKeyError.self) { try SSHKey(text: text) }
    #expect(error == expected)
    #expect(error?.message.isEmpty == false)
    #expect(error?.code.isEmpty == false)
  }

  @Test func tellsWhatToDoWithAForeignForm() {
    for error in [SSHKeyError.putty, .encrypted(.openSSH), .encrypted(.pkcs8), .sshCom, .hardwareKey("sk")] {
      #expect(error.hint != nil)
    }
  }

  @Test func refusesKindsThatSSHHasNot() throws {
    let x25519 = PrivateKeyInfo(
      try #require(AlgorithmIdentifier(.x25519)), .raw([UInt8](repeating: 3, count: 32)))
    #expect(
      thrown(SSHKeyError.self) { try SSHKey(pkcs8: x25519.der) } == .unsupportedAlgorithm("X25519"))
    let k1 = PrivateKeyInfo(.ec(.secp256k1), .ec(ECPrivateKey(privateKey: [1])))
    #expect(
      thrown(SSHKeyError.self) { try SSHKey(pkcs8: k1.der) } == .unsupportedAlgorithm("ECDSA secp256k1"))
  }

  @Test func refusesTwoKeysInOneText() throws {
    let one = try Self.ed25519().pkcs8Text
    let two = try SSHKey(pkcs8: SampleKey.p256().der).pkcs8Text
    #expect(thrown(SSHKeyError.self) { try SSHKey(text: one + two) } == .severalKeys)
    #expect(!SSHKey.holdSameKey(one, two))
    #expect(!SSHKey.holdSameKey("x", "x"))
  }

  /// Every byte of OpenSSH's file says something, so none can change without being seen or named.
  @Test func noticesEveryChangedByteOfAnOpenSSHKey() throws {
    let key = try Self.ed25519("me")
    let text = try key.openSSHText()
    let bytes = base64(text.split(separator: "\n").dropFirst().dropLast().joined())
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x01
      if let read = try? SSHKey(bytes: changed) {
        // Only the two bytes of the comment can become others that are valid too.
        #expect(read.comment != key.comment, "byte \(index)")
        #expect(read.pkcs8 == key.pkcs8, "byte \(index)")
      }
    }
    // A changed private key is another key, never the one that the public key names.
    var otherSeed = bytes
    let seed = SampleKey.ed25519.suffix(32)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: seed) })
    otherSeed[start] ^= 0x80
    #expect(
      thrown(SSHKeyError.self) { try SSHKey(bytes: otherSeed) } == .inconsistent(.publicKeyMismatch))
    #expect(thrown(SSHKeyError.self) { try SSHKey(bytes: bytes + [0]) }?.code == "openssh-leftover")
    for count in 15..<bytes.count {
      #expect(
        thrown(SSHKeyError.self) { try SSHKey(bytes: Array(bytes.prefix(count))) }?.code
          == "openssh-truncated")
    }
  }

  @Test func neverPrintsTheKey() throws {
    let key = try Self.ed25519()
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(text.contains(key.fingerprint) || text == dumped)
      #expect(!text.contains("212") && !text.contains("pkcs8"))
    }
  }

  @Test func survivesMutation() throws {
    var generator = SeededGenerator(seed: 77)
    for der in Self.samples {
      let key = try SSHKey(pkcs8: der, comment: "c")
      let text = Array(try key.openSSHText().utf8)
      let body = base64(
        String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst().dropLast().joined())
      for _ in 0..<600 {
        _ = try? SSHKey(bytes: mutated(text, &generator))
        // The small RSA key has neighbours that are keys too; the others have none.
        if let read = try? SSHKey(bytes: mutated(body, &generator)), key.algorithm != .rsa {
          #expect(read.pkcs8 == key.pkcs8)
        }
      }
    }
  }

  @Test(.ends(withinMinutes: 1)) func endsSoonOnManyBeginnings() {
    let text = String(repeating: "-----BEGIN A-----", count: 20_000)
    #expect(thrown(SSHKeyError.self) { try SSHKey(text: text) } != nil)
    let long = [UInt8](repeating: 0x41, count: SSHKey.maximumByteCount + 1)
    #expect(thrown(SSHKeyError.self) { try SSHKey(bytes: long) } == .tooLarge)
  }
}
