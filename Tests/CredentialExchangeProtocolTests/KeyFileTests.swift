import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// The importer's secret between request and response.
@Suite struct KeyFileTests {
  private static let passphrase = "correct horse"
  private static let expires = Timestamp(1_800_000_100)

  /// A key file of a small request, with what Argon2id made of its passphrase.
  private struct Sealed {
    let request: ExportRequest
    let key: HPKEPrivateKey
    let bytes: [UInt8]
    let salt: [UInt8]
    let secret: [UInt8]

    init(derivation: KeyDerivation = .minimum) throws {
      key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
      let jwk = String(decoding: JSONWebKey(key.publicKey).json, as: UTF8.self)
      request = try ExportRequest(
        Array(
          #"{"hpke":[{"mode":"base","kem":32,"kdf":1,"aead":2,"key":\#(jwk)}],"importer":"i.example"}"#.utf8))
      bytes = try KeyFile.seal(
        keys: [key], request: request.bytes, expires: expires,
        passphrase: SecretBytes(copying: passphrase.utf8),
        derivation: derivation)
      let kdf = try #require(try object(bytes)["kdf"] as? [String: Any])
      salt = try Self.decoded(kdf["salt"])
      secret = try KeyDerivationLimit.standard.derive(
        SecretBytes(copying: passphrase.utf8), salt: salt, derivation
      ).withUnsafeBytes { Array($0) }
    }

    static func decoded(_ value: Any?) throws -> [UInt8] {
      let text = try #require(value as? String)
      return try #require(Array(text.utf8).withUnsafeBufferPointer { Base64URL.decode($0) }).bytes
    }

    /// Opens bytes as if Argon2id were run, which it is only where salt or parameters are others.
    func open(_ bytes: [UInt8], now: Timestamp = expires.minus(1)) throws -> OpenedKeyFile {
      try OpenedKeyFile(bytes, now: now) { salt, derivation in
        guard salt == self.salt, derivation == .minimum else {
          throw ExchangeError(.refused, "other-secret", "another secret")
        }
        return SecretBytes(copying: secret)
      }
    }
  }

  private static func open(
    _ bytes: [UInt8], _ passphrase: String = passphrase, now: Timestamp = expires.minus(1),
    limit: KeyDerivationLimit = .standard
  ) throws -> OpenedKeyFile {
    try OpenedKeyFile(bytes, now: now, limit: limit) { SecretBytes(copying: passphrase.utf8) }
  }

  @Test func thePassphraseOpensIt() throws {
    let sealed = try Sealed()
    let opened = try Self.open(sealed.bytes)
    #expect(opened.request.bytes == sealed.request.bytes)
    #expect(opened.expires == Self.expires)
    #expect(opened.keys.map(\.publicKey) == [sealed.key.publicKey])
    #expect(try opened.requestHash == Digest.hash(sealed.request.bytes, with: .sha256))
    #expect(OpenedKeyFile.isKeyFile(sealed.bytes) && !OpenedKeyFile.isKeyFile(sealed.request.bytes))
    // Nothing of the request or the key shows.
    let key = try sealed.key.secret().withUnsafeBytes { Base64URL.encode(Array($0)) }
    let text = String(decoding: sealed.bytes, as: UTF8.self)
    #expect(!text.contains("i.example") && !text.contains(key))
  }

  @Test func anotherPassphraseIsRefused() throws {
    let sealed = try Sealed()
    for wrong in ["", "correct horsf", "correct horse "] {
      let error = failure { _ = try Self.open(sealed.bytes, wrong) }
      #expect(error?.kind == .refused && error?.code == "key-file-passphrase")
    }
    // The same text in another normal form is the same passphrase.
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let file = try KeyFile.seal(
      keys: [key], request: sealed.request.bytes, expires: Self.expires,
      passphrase: SecretBytes(copying: "caf\u{E9}".utf8), derivation: .minimum)
    #expect(try Self.open(file, "cafe\u{301}").keys.count == 1)
  }

  @Test func twoFilesOfOneRequestShareNothing() throws {
    let sealed = try Sealed()
    let again = try KeyFile.seal(
      keys: [sealed.key], request: sealed.request.bytes, expires: Self.expires,
      passphrase: SecretBytes(copying: Self.passphrase.utf8), derivation: .minimum)
    let (one, other) = (try object(sealed.bytes), try object(again))
    for name in ["commitment", "nonce", "box"] { #expect(one[name] as? String != other[name] as? String) }
  }

  @Test func eachFlippedBitIsRefused() throws {
    let sealed = try Sealed()
    let intact = try sealed.open(sealed.bytes)
    #expect(intact.keys.count == 1)
    var refusals: Set<String> = []
    for index in sealed.bytes.indices {
      for bit in 0..<8 {
        var bytes = sealed.bytes
        bytes[index] ^= 1 << bit
        let error = failure { _ = try sealed.open(bytes) }
        #expect(error != nil, "bit \(bit) of byte \(index) may be flipped")
        refusals.insert(error?.code ?? "")
      }
    }
    #expect(
      refusals.isSuperset(of: [
        "key-file-damaged", "key-file-passphrase", "other-secret", "key-file-malformed",
      ]))
  }

  @Test func eachTruncationIsRefused() throws {
    let sealed = try Sealed()
    // The last byte is the line's end, which says nothing.
    for count in 0..<sealed.bytes.count - 1 {
      #expect(failure { _ = try sealed.open(Array(sealed.bytes.prefix(count))) } != nil)
    }
  }

  @Test(
    arguments: [
      (#""cxfkey":1"#, #""cxfkey":1,"cxfkey":1"#, "key-file-malformed"),
      (#""cxfkey":1"#, #""cxfkey":2"#, "key-file-version"),
      (#""cxfkey":1"#, #""cxfkey":"1""#, "key-file-malformed"),
      (#""cxfkey":1"#, #""cxfkey":null"#, "key-file-malformed"),
      (#""t":2"#, #""t":2,"t":2"#, "key-file-malformed"), (#""t":2"#, #""t":2.0"#, "key-file-malformed"),
      (#""nonce":""#, #""nonce":"AAAA"#, "key-file-malformed"),
      (#""box":""#, #""box":" "#, "key-file-malformed"),
      (#""box":""#, #""box":"AAAA","bax":""#, "key-file-damaged"),
    ])
  func anythingMalformedIsDamaged(_ old: String, _ new: String, _ code: String) throws {
    let sealed = try Sealed()
    let bytes = try replacing(old, new, in: sealed.bytes)
    let error = failure { _ = try sealed.open(bytes) }
    #expect(error?.code == code && error?.kind == .damaged, "\(error.map { "\($0.code)" } ?? "opened")")
  }

  @Test func tooLongIsDamaged() throws {
    let sealed = try Sealed()
    let bytes = sealed.bytes + [UInt8](repeating: 0x20, count: KeyFile.maximumByteCount)
    #expect(failure { _ = try sealed.open(bytes) }?.kind == .damaged)
  }

  @Test func anExpiredOneIsRefusedFromThatSecondOn() throws {
    let sealed = try Sealed()
    #expect(failure { _ = try sealed.open(sealed.bytes, now: Self.expires.minus(1)) } == nil)
    for now in [Self.expires, Timestamp(.max)] {
      let error = failure { _ = try sealed.open(sealed.bytes, now: now) }
      #expect(error?.code == "key-file-expired" && error?.kind == .refused && error?.hint != nil)
    }
  }

  @Test func aUsedOneIsRefusedWithoutAskingForItsPassphrase() throws {
    let sealed = try Sealed()
    let used = KeyFile.used(at: Timestamp(1_800_000_050), request: try sealed.request.digest())
    #expect(OpenedKeyFile.isKeyFile(used))
    let error = failure {
      _ = try OpenedKeyFile(used, now: Timestamp(0)) {
        Issue.record("nobody is asked")
        return SecretBytes(copying: [])
      }
    }
    #expect(error?.code == "key-file-used" && error?.kind == .refused)
    let content = try object(used)
    #expect(content["cxfkey"] as? Int == 1 && content["used"] as? Int == 1_800_000_050)
    #expect(content["request"] as? String == Base64URL.encode(try sealed.request.digest()))
    #expect(content.count == 3)
  }

  @Test(
    arguments: [
      KeyDerivation(memoryKiB: 2 << 20, iterations: 2, parallelism: 1),
      KeyDerivation(memoryKiB: 19 << 10, iterations: 17, parallelism: 1),
      KeyDerivation(memoryKiB: 19 << 10, iterations: 2, parallelism: 17),
      KeyDerivation(memoryKiB: 8, iterations: 2, parallelism: 1),
      KeyDerivation(memoryKiB: 19 << 10, iterations: 1, parallelism: 1),
      KeyDerivation(memoryKiB: 0, iterations: 0, parallelism: 0),
      KeyDerivation(memoryKiB: .max, iterations: .max, parallelism: .max),
    ])
  func workBeyondTheLimitsIsRefusedBeforeItIsDone(_ asked: KeyDerivation) throws {
    let sealed = try Sealed()
    let bytes = try replacing(
      #""m":19456,"t":2,"p":1"#,
      #""m":\#(asked.memoryKiB),"t":\#(asked.iterations),"p":\#(asked.parallelism)"#,
      in: sealed.bytes)
    let clock = ContinuousClock()
    let start = clock.now
    let error = failure { _ = try Self.open(bytes) }
    #expect(error?.code == "key-derivation-limit" && error?.kind == .refused)
    #expect(clock.now - start < .seconds(1))
    let huge = try replacing(#""m":19456"#, #""m":4294967296"#, in: sealed.bytes)
    #expect(failure { _ = try Self.open(huge) }?.kind == .damaged)
  }

  // MARK: Layout

  /// The same file opened by the words of the profile, with the primitives alone.
  @Test func theLayoutIsThatOfTheProfile() throws {
    let sealed = try Sealed()
    let file = try object(sealed.bytes)
    #expect(String(decoding: sealed.bytes, as: UTF8.self).hasPrefix(#"{"cxfkey":1,"kdf":{"salt":""#))
    #expect(Set(file.keys) == ["cxfkey", "kdf", "commitment", "nonce", "box"])
    let kdf = try #require(file["kdf"] as? [String: Any])
    #expect(kdf["m"] as? Int == 19456 && kdf["t"] as? Int == 2 && kdf["p"] as? Int == 1 && kdf.count == 4)
    let secret = SecretBytes(copying: sealed.secret)
    let commitment = try HKDF.derive(
      ikm: secret, salt: [], info: Array("cxf-key/1 commitment".utf8), count: 32, with: .sha256)
    #expect(try Sealed.decoded(file["commitment"]) == commitment.withUnsafeBytes { Array($0) })
    let key = try HKDF.derive(
      ikm: secret, salt: [], info: Array("cxf-key/1 box".utf8), count: 32, with: .sha256)
    let additional = Array("cxf-key/1".utf8) + [0] + sealed.salt + [0, 0, 0x4C, 0, 0, 0, 0, 2, 0, 0, 0, 1]
    let plain = try XAES256GCM(key: key).openSecret(
      try Sealed.decoded(file["box"]), nonce: try Sealed.decoded(file["nonce"]), additionalData: additional)
    let content = try object(plain.withUnsafeBytes { Array($0) })
    #expect(Set(content.keys) == ["keys", "request", "expires"])
    #expect(content["expires"] as? UInt64 == Self.expires.secondsSince1970)
    #expect(try Sealed.decoded(content["request"]) == sealed.request.bytes)
    let keys = try #require(content["keys"] as? [[String: String]])
    let secretKey = try sealed.key.secret().withUnsafeBytes { Base64URL.encode(Array($0)) }
    #expect(
      keys.count == 1 && keys[0]["kty"] == "OKP" && keys[0]["crv"] == "X25519" && keys[0]["d"] == secretKey)
  }

  @Test func whatIsWrittenHasTheStandardWork() throws {
    let key = try HPKEPrivateKey.generate(.x25519HKDFSHA256)
    let bytes = try KeyFile.seal(
      keys: [key], request: [], expires: Self.expires, passphrase: SecretBytes(copying: "x".utf8))
    #expect(String(decoding: bytes, as: UTF8.self).contains(#","m":65536,"t":3,"p":4}"#))
  }
}

extension Timestamp {
  fileprivate func minus(_ seconds: UInt64) -> Timestamp { Timestamp(secondsSince1970 - seconds) }
}
