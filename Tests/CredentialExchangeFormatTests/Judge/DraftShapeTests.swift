import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Shapes of drafts, of the example before its errata, and of products.
@Suite struct DraftShapeTests {
  private static let key =
    "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIA"

  private func codes(_ verdict: CXFJudge.Verdict) -> [String] { verdict.findings.map(\.code.name) }

  private func judge(credential: String, strict: Bool = false) -> CXFJudge.Verdict {
    CXFJudge(options: .init(strict: strict)).judge(Array(document(credential: credential).utf8))
  }

  private func passkey(_ members: String) -> String {
    #"{"type":"passkey","username":"u","userDisplayName":"U","userHandle":"dXNlcg","key":"\#(Self.key)",\#(members)}"#
  }

  @Test func theFourSlipsOfTheUnrevisedExampleAreTold() throws {
    let secret = passkey(
      #""credentialId":"aWQ","rpId":"a.example","fido2Extensions":{"hmacSecret":{"algorithm":"HS256","secret":"YWJj"}}"#
    )
    let first = judge(credential: secret)
    #expect(codes(first) == ["legacy-hmac-secret"])
    #expect(
      first.findings.map(\.position.pointer) == [
        "\(itemPointer)/credentials/0/fido2Extensions/hmacSecret"
      ])
    // The seed is kept as it came.
    let written = CXFEncoder().encode(try decode(document(credential: secret)).header)
    #expect(
      String(decoding: written, as: UTF8.self).contains(
        #""hmacSecret":{"algorithm":"HS256","secret":"YWJj"}"#))

    let network =
      #"{"type":"wifi","networkSecurityType":{"fieldType":"wifi-network-security-type","value":"WPA2"}}"#
    #expect(codes(judge(credential: network)) == ["unknown-wifi-security"])
    let address = #"{"type":"address","territory":{"fieldType":"subdivision-code","value":"CA"}}"#
    #expect(codes(judge(credential: address)) == ["invalid-subdivision-code"])
    let field =
      #"{"type":"basic-auth","username":{"fieldType":"string","value":"u","extensions":[]}}"#
    #expect(codes(judge(credential: field)) == ["empty-optional-array"])
    #expect(judge(credential: field).summary.errors == 0)
    #expect(judge(credential: field, strict: true).summary.errors == 1)
  }

  @Test(arguments: [
    (#""credentialID":"aWQ","rpID":"a.example""#, 2), (#""credentialId":"aWQ","rpId":"a.example""#, 0),
    (#""credentialID":"aWQ","rpId":"a.example""#, 1),
  ])
  func passkeysOfApplesFirstVersionsAreRead(members: String, aliases: Int) throws {
    let text = passkey(members)
    #expect(codes(judge(credential: text)) == Array(repeating: "aliased-member", count: aliases))
    expectAgreement(Array(document(credential: text).utf8))
    guard case .passkey(let passkey)? = try decode(document(credential: text)).item.credentials.first else {
      Issue.record("no passkey")
      return
    }
    #expect(passkey.credentialID.bytes == Array("id".utf8) && passkey.rpID == "a.example")
  }

  @Test(arguments: [
    ("BasicAuth", "basic-auth"), ("basicAuth", "basic-auth"), ("basic_auth", "basic-auth"),
    ("SSHKey", "ssh-key"),
    ("TOTP", "totp"), ("Wifi", "wifi"), ("driver-license", "drivers-license"), ("public-key", "passkey"),
  ])
  func typesInOtherSpellingsAreMeant(written: String, meant: String) {
    let verdict = judge(credential: #"{"type":"\#(written)"}"#)
    #expect(codes(verdict).contains("credential-type-spelling"))
    #expect(!codes(verdict).contains("unknown-credential-type"))
    expectAgreement(Array(document(credential: #"{"type":"\#(written)"}"#).utf8))
    // A type that is spelled as it is registered has no such finding.
    #expect(!codes(judge(credential: #"{"type":"\#(meant)"}"#)).contains("credential-type-spelling"))
  }

  @Test func theLargeBlobOfDraftsIsRead() throws {
    let text = passkey(
      #""credentialId":"aWQ","rpId":"a.example","fido2Extensions":{"largeBlob":{"size":4,"alg":"deflate","data":"S8rJTwIA"}}"#
    )
    #expect(codes(judge(credential: text)).sorted() == ["aliased-member", "draft-member"])
    expectAgreement(Array(document(credential: text).utf8))
  }

  /// What Android's apps met: one such date made a whole import fail.
  @Test(
    arguments: [
      ("-11644473600", nil, "invalid-timestamp"), ("-10109545249", 1_534_928_351, "timestamp-epoch"),
      ("-10105996962", 1_538_476_638, "timestamp-epoch"), ("1700000000000", 1_700_000_000, "timestamp-epoch"),
      ("721692800.123", 721_692_800, "inexact-number"),
      (#""2023-11-14T22:13:20Z""#, 1_700_000_000, "timestamp-text"),
    ] as [(String, UInt64?, String)])
  func datesAreMended(written: String, seconds: UInt64?, code: String) throws {
    let text = document(item: #""creationAt":\#(written),"credentials":[]"#)
    let found = codes(CXFJudge().judge(Array(text.utf8)))
    #expect(found.first == code)
    #expect(try decode(text).item.createdAt?.secondsSince1970 == seconds)
    expectAgreement(Array(text.utf8))
  }
}
