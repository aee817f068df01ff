import CXFCrypto
import CredentialExchangeFormat
import Foundation
import Testing

/// Ciphers and keyed hashes by Wycheproof's vectors, none of which are called acceptable.
@Suite(.enabled(if: Wycheproof.isPresent, "no vectors or no gzip"))
struct WycheproofCipherTests {
  private struct Group: Decodable {
    let keySize: Int
    let tagSize: Int
    let ivSize: Int?
    let tests: [Case]
  }

  private struct Case: Decodable {
    let tcId: Int
    let key: String
    let iv: String?
    let aad: String?
    let msg: String
    let ct: String?
    let tag: String
    let result: String
  }

  private func groups(_ name: String) throws -> [Group] {
    try Wycheproof.groups(name, of: Group.self) { $0.tests.count }
  }

  private func open(_ example: Case, _ algorithm: AEADAlgorithm) throws -> [UInt8] {
    let context = try AEADContext(algorithm)
    let ciphertext = hex(example.ct ?? "")
    var plaintext = [UInt8](repeating: 0xFF, count: ciphertext.count)
    try with(example) { parameters in
      try plaintext.withUnsafeMutableBytes { plaintext in
        try ciphertext.withUnsafeBytes { ciphertext in
          try hex(example.tag).withUnsafeBytes {
            try context.open(ciphertext, tag: $0, parameters, into: plaintext)
          }
        }
      }
    }
    return plaintext
  }

  private func seal(_ example: Case, _ algorithm: AEADAlgorithm) throws -> (ciphertext: [UInt8], tag: [UInt8])
  {
    let context = try AEADContext(algorithm)
    let plaintext = hex(example.msg)
    var ciphertext = [UInt8](repeating: 0xFF, count: plaintext.count)
    var tag = [UInt8](repeating: 0, count: AEADAlgorithm.tagByteCount)
    try with(example) { parameters in
      try ciphertext.withUnsafeMutableBytes { ciphertext in
        try plaintext.withUnsafeBytes { plaintext in
          try tag.withUnsafeMutableBytes {
            try context.seal(plaintext, parameters, into: ciphertext, tag: $0)
          }
        }
      }
    }
    return (ciphertext, tag)
  }

  private func with(_ example: Case, _ body: (AEADContext.Parameters) throws -> Void) throws {
    try hex(example.key).withUnsafeBytes { key in
      try hex(example.iv ?? "").withUnsafeBytes { nonce in
        try hex(example.aad ?? "").withUnsafeBytes { data in
          try body(AEADContext.Parameters(key: key, nonce: nonce, additionalData: data))
        }
      }
    }
  }

  /// Vectors with keys of 24 bytes and nonces of other lengths than 12 are for other uses of these ciphers; nonces of other
  /// lengths are refused here.
  @Test(arguments: ["aes_gcm", "chacha20_poly1305"])
  func agreesOnCiphers(name: String) throws {
    var count = 0
    for group in try groups(name) where group.keySize != 192 {
      let algorithm: AEADAlgorithm =
        name == "chacha20_poly1305" ? .chaCha20Poly1305 : group.keySize == 128 ? .aes128GCM : .aes256GCM
      for example in group.tests {
        count += 1
        if group.ivSize != 96 {
          // Some of them have no tag either.
          let expected = hex(example.tag).count == 16 ? AEADError.wrongNonceLength : .wrongTagLength
          #expect(thrown(AEADError.self) { try open(example, algorithm) } == expected, "\(example.tcId)")
        } else if example.result == "valid" {
          #expect(try open(example, algorithm) == hex(example.msg), "\(example.tcId)")
          let sealed = try seal(example, algorithm)
          #expect(sealed.ciphertext == hex(example.ct ?? ""), "\(example.tcId)")
          #expect(sealed.tag == hex(example.tag), "\(example.tcId)")
        } else {
          #expect(
            thrown(AEADError.self) { try open(example, algorithm) } == .authenticationFailed,
            "\(example.tcId)")
        }
      }
    }
    #expect(count > 50)
  }

  /// Those without additional data are JSON Web Encryptions with an empty header, if one had that.
  @Test func agreesOnTextsOfJSONWebEncryption() throws {
    var count = 0
    for group in try groups("aes_gcm") where group.keySize != 192 && group.ivSize == 96 {
      for example in group.tests where example.aad == "" {
        count += 1
        let parts = ["", "", example.iv ?? "", example.ct ?? "", example.tag].map {
          Base64URL.encode(hex($0))
        }
        func open() throws -> [UInt8] {
          try JWE.open(
            Array(parts.joined(separator: ".").utf8), protectedHeader: [],
            key: SecretBytes(copying: hex(example.key)), limit: 1 << 16)
        }
        if example.result == "valid" {
          #expect(try open() == hex(example.msg), "\(example.tcId)")
        } else {
          #expect(thrown(JWEError.self, open) == .openFailed, "\(example.tcId)")
        }
      }
    }
    #expect(count > 20)
  }

  @Test(arguments: [
    ("hmac_sha1", DigestAlgorithm.sha1), ("hmac_sha256", .sha256), ("hmac_sha384", .sha384),
    ("hmac_sha512", .sha512),
  ])
  func agreesOnKeyedHashes(name: String, algorithm: DigestAlgorithm) throws {
    for group in try groups(name) {
      for example in group.tests {
        let tag = try HMAC.tag(of: hex(example.msg), key: hex(example.key), with: algorithm)
        let isSame = Array(tag.prefix(group.tagSize / 8)) == hex(example.tag)
        #expect(isSame == (example.result == "valid"), "\(example.tcId)")
      }
    }
  }

  private struct TextGroup: Decodable {
    let `private`: [String: String]
    let tests: [Text]
  }

  private struct Text: Decodable {
    let tcId: Int
    let comment: String
    let jwe: String?
    let pt: String?
    let result: String
  }

  /// The file's texts are for many algorithms. One is "dir", and opens with its own header; the others have headers that
  /// were not agreed on, whatever the key.
  @Test func opensTheOneTextThatIsOurs() throws {
    var ours = 0
    let groups = try Wycheproof.groups("json_web_encryption", of: TextGroup.self) { $0.tests.count }
    for group in groups {
      let key = (group.private["k"].flatMap { Base64URL.decode($0) } ?? []).prefix(32)
      let padded = key.count == 16 ? Array(key) : Array(key) + [UInt8](repeating: 0, count: 32 - key.count)
      for example in group.tests {
        let text = Array((example.jwe ?? "").utf8)
        func open(_ header: [UInt8]) throws -> [UInt8] {
          try JWE.open(text, protectedHeader: header, key: SecretBytes(copying: padded), limit: 1 << 16)
        }
        let header = String(decoding: text.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
        let content = Base64URL.decode(header) ?? []
        if String(decoding: content, as: UTF8.self).contains(#""alg":"dir""#) {
          ours += 1
          #expect(try open(content) == hex(example.pt ?? ""))
        } else {
          #expect(thrown(JWEError.self) { try open(Array(#"{"alg":"dir","enc":"A256GCM"}"#.utf8)) } != nil)
          #expect(thrown(JWEError.self) { try open(content) } != nil, "\(example.tcId)")
        }
      }
    }
    #expect(ours == 1)
  }

  private struct KeyGroup: Decodable {
    struct Set: Decodable { let keys: [[String: String]] }
    let `private`: Set
    let tests: [Text]
  }

  /// Keys for signing, for secret-key algorithms and of RSA: none is for agreeing on secrets.
  @Test func takesNoKeyThatIsForSomethingElse() throws {
    let groups = try Wycheproof.groups("json_web_key", of: KeyGroup.self) { $0.tests.count }
    for group in groups {
      for key in group.private.keys {
        let json = Array(try JSONEncoder().encode(key))
        let error = thrown(JSONWebKeyError.self) { try HPKEPrivateKey(jwk: SecretBytes(copying: json)) }
        #expect(error == .unsupportedKeyType || error == .notPermitted(.use))
      }
    }
  }
}
