import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Collections that hold items instead of references.
@Suite struct StrayItemTests {
  private static func item(_ id: String, _ title: String) -> String {
    #"{"id":"\#(id)","title":"\#(title)","credentials":[{"type":"generated-password","password":"pw-\#(title)"}]}"#
  }

  private static func document(_ collections: String, items: String = "") -> String {
    #"{"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":"#
      + #"[{"id":"YQ","username":"u","email":"m","collections":[\#(collections)],"items":[\#(items)]}]}"#
  }

  private static func collection(_ id: String, _ items: String, _ inside: String = "") -> String {
    #"{"id":"\#(id)","title":"\#(id)","items":[\#(items)]\#(inside.isEmpty ? "" : ",\"subCollections\":[\(inside)]")}"#
  }

  private static let a = item("aTE", "a")
  private static let b = item("aTI", "b")
  private static let c = item("aTM", "c")

  @Test(arguments: [
    (document(collection("Yw", "\(a),\(b)")), ["a", "b"], [["aTE", "aTI"]]),
    (document(collection("Yw", a), items: b), ["a", "b"], [["aTE"]]),
    (document(collection("Yw", a, collection("ZA", b)), items: c), ["a", "b", "c"], [["aTE"]]),
    (
      document(collection("Yw", #"{"item":"aTI"},\#(a),"aTI""#), items: b), ["a", "b"],
      [["aTI", "aTE", "aTI"]]
    ),
    // An item in two collections, and in the account too, is one item.
    (
      document(collection("Yw", a) + "," + collection("ZA", "\(a),\(b)")), ["a", "b"],
      [["aTE"], ["aTE", "aTI"]]
    ),
    (document(collection("Yw", a), items: "\(a), \(b)"), ["a", "b"], [["aTE"]]),
    (document(collection("Yw", "\(a),\(a.replacing(",", with: " ,\n"))")), ["a"], [["aTE", "aTE"]]),
  ])
  func itemsGoIntoTheAccount(text: String, titles: [String], links: [[String]]) throws {
    let account = try #require(try decode(text).header.accounts.first)
    #expect(account.items.map(\.title.string) == titles)
    #expect(account.collections.map { $0.items.map(\.item.base64URL) } == links)
    expectAgreement(Array(text.utf8))
    let written = CXFEncoder().encode(try decode(text).header)
    #expect(CXFJudge(options: .init(strict: true)).judge(written).findings == [])
  }

  @Test func itemsOfOneIdentifierThatDifferAreBothKept() throws {
    let other = Self.a.replacing("pw-a", with: "pw-other")
    let text = Self.document(Self.collection("Yw", Self.a), items: other)
    let account = try #require(try decode(text).header.accounts.first)
    #expect(account.items.count == 2 && Set(account.items.map(\.id)).count == 2)
    expectAgreement(Array(text.utf8))
  }

  @Test func twoItemsOfOneIdentifierInTheAccountAreNeverTakenForOne() throws {
    let text = Self.document("", items: "\(Self.a),\(Self.a)")
    #expect(try decode(text).header.accounts.first?.items.count == 2)
    expectAgreement(Array(text.utf8))
  }

  @Test func anItemWithoutIdentifierIsReferredTo() throws {
    let text = Self.document(
      Self.collection("Yw", #"{"title":"n","credentials":[]},{"title":"m","credentials":[]}"#))
    let account = try #require(try decode(text).header.accounts.first)
    #expect(account.items.count == 2 && Set(account.items.map(\.id)).count == 2)
    #expect(account.collections.first?.items.map(\.item) == account.items.map(\.id))
    expectAgreement(Array(text.utf8))
  }

  @Test func strictReadingRefusesThem() throws {
    let text = Self.document(Self.collection("Yw", "\(Self.a),\"aTI\""))
    let read = try decode(text, strict: true)
    #expect(read.findings.filter { $0.severity == .error }.map(\.code) == [.incompleteObject, .wrongType])
    let judged = CXFJudge(options: .init(strict: true)).judge(Array(text.utf8)).findings
    #expect(judged.filter { $0.severity == .error }.map(\.code) == [.itemInCollection, .bareReference])
  }

  @Test func aReferenceMayBeTheIdentifierAlone() throws {
    let text = CredentialExchangeFormatTests.document(
      credential: #"{"type":"item-reference","reference":"aQ"}"#)
    guard case .itemReference(let link)? = try decode(text).item.credentials.first else {
      Issue.record("no reference")
      return
    }
    #expect(link.reference.item.base64URL == "aQ")
    expectAgreement(Array(text.utf8))
    // What it names is looked for as usual.
    let codes = CXFJudge().judge(Array(text.replacing(#""reference":"aQ""#, with: #""reference":"eA""#).utf8))
      .findings.map(\.code)
    #expect(Set(codes) == [.bareReference, .danglingReference])
  }

  @Test(arguments: 0..<16)
  func damagedCollectionsAreReadAsTheyAreJudged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Self.document(
      Self.collection("Yw", "\(Self.a),\(Self.b)", Self.collection("ZA", Self.a)),
      items: "\(Self.c),\(Self.b)")
    for round in 0..<12 {
      expectAgreement(ValueDamage.damage(Array(text.utf8), &random), "\(seed), \(round)")
    }
  }
}
