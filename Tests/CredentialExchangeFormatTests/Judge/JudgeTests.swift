import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct JudgeTests {
  @Test(arguments: [
    ("", "json-empty"), ("{", "json-truncated"), ("[]", "json-syntax"), ("{}x", "json-trailing-content"),
    (#"{"a":01}"#, "json-number"),
  ])
  func whatIsNoJSONIsOneFinding(text: String, code: String) {
    let verdict = CXFJudge().judge(Array(text.utf8))
    #expect(verdict.isUnreadable && verdict.findings.map(\.code.name) == [code])
    #expect(verdict.summary.errors == 1 && verdict.summary.items == 0)
  }

  @Test func findingsHaveTheirPlaceInFilesOfOtherEncodings() throws {
    let text = document(item: "\"subtitle\":null,\n\"credentials\":[]")
    let plain = try #require(CXFJudge().judge(Array(text.utf8)).findings.first)
    let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let findings = CXFJudge().judge([0xFF, 0xFE] + wide).findings
    #expect(findings.map(\.code) == [.textEncoding, .nullValue])
    let found = try #require(findings.last)
    #expect(found.position.pointer == plain.position.pointer && found.position.line == plain.position.line)
    #expect(found.position.byte == plain.position.byte.map { 2 + 2 * $0 })
  }

  /// Values of secrets, and of everything else, stay out of what is said; names of members and titles do not.
  @Test func noValueIsInAFinding() {
    let secrets = ["hunter2-secret", "0189GEZD", "otherpassword"]
    let text = document(
      item: #"""
        "credentials":[{"type":"totp","secret":"0189GEZD","period":0,"digits":"hunter2-secret","algorithm":"hunter2-secret"},
        {"type":"basic-auth","password":["hunter2-secret"]},{"type":"generated-password","password":"otherpassword &amp;"},
        {"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"hunter2-secret"}}]
        """#)
    let findings = CXFJudge(options: .init(strict: true, profile: .bitwarden)).judge(Array(text.utf8))
      .findings
    #expect(findings.count > 4)
    for finding in findings {
      let words = "\(finding)"
      for secret in secrets { #expect(!words.contains(secret), "\(finding.code.name)") }
    }
  }

  @Test func referencesMeanItemsOfTheirAccount() {
    let accounts = #"""
      {"id":"YQ","username":"","email":"","collections":[{"id":"Yw","title":"c","items":[{"item":"aQ"},{"item":"ag"},\#
      {"item":"ag","account":"Yg"},{"item":"aQ","account":"Yg"},{"item":"aQ","account":"eA"},{"item":"Yw"}]}],\#
      "items":[{"id":"aQ","title":"a","credentials":[]}]},\#
      {"id":"Yg","username":"","email":"","collections":[],"items":[{"id":"ag","title":"b","credentials":[]}]}
      """#
    let text = #"""
      {"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":\#
      [\#(accounts)]}
      """#
    let verdict = CXFJudge().judge(Array(text.utf8))
    #expect(Set(verdict.findings.map(\.code)) == [.danglingReference])
    #expect(
      verdict.findings.map { $0.position.pointer?.split(separator: "/").dropLast().last ?? "" } == [
        "1", "3", "4", "5",
      ])
  }

  @Test func identifiersMayBeTheSameInTwoAccounts() {
    let account =
      #"{"id":"%","username":"","email":"","collections":[],"items":[{"id":"aQ","title":"","credentials":[]}]}"#
    let accounts = ["YQ", "Yg"].map { account.replacing("%", with: $0) }.joined(separator: ",")
    let text =
      #"{"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"#
      + #""accounts":[\#(accounts)]}"#
    #expect(CXFJudge().judge(Array(text.utf8)).findings == [])
  }

  /// An identifier in an unusual form is the same as in the exact one.
  @Test func identifiersAreComparedByTheirBytes() {
    let item =
      #""credentials":[{"type":"custom-fields","id":"YWE=","fields":[{"id":"YWE","fieldType":"string","value":""}]}]"#
    let verdict = CXFJudge().judge(Array(document(item: item).utf8))
    #expect(Set(verdict.findings.map(\.code.name)) == ["inexact-base64url", "identifier-clash"])
  }

  private struct Refusal: DeepCheck {
    let refused: DeepContent
    func fault(in kind: DeepContent, _ bytes: UnsafeBufferPointer<UInt8>) -> FindingCode? {
      kind == refused && !bytes.isEmpty ? FindingCode("does-not-work", .error) : nil
    }
  }

  @Test(arguments: [
    (DeepContent.passkeyKey, "/accounts/0/items/1/credentials/0/key"),
    (.sshKey(type: "ssh-ed25519"), "/accounts/0/items/5/credentials/1/privateKey"),
    (.largeBlob(uncompressedSize: 52), "/accounts/0/items/1/credentials/0/fido2Extensions/largeBlob/data"),
  ])
  func aDeepCheckSeesWhatIsWholeByItsStructure(content: DeepContent, pointer: String) {
    let judge = CXFJudge(options: .init(deep: Refusal(refused: content)))
    let found = judge.judge(Samples.bytes("Samples/example-cxf.json")).findings
      .filter { $0.code.name == "does-not-work" }
    #expect(found.compactMap(\.position.pointer).contains(pointer))
  }

  @Test func manyIdentifiersAreToldApartInLinearTime() {
    let fields = (0..<20_000).map {
      #"{"id":"\#(Base64URL.encode(Array("f\($0)".utf8)))","fieldType":"string","value":""}"#
    }
    let text = document(credential: #"{"type":"custom-fields","fields":[\#(fields.joined(separator: ","))]}"#)
    #expect(CXFJudge().judge(Array(text.utf8)).findings == [])
  }
}
