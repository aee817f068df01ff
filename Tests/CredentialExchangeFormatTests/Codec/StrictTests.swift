import CredentialExchangeFormat
import Testing

@Suite struct StrictTests {
  /// What the tolerant reader repairs is an error to the strict one, which changes nothing of it.
  @Test(arguments: [
    #""favorite":"true""#, #""creationAt":1.0"#, #""creationAt":"5""#, #""subtitle":5"#, #""subtitle":null"#,
    #""urls":["https://a.example"]"#, #""su\u0062title":"s""#, #""tags":[null]"#,
    #""extensions":[{"name":"shared","accessors":[{"type":"User","accountId":"YQ","name":"","permissions":[]}]}]"#,
    #""extensions":[{"name":"shared","accessors":[{"type":"user","accountId":"YQ==","name":"","permissions":[]}]}]"#,
    #""scope":{"urls":[]}"#,
  ])
  func repairsOfItemsAreErrors(members: String) throws {
    let text = document(item: members + #","credentials":[]"#)
    #expect(try decode(text).findings.allSatisfy { $0.severity <= .warning })
    #expect(try decode(text, strict: true).findings.contains { $0.severity == .error })
  }

  @Test(arguments: [
    #"{"type":"BasicAuth"}"#, #"{"type":"basic-auth","password":"p"}"#, #"{"type":"basic-auth","urls":[]}"#,
    #"{"type":"basic-auth","password":{"value":"p"}}"#,
    #"{"type":"totp","secret":"GE","period":"30","digits":6,"algorithm":"sha1"}"#,
    #"{"type":"totp","secret":"GE","period":30,"digits":6,"algorithm":"SHA1"}"#,
    #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"2031-1"}}"#,
    #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":""}}"#,
    #"{"type":"custom-fields","fields":[{"fieldType":"date","value":"soon"}]}"#,
    #"{"type":"custom-fields","fields":[{"fieldType":"boolean","value":"True"}]}"#, #"{"t\u0079pe":"note"}"#,
    #"{"type":"file","id":"YQ","name":"","decryptedSize":1,"integrityHash":"YQ=="}"#,
  ])
  func repairsOfCredentialsAreErrors(credential: String) throws {
    let result = try decode(document(credential: credential), strict: true)
    #expect(result.findings.contains { $0.severity == .error })
  }

  @Test func aMisspelledTypeIsKeptWholeAndLookedInto() throws {
    let credential = #"{"type":"BasicAuth","username":"una","password":"p"}"#
    let result = try decode(document(credential: credential), strict: true)
    #expect(result.findings.map(\.code) == [.typeSpelling, .wrongType, .wrongType])
    #expect(result.findings.map(\.action) == [.kept, .kept, .kept])
    #expect(String(decoding: CXFEncoder().encode(result.item), as: UTF8.self).contains(credential))
    #expect(result.item.credentials.count == 1)
  }

  @Test func identifiersStayAsTheyCame() throws {
    let text = #"{"accounts":[{"items":[{"title":"a"},{"id":"aQ"},{"id":"aQ"}]}]}"#
    let result = try decode(text, strict: true)
    #expect(result.header.accounts.first?.items.map(\.id.bytes) == [[], [0x69], [0x69]])
    #expect(result.findings.contains { $0.code == .duplicateIdentifier && $0.severity == .error })
  }

  @Test func derivedIdentifiersAvoidThoseThatAreThere() throws {
    let taken = Base64URL.encode(Array("item-1".utf8))
    let text = #"""
      {"accounts":[{"collections":[{"title":"c"},{"title":"d"}],"items":[{"title":"a"},{"id":"\#(taken)"},\#
      {"id":"\#(taken)"},{"title":"b"}]}]}
      """#
    let account = try #require(try decode(text).header.accounts.first)
    let ids = account.items.map(\.id) + account.collections.map(\.id)
    #expect(Set(ids).count == 6 && ids.allSatisfy { !$0.isEmpty } && !account.id.isEmpty)
    #expect(account.items[1].id.base64URL == taken)
  }
}
