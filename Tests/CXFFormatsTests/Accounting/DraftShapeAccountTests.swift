import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Every value of a document in a shape of drafts and products is carried or repaired, and none twice.
@Suite struct DraftShapeAccountTests {
  private static let login =
    #"{"type":"basic-auth","username":{"fieldType":"string","value":"una"},"password":"pw-1"}"#
  private static let item = #"{"id":"aTE","title":"First","credentials":[\#(login)]}"#
  private static let memo =
    #"{"id":"aTI","title":"Second","credentials":[{"type":"note","content":{"fieldType":"string","value":"memo"}}]}"#

  private static func account(_ items: String, collections: String = "") -> String {
    #"{"id":"YQ","username":"casey","email":"c@mail.example","collections":[\#(collections)],"items":[\#(items)]}"#
  }

  private static func document(_ account: String) -> String {
    #"{"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":[\#(account)]}"#
  }

  private static func credential(_ text: String) -> String {
    document(account(#"{"id":"aTE","title":"First","credentials":[\#(text)]}"#))
  }

  private static func passkey(_ key: String) -> String {
    credential(
      #"{"type":"passkey","credentialId":"aWQ","rpId":"a.example","username":"u","userDisplayName":"U","userHandle":"dQ","key":\#(key)}"#
    )
  }

  private static let key = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"

  /// A document and the values that it has, with those of them that stand elsewhere or otherwise afterwards.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let count: Int
    let repaired: Int
  }

  private static let shapes: [Shape] = [
    Shape(testDescription: "an account", text: account("\(item),\(memo)"), count: 7, repaired: 1),
    Shape(testDescription: "an item", text: item, count: 3, repaired: 1),
    Shape(testDescription: "a credential", text: login, count: 2, repaired: 1),
    Shape(testDescription: "credentials", text: "[\(login),\(login)]", count: 4, repaired: 2),
    Shape(testDescription: "items", text: "[\(item), \(memo)]", count: 5, repaired: 1),
    Shape(
      testDescription: "a mixture", text: "[\(item),\(account(memo)),\(login),\(account(item))]", count: 14,
      repaired: 3),
    Shape(
      testDescription: "items in a collection",
      text: document(account("", collections: #"{"id":"Yw","title":"c","items":[\#(item),\#(memo)]}"#)),
      count: 8, repaired: 1),
    Shape(
      testDescription: "an item in two collections and the account",
      text: document(
        account(
          "\(item),\(memo)",
          collections:
            #"{"id":"Yw","title":"c","items":[\#(item)]},{"id":"ZA","title":"d","items":[\#(item)]}"#)),
      count: 15, repaired: 7),
    Shape(
      testDescription: "identifiers for references",
      text: document(account(item, collections: #"{"id":"Yw","title":"c","items":["aTE"]}"#)), count: 7,
      repaired: 2),
    Shape(
      testDescription: "a key as object",
      text: passkey(#"{"kty":"OKP","crv":"Ed25519","d":"\#(key)","ext":true}"#), count: 12, repaired: 4),
    Shape(
      testDescription: "a key in PEM",
      text: passkey(
        #""-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g\n-----END PRIVATE KEY-----""#
      ),
      count: 9, repaired: 1),
    Shape(
      testDescription: "a number of social security",
      text: credential(#"{"type":"social-security-number","ssn":"000-00-0000"}"#), count: 4, repaired: 1),
    Shape(
      testDescription: "a cryptographic key",
      text: credential(#"{"type":"cryptographic-key","keyType":"ssh-ed25519","privateKey":"AQID"}"#),
      count: 5,
      repaired: 2),
    Shape(
      testDescription: "extensions in an array",
      text: passkey(#""AQID","fido2Extensions":[{"credBlob":"YQ"},{"payments":true}]"#), count: 11,
      repaired: 0),
    Shape(
      testDescription: "a type of an item, in the words of its title",
      text: document(account(#"{"id":"aTE","type":"login","title":"login","credentials":[\#(login)]}"#)),
      count: 6,
      repaired: 2),
    Shape(
      testDescription: "a boolean in capitals",
      text: credential(
        #"{"type":"custom-fields","fields":[{"fieldType":"boolean","value":"TRUE"},{"fieldType":"year-month","value":"2025-2"}]}"#
      ), count: 5, repaired: 2),
  ]

  private func read(_ text: String, strict: Bool = false) throws -> Reading {
    let read = try #require(CXFDocument.format.read)
    return try read(SourceFile(name: "d.json", bytes: Array(text.utf8)), ReadOptions(strict: strict))
  }

  private func convert(_ reading: Reading, to target: Format) throws -> Conversion {
    let makeWriter = try #require(target.makeWriter)
    return try Conversion.run(
      [(SourceFile(name: "d.json", bytes: []), CXFDocument.format, reading)], to: target,
      writer: makeWriter(WriteOptions(timestamp: 1)), options: .init(timestamp: 1))
  }

  @Test(arguments: shapes)
  func nothingIsLost(shape: Shape) throws {
    let conversion = try convert(try read(shape.text), to: CXFDocument.format)
    let values = conversion.values
    #expect(values.isBalanced && values.lost == 0 && values.converted == 0)
    #expect(values.total == shape.count && values.repaired == shape.repaired, "\(values)")
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
    // The result is a document with as many values that are all carried.
    let again = try convert(
      try read(String(decoding: conversion.bytes, as: UTF8.self)), to: CXFDocument.format)
    #expect(again.values.carried == again.values.total && again.bytes == conversion.bytes)
  }

  /// In a format with fewer places the account balances, too.
  @Test(arguments: shapes)
  func theAccountBalancesForOtherTargets(shape: Shape) throws {
    for target in [ChromeCSV.format, BitwardenJSON.format] {
      let values = try convert(try read(shape.text), to: target).values
      #expect(values.isBalanced && values.total == shape.count, "\(target.id)")
    }
  }

  @Test(arguments: shapes)
  func strictReadingAccountsForWhatItRefuses(shape: Shape) throws {
    let reading = try read(shape.text, strict: true)
    let values = try convert(reading, to: CXFDocument.format).values
    #expect(values.isBalanced && values.total > 0)
    #expect(reading.findings.contains { $0.severity == .error })
  }

  @Test func whatIsNoPartIsLostAndCounted() throws {
    let reading = try read("[\(Self.item),{\"a\":\"b\"},7]")
    let conversion = try convert(reading, to: CXFDocument.format)
    #expect(conversion.values.total == 5 && conversion.values.lost == 2 && conversion.items.failed == 2)
  }

  @Test(
    arguments: [
      (item, "cxf"), (account(item), "cxf"), ("[\(item)]", "cxf"), ("[\(login)]", nil), (login, nil),
      (#"{"encrypted":false,"collections":[],"items":[]}"#, "bitwarden-json"),
    ] as [(String, String?)])
  func partsAreRecognisedByWhatOnlyTheyHave(text: String, format: String?) {
    let found = try? FormatTable.detect(SourceFile(name: "x", bytes: Array(text.utf8))).format.id
    #expect(found == format)
  }
}
