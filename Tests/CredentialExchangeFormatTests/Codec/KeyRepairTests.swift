import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Keys in another form than PKCS #8 in base64url, and other draft shapes of credentials.
@Suite struct KeyRepairTests {
  private static func passkey(_ key: String) -> String {
    #"{"type":"passkey","credentialId":"aWQ","rpId":"a.example","username":"u","userDisplayName":"U","userHandle":"dQ","key":\#(key)}"#
  }

  private func key(_ credential: String) throws -> [UInt8]? {
    let text = document(credential: credential)
    expectAgreement(Array(text.utf8))
    switch try decode(text).item.credentials.first {
    case .passkey(let passkey)?: return passkey.key.bytes
    case .sshKey(let key)?: return key.privateKey.bytes
    default: return nil
    }
  }

  private static let number = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"

  /// The point of the private number 1 on P-256, which is the base point (FIPS 186-4 D.1.2.3).
  private static let x = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY"
  private static let y = "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
  private static let one = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
  private static let onePKCS8 =
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGhRANC"
    + "AARrF9Hy4SxCR_i85uVjpEDydwN9gS3rM6D0oTlF2JjClk_jQuL-Gn-bjufrSnwPnhYrzjNXazFezsu2QGg3v1H1"

  @Test(arguments: [
    (
      #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)","d":"\#(one)","ext":true,"key_ops":["sign"]}"#,
      onePKCS8
    ),
    (
      #"{"kty":"EC","crv":"P-256","d":"AQ"}"#,
      "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ"
    ),
    (
      #"{"d":"\#(number)","crv":"Ed25519","kty":"OKP"}"#,
      "MC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g"
    ),
    (
      #"{"kty":"RSA","n":"IQ","e":"Aw","d":"Bw","p":"Aw","q":"Cw","dp":"AQ","dq":"Bw","qi":"Ag"}"#,
      "MDECAQAwDQYJKoZIhvcNAQEBBQAEHTAbAgEAAgEhAgEDAgEHAgEDAgELAgEBAgEHAgEC"
    ),
  ])
  func keysAsObjectsArePutIntoPKCS8(object: String, expected: String) throws {
    let bytes = try #require(try key(Self.passkey(object)))
    #expect(Base64URL.encode(bytes) == expected)
    let findings = CXFJudge(options: .init(strict: true)).judge(
      Array(document(credential: Self.passkey(object)).utf8)
    ).findings
    #expect(findings.map(\.code) == [.keyObject] && findings.map(\.severity) == [.error])
  }

  @Test(arguments: [
    #"{"kty":"EC","crv":"P-256"}"#, #"{"kty":"EC","crv":"P-999","d":"AQ"}"#, #"{"kty":"oct","k":"AQ"}"#,
    #"{"kty":"EC","crv":"P-256","d":"AQ","kid":"name"}"#, #"{"kty":"EC","crv":"P-256","d":"AQ","d":"Ag"}"#,
    #"{"kty":"OKP","crv":"Ed25519","d":"AQ"}"#, #"{"kty":"RSA","n":"IQ","e":"Aw","d":"Bw"}"#, "{}",
    #"{"kty":"EC","crv":"P-256","d":7}"#,
  ])
  func otherObjectsAreKeptAside(object: String) throws {
    let text = document(credential: Self.passkey(object))
    #expect(try key(Self.passkey(object)) == nil)
    #expect(try decode(text).salvaged.values.contains("a.example"))
  }

  @Test(arguments: [
    ("PRIVATE KEY", onePKCS8, onePKCS8),
    (
      "RSA PRIVATE KEY", "MBsCAQACASECAQMCAQcCAQMCAQsCAQECAQcCAQI",
      "MDECAQAwDQYJKoZIhvcNAQEBBQAEHTAbAgEAAgEhAgEDAgEHAgEDAgELAgEBAgEHAgEC"
    ),
    (
      "EC PRIVATE KEY", "MDECAQEEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8goAoGCCqGSM49AwEH",
      "ME0CAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEMzAxAgEBBCABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIKAKBggqhkjOPQMBBw"
    ),
  ])
  func keysInPEMAreTakenOut(label: String, content: String, expected: String) throws {
    let lines = content.replacing("-", with: "+").replacing("_", with: "/")
    let text =
      #""-----BEGIN \#(label)-----\r\n\#(lines.prefix(40))\n\#(lines.dropFirst(40))\n-----END \#(label)-----\n""#
    let bytes = try #require(try key(Self.passkey(text)))
    #expect(Base64URL.encode(bytes) == expected)
    let ssh = #"{"type":"ssh-key","keyType":"ssh-rsa","privateKey":\#(text)}"#
    #expect(try key(ssh) == bytes)
  }

  @Test(arguments: [
    #""-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----""#,
    #""-----BEGIN PRIVATE KEY-----\nAAAA""#, #""-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----""#,
    #""-----BEGIN EC PRIVATE KEY-----\nMAUCAQEEAA\n-----END EC PRIVATE KEY-----""#,
    #""-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----""#,
  ])
  func otherTextsAreKeptAside(text: String) throws {
    #expect(try key(Self.passkey(text)) == nil)
    let read = try decode(document(credential: Self.passkey(text)))
    #expect(read.salvaged.values.contains { $0.hasPrefix("-----BEGIN") })
  }

  /// The judge looks into a key that was mended as into any other.
  @Test func mendedKeysAreJudged() {
    let agreement = #"{"kty":"OKP","crv":"X25519","d":"\#(Self.number)"}"#
    let codes = CXFJudge().judge(Array(document(credential: Self.passkey(agreement)).utf8)).findings.map(
      \.code)
    #expect(codes.contains(.incompleteObject))
    let zero = #"{"kty":"EC","crv":"P-256","d":"AA"}"#
    let found = CXFJudge().judge(Array(document(credential: Self.passkey(zero)).utf8)).findings.map(\.code)
    #expect(found.contains(.keyObject) && found.contains(.invalidPrivateKey))
  }

  @Test(arguments: [
    (#"{"type":"cryptographic-key","keyType":"ssh-ed25519","privateKey":"AQID"}"#, "ssh-key"),
    (#"{"type":"CryptographicKey","key":"k"}"#, "api-key"),
    (#"{"type":"cryptographic-key"}"#, "cryptographic-key"),
    (#"{"type":"social-security-number","ssn":"1"}"#, "identity-document"),
    (#"{"type":"SocialSecurityNumber"}"#, "identity-document"),
  ])
  func typesOfDraftsAreReadAsWhatCameInTheirPlace(credential: String, type: String) throws {
    let text = document(credential: credential)
    #expect(try decode(text).item.credentials.first?.type == type)
    expectAgreement(Array(text.utf8))
    // Strictly they are unknown types, kept whole.
    guard case .unknown? = try decode(text, strict: true).item.credentials.first else {
      Issue.record("not unknown")
      return
    }
  }

  @Test(arguments: [
    (#"[{"credBlob":"YQ"},{"payments":true}]"#, true), (#"[{"credBlob":"YQ"},{"credBlob":"Yg"}]"#, false),
    (#"[{"a":1},{"a":2}]"#, false), (#"[{"a":1},{"b":2}]"#, true), ("[]", true), (#"["credBlob"]"#, false),
  ])
  func extensionsInAnArrayAreOneObject(list: String, isRead: Bool) throws {
    let text = document(
      credential: Self.passkey("\"AQID\"").replacing("}", with: #","fido2Extensions":\#(list)}"#))
    expectAgreement(Array(text.utf8))
    let result = try decode(text)
    guard case .passkey(let passkey)? = result.item.credentials.first else {
      Issue.record("no passkey")
      return
    }
    #expect((passkey.fido2Extensions != nil) == isRead)
    #expect(result.findings.map(\.code) == [isRead ? .extensionsList : .wrongType])
  }

  @Test(arguments: 0..<12)
  func damagedKeysAreReadAsTheyAreJudged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let object = #"{"kty":"EC","crv":"P-256","x":"\#(Self.x)","y":"\#(Self.y)","d":"\#(Self.one)"}"#
    let text = document(
      credential: Self.passkey(object).replacing(
        #""u""#, with: #""u","fido2Extensions":[{"credBlob":"YQ"},{"payments":true}]"#)
        + #",{"type":"cryptographic-key","privateKey":"AQID","keyType":"ssh-rsa"}"#)
    for round in 0..<15 {
      expectAgreement(ValueDamage.damage(Array(text.utf8), &random), "\(seed), \(round)")
    }
  }
}
