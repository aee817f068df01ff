import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Other people's libraries open what is sealed here, and the other way round.
@Suite(
  .enabled(if: Peers.python != nil, "no Python with pyhpke and jwcrypto; Scripts/peers makes one"),
  .enabled(if: SharedFiles.has("peers/hpke_peer.py"), "no hpke_peer.py"))
struct PeerTests {
  private typealias Job = [String: Value]

  private enum Value: Encodable {
    case text(String), number(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }

    static func bytes(_ bytes: [UInt8]) -> Value { .text(Base64URL.encode(bytes)) }
  }

  private func run(_ jobs: [Job]) throws -> [[String: String?]] {
    let python = try #require(Peers.python)
    let shared = try #require(SharedFiles.folder)
    let driver = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Peers/peer.py").path
    let output = try python.run(
      ["-B", driver, "\(shared)/peers"], input: Array(JSONEncoder().encode(jobs)))
    let results = try JSONDecoder().decode([[String: String?]].self, from: Data(output))
    #expect(results.count == jobs.count)
    return results
  }

  private func decoded(_ text: String??) throws -> [UInt8] {
    let text = try #require(text ?? nil)
    return try #require(Base64URL.decode(text))
  }

  private struct Case {
    let suite: HPKESuite
    let mode: HPKEMode

    var preSharedKey: HPKEPreSharedKey? {
      get throws {
        guard mode == .psk || mode == .authPSK else { return nil }
        return try HPKEPreSharedKey(SecretBytes(copying: PeerTests.psk), id: PeerTests.pskID)
      }
    }

    var job: Job {
      var job: Job = [
        "mode": .number(Int(mode.number)), "kdf": .number(Int(suite.kdf.rawValue)),
        "aead": .number(Int(suite.aead.rawValue)), "info": .bytes(PeerTests.info),
        "aad": .bytes(PeerTests.aad),
      ]
      if mode == .psk || mode == .authPSK {
        job["psk"] = .bytes(PeerTests.psk)
        job["pskID"] = .bytes(PeerTests.pskID)
      }
      return job
    }

    /// Whatever both sides have: the peer does not export.
    static func all(_ kem: HPKESuite.KEM) -> [Case] {
      HPKESuite.KDF.allCases.flatMap { kdf in
        HPKESuite.AEAD.allCases.filter { $0 != .exportOnly }.flatMap { aead in
          HPKEMode.allCases.map { Case(suite: HPKESuite(kem: kem, kdf: kdf, aead: aead), mode: $0) }
        }
      }
    }
  }

  private static let info = Array("info of both".utf8)
  private static let aad = Array("aad of both".utf8)
  private static let text = Array("Beauty is truth, truth beauty".utf8)
  private static let psk = [UInt8](repeating: 0x42, count: 32)
  private static let pskID = Array("a name".utf8)

  @Test(arguments: HPKESuite.KEM.allCases)
  func opensWhatThePeerSeals(kem: HPKESuite.KEM) throws {
    let cases = Case.all(kem)
    #expect(cases.count == 36)
    let results = try run(
      cases.map { example in
        var job = example.job
        job["do"] = .text("hpke-seal")
        job["kem"] = .number(Int(kem.rawValue))
        job["text"] = .bytes(Self.text)
        return job
      })
    for (example, result) in zip(cases, results) {
      let refusal = result["refused"] ?? nil
      #expect(refusal == nil)
      let ownText = try #require(result["recipient"] ?? nil)
      let key = try HPKEPrivateKey(jwk: SecretBytes(copying: Array(ownText.utf8)))
      #expect(Base64URL.encode(key.publicKey.thumbprint) == result["kid"] ?? nil)
      let sender = try (result["sender"] ?? nil).map { text in
        try HPKEPublicKey(jwk: JSONWebKey(json: Array(text.utf8)))
      }
      let recipient = try HPKERecipient(
        example.suite, key: key, encapsulatedKey: try decoded(result["enc"]), info: Self.info,
        preSharedKey: try example.preSharedKey, authenticatedBy: sender)
      #expect(recipient.mode == example.mode)
      #expect(try recipient.open(decoded(result["ct"]), additionalData: Self.aad) == Self.text)
    }
  }

  @Test(arguments: HPKESuite.KEM.allCases)
  func thePeerOpensWhatIsSealedHere(kem: HPKESuite.KEM) throws {
    let cases = Case.all(kem)
    let key = try HPKEPrivateKey.generate(kem)
    let own = try HPKEPrivateKey.generate(kem)
    var jobs: [Job] = []
    for example in cases {
      let isAuthenticated = example.mode == .auth || example.mode == .authPSK
      let sender = try HPKESender(
        example.suite, to: key.publicKey, info: Self.info, preSharedKey: try example.preSharedKey,
        authenticatedBy: isAuthenticated ? own : nil)
      var job = example.job
      job["do"] = .text("hpke-open")
      job["recipient"] = .text(String(decoding: bytes(of: try key.jwk()), as: UTF8.self))
      if isAuthenticated {
        job["sender"] = .text(String(decoding: JSONWebKey(own.publicKey).json, as: UTF8.self))
      }
      job["enc"] = .bytes(sender.encapsulatedKey)
      job["ct"] = .bytes(try sender.seal(Self.text, additionalData: Self.aad))
      jobs.append(job)
    }
    for result in try run(jobs) {
      #expect(try decoded(result["text"]) == Self.text, "\(result)")
    }
  }

  private static let headers = [
    (16, #"{"alg":"dir","enc":"A128GCM","kid":"a key"}"#),
    (32, #"{"alg":"dir","enc":"A256GCM","kid":"a key"}"#),
  ]
  private static let counts = [0, 1, 2, 3, 4, 16, 17, 1000, 70_000]

  @Test(arguments: headers)
  func jwcryptoOpensOurTexts(keyCount: Int, header: String) throws {
    let secret = SecretBytes(copying: [UInt8](repeating: 7, count: keyCount))
    // jwcrypto takes an empty plaintext for a failure, although it seals one.
    let plaintexts = Self.counts.filter { $0 > 0 }
      .map { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }
    let jobs = try plaintexts.map { plaintext -> Job in
      let text = try JWE.seal(plaintext, protectedHeader: Array(header.utf8), key: secret)
      return [
        "do": .text("jwe-open"), "key": .bytes(bytes(of: secret)),
        "jwe": .text(String(decoding: text, as: UTF8.self)),
      ]
    }
    for (plaintext, result) in zip(plaintexts, try run(jobs)) {
      #expect(try decoded(result["text"]) == plaintext)
      #expect(result["header"] ?? nil == header)
    }
  }

  @Test(arguments: headers)
  func opensTextsOfJWCrypto(keyCount: Int, header: String) throws {
    let secret = SecretBytes(copying: [UInt8](repeating: 7, count: keyCount))
    let plaintexts = Self.counts.map { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }
    let results = try run(
      plaintexts.map { plaintext in
        [
          "do": .text("jwe-seal"), "key": .bytes(bytes(of: secret)), "text": .bytes(plaintext),
          "header": .text(header),
        ]
      })
    for (plaintext, result) in zip(plaintexts, results) {
      let text = try #require(result["jwe"] ?? nil)
      let opened = try JWE.open(
        Array(text.utf8), protectedHeader: Array(header.utf8), key: secret, limit: 1 << 20)
      #expect(opened == plaintext)
    }
  }

  @Test func jwcryptoMakesTheSameThumbprints() throws {
    let keys = try HPKESuite.KEM.allCases.map { try HPKEPrivateKey.generate($0).publicKey }
    let results = try run(
      keys.map { key in
        [
          "do": .text("thumbprint"),
          "jwk": .text(String(decoding: JSONWebKey(key).json, as: UTF8.self)),
        ]
      })
    for (key, result) in zip(keys, results) {
      #expect(result["thumbprint"] ?? nil == Base64URL.encode(key.thumbprint), "\(result)")
    }
  }
}
