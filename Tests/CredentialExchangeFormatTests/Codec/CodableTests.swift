import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Passes a value through Foundation's coders and returns what comes out.
private func passed<Value: ExchangeValue>(_ value: Value) throws -> Value {
  // Not every value is an object or array at the top.
  let data = try JSONEncoder().encode([value])
  return try #require(try JSONDecoder().decode([Value].self, from: data).first)
}

@Suite struct CodableTests {
  @Test(arguments: UInt64(1)...12)
  func documentsPassThroughFoundation(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    generator.hasUnknownMembers = false
    let header = generator.header(items: 0...6)
    #expect(try passed(header) == header)
  }

  @Test func everyKindOfCredentialPasses() throws {
    var generator = DocumentGenerator(seed: 99)
    generator.hasUnknownMembers = false
    for kind in 0..<DocumentGenerator.kindCount {
      let credential = generator.credential(kind: kind)
      #expect(try passed(credential) == credential)
    }
  }

  @Test func smallValuesPass() throws {
    #expect(try passed(Identifier([1, 2, 255])) == Identifier([1, 2, 255]))
    #expect(try passed(OpaqueBytes([0, 255])) == OpaqueBytes([0, 255]))
    #expect(try passed(Timestamp(.max)) == Timestamp(.max))
    #expect(try passed(FormatVersion(major: 1, minor: 7)) == FormatVersion(major: 1, minor: 7))
    #expect(try passed(FieldType(name: "x-é")) == FieldType(name: "x-é"))
    for name in WiFiSecurityType.registered {
      #expect(try passed(WiFiSecurityType(name: name)) == WiFiSecurityType(name: name))
    }
    #expect(try passed(HashAlgorithm.sha512) == .sha512)
    #expect(try passed(OTPHashAlgorithm.sha256) == .sha256)
    #expect(try passed(HMACAlgorithm.hmacSHA256) == .hmacSHA256)
    #expect(try passed(AccessorType.group) == .group)
    #expect(try passed(SharingPermission(name: "readSecret")) == SharingPermission(name: "readSecret"))
  }

  @Test func bothSpellingsOfALetterPass() throws {
    let item = Item(id: Identifier([1]), title: "é", subtitle: "e\u{301}", tags: ["\r\n", "\u{0}"])
    let result = try passed(item)
    #expect(result == item)
    #expect(Array(result.title.utf8) != Array((result.subtitle ?? "").utf8))
  }

  @Test func unknownMembersPassByMeaning() throws {
    let text = #"{"type":"basic-auth","z":1,"a":[null,true,-5,18446744073709551615,"\u0000é",{"b":{}}]}"#
    let credential = try JSONDecoder().decode(Credential.self, from: Data(text.utf8))
    let first = try JSONEncoder().encode(credential)
    #expect(try JSONDecoder().decode(Credential.self, from: first) == credential)
    guard case .basicAuth(let login) = credential else {
      Issue.record("another type")
      return
    }
    #expect(login.unknown.members.map(\.name) == ["a", "z"])
    #expect(login.unknown.members.first?.json == #"[null,true,-5,18446744073709551615,"\u0000é",{"b":{}}]"#)
  }

  @Test(arguments: [#"{"a":1,"a":2}"#, "1e400"])
  func whatAnEncoderCannotHoldIsRefused(value: String) throws {
    var login = BasicAuth()
    login.unknown.append(Array("\"x\":\(value)".utf8))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(login) }
  }

  @Test(arguments: [
    #"{"type":"basic-auth","password":["p"]}"#, #"{"type":"basic-auth","urls":["https://a.example"]}"#,
    #"{"type":"passkey","rpId":"a"}"#, #"{"typ":"x"}"#, "5",
  ])
  func nothingIsLostWithoutAnItemToKeepIt(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Credential].self, from: Data("[\(text)]".utf8))
    }
  }

  @Test func anItemKeepsWhatIsNotUnderstood() throws {
    let text = #"{"id":"YQ","title":"","credentials":[{"type":"basic-auth","password":["canary"]}]}"#
    let item = try JSONDecoder().decode(Item.self, from: Data(text.utf8))
    #expect(String(decoding: CXFEncoder().encode(item), as: UTF8.self).contains("canary"))
  }
}
