import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Files that hold a part of a document without the header around it.
@Suite struct DocumentPartTests {
  private static let login =
    #"{"type":"basic-auth","username":{"fieldType":"string","value":"una"},"password":"pw-1"}"#
  private static let memo = #"{"type":"note","content":{"fieldType":"string","value":"memo"}}"#
  private static let first = #"{"id":"aTE","title":"First","credentials":[\#(login)]}"#
  private static let second = #"{"id":"aTI","title":"Second","credentials":[\#(memo)]}"#

  private static func account(_ id: String, _ items: String) -> String {
    #"{"id":"\#(id)","username":"casey","email":"c@mail.example","collections":[],"items":[\#(items)]}"#
  }

  /// A file, and its items by account.
  struct Part: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let titles: [[Text]]
  }

  private static let parts: [Part] = [
    Part(
      testDescription: "an account", text: account("YQ", "\(first),\(second)"), titles: [["First", "Second"]]
    ),
    Part(testDescription: "an item", text: first, titles: [["First"]]),
    Part(testDescription: "a credential", text: login, titles: [[""]]),
    Part(
      testDescription: "accounts", text: "[\(account("YQ", first)),\n\(account("Yg", second))]",
      titles: [["First"], ["Second"]]),
    Part(testDescription: "items", text: "[\(first), \(second)]", titles: [["First", "Second"]]),
    Part(testDescription: "credentials", text: "[\(login),\(memo)]", titles: [["", ""]]),
    Part(
      testDescription: "a mixture", text: "[\(first),\(memo),\(account("YQ", second)),\(first),null]",
      titles: [["First", ""], ["Second"], ["First"]]),
    Part(
      testDescription: "a spelling of a type", text: login.replacing("basic-auth", with: "BasicAuth"),
      titles: [[""]]),
    Part(
      testDescription: "addresses in a credential",
      text: login.replacing(#""password""#, with: #""urls":["https://a.example"],"password""#), titles: [[""]]
    ),
    Part(testDescription: "an item that is not understood", text: "[\(first),7]", titles: [["First"]]),
  ]

  @Test(arguments: parts)
  func partsAreReadAsADocument(part: Part) throws {
    let result = try decode(part.text)
    #expect(result.header.accounts.map { $0.items.map(\.title) } == part.titles)
    #expect(result.header.accounts.allSatisfy { !$0.id.isEmpty && $0.items.allSatisfy { !$0.id.isEmpty } })
    #expect(result.findings.filter { $0.code == .documentShape }.map(\.position.byte) == [0])
    expectAgreement(Array(part.text.utf8))
  }

  @Test(arguments: parts)
  func whatWasMadeOfAPartIsAWholeDocument(part: Part) throws {
    let written = CXFEncoder().encode(try decode(part.text).header)
    let verdict = CXFJudge(options: .init(strict: true)).judge(written)
    #expect(verdict.findings.filter { $0.severity != .note } == [])
    #expect(verdict.summary.items == part.titles.joined().count)
  }

  @Test(arguments: parts)
  func strictReadingRefusesParts(part: Part) throws {
    let verdict = CXFJudge(options: .init(strict: true)).judge(Array(part.text.utf8))
    #expect(verdict.findings.contains { $0.code == .documentShape && $0.severity == .error })
    let read = try decode(part.text, strict: true)
    #expect(read.findings.contains { $0.code == .documentShape && $0.severity == .error })
    #expect(read.header.accounts.isEmpty)
  }

  @Test func secretsOfABareCredentialAreKept() throws {
    let item = try #require(try decode(Self.login).header.accounts.first?.items.first)
    guard case .basicAuth(let login)? = item.credentials.first else {
      Issue.record("no login")
      return
    }
    #expect(login.password == EditableField(fieldType: .concealedString, value: "pw-1"))
    // A credential that means nothing is kept as fields.
    let broken = try decode(#"[{"type":"passkey","credentialId":"aWQ","rpId":"a.example"}]"#)
    #expect(broken.item.credentials.count == 1 && broken.salvaged.values.contains("a.example"))
  }

  @Test(arguments: ["[]", "[1]", #"["aQ"]"#, #"[{"a":1}]"#, "7", #""text""#])
  func anythingElseIsNoDocument(text: String) {
    #expect(throws: JSONError.self) { try decode(text) }
    #expect(CXFJudge().judge(Array(text.utf8)).isUnreadable)
  }

  @Test(arguments: ["{}", #"{"version":{"major":1,"minor":0},"items":[],"credentials":[]}"#, #"{"items":7}"#])
  func aHeaderStaysOneHoweverLittleOfItIsThere(text: String) throws {
    let result = try decode(text)
    #expect(!result.findings.contains { $0.code == .documentShape })
    expectAgreement(Array(text.utf8))
  }

  @Test(arguments: 0..<12)
  func damagedPartsAreReadAsTheyAreJudged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for part in Self.parts {
      for round in 0..<6 {
        expectAgreement(
          ValueDamage.damage(Array(part.text.utf8), &random), "\(part.testDescription), \(seed), \(round)")
      }
    }
  }
}
