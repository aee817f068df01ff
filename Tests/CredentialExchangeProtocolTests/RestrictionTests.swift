import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// What the importer did not ask for, or must not get, stays behind, and is accounted for.
@Suite struct RestrictionTests {
  private static func json(_ text: String) throws -> Reading {
    let read = try #require(CXFDocument.format.read)
    return try read(SourceFile(name: "source", bytes: Array(text.utf8)), ReadOptions())
  }

  /// Items: a login with a note and a passkey, a note alone, nothing, an unknown type.
  private static let vault = """
    {"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":5,"accounts":[
    {"id":"AQ","username":"owner","email":"o@e.example","collections":[{"id":"Ag","title":"Folder",
    "items":[{"item":"EQ"},{"item":"Eg"}],"extensions":[{"name":"x.example/folder","colour":"red"}]}],
    "items":[
    {"id":"EQ","title":"All","credentials":[
    {"type":"basic-auth","username":{"fieldType":"string","value":"alice"},"password":{"fieldType":"concealed-string","value":"p1",
    "extensions":[{"name":"x.example/field","hint":"h1"}]}},
    {"type":"note","content":{"fieldType":"string","value":"n1"}},
    {"type":"passkey","credentialId":"AQI","rpId":"r.example","username":"u","userDisplayName":"U","userHandle":"Aw",
    "key":"BA"}],"extensions":[{"name":"x.example/item","colour":"blue"},{"name":"shared","accessors":[]}]},
    {"id":"Eg","title":"Note","credentials":[{"type":"note","content":{"fieldType":"string","value":"n2"}}]},
    {"id":"Ew","title":"Bare","credentials":[]},
    {"id":"FA","title":"New","credentials":[{"type":"vendor-thing","secret":"v1"},
    {"type":"custom-fields","fields":[{"fieldType":"string","value":"c1"}],"extensions":[{"name":"x.example/group","g":"g1"}]}]}],
    "extensions":[{"name":"x.example/account","colour":"green"}]}]}
    """

  /// Exports, and checks that the account is whole: every value is counted once, every lost one has a finding.
  private static func export(
    _ reading: Reading, types: [Text]? = nil, extensions: [Text]? = nil
  ) async throws -> (document: Header, text: String, conversion: Conversion) {
    let exchange = try Exchange(types: types, extensions: extensions)
    let (response, conversion) = try await exchange.export(reading)
    #expect(conversion.values.isBalanced)
    let lost = conversion.findings.filter { $0.action == .lost }
    #expect(lost.count == conversion.values.lost, "one finding for each lost value")
    let items = conversion.items
    #expect(items.read == items.written + items.skipped + items.failed)
    let whole = try await Exchange().export(reading).conversion
    #expect(whole.values.total == conversion.values.total, "what stays behind is counted, too")
    let opened = try exchange.open(response)
    let document = try CXFDecoder().decode(opened.document).header
    return (document, String(decoding: opened.document, as: UTF8.self), conversion)
  }

  private static func codes(_ conversion: Conversion) -> Set<String> {
    Set(conversion.findings.filter { $0.action == .lost }.map(\.code.name))
  }

  @Test func withoutListsAllGoes() async throws {
    let (document, text, conversion) = try await Self.export(try Self.json(Self.vault))
    #expect(!conversion.hasLoss && conversion.items.written == 4)
    #expect(document.accounts[0].items.count == 4)
    for value in ["p1", "n1", "n2", "v1", "c1", "h1", "g1", "blue", "green", "red", "shared"] {
      #expect(text.contains(value))
    }
  }

  @Test func typesThatAreNotAskedForStayBehind() async throws {
    let (document, text, conversion) = try await Self.export(
      try Self.json(Self.vault), types: ["note", "new-type"])
    let items = document.accounts[0].items
    #expect(items.map(\.title) == ["All", "Note"])
    #expect(items.flatMap(\.credentials).allSatisfy { $0.type == "note" })
    for value in ["p1", "h1", "v1", "c1", "r.example", "alice"] { #expect(!text.contains("\"\(value)\"")) }
    #expect(text.contains("n1") && text.contains("n2"))
    #expect(conversion.items.written == 2 && conversion.items.skipped == 2)
    #expect(Self.codes(conversion) == ["cxp-type-not-requested"])
    #expect(conversion.findings.contains { $0.message.contains("vendor-thing") })
  }

  @Test func anEmptyListLeavesTheAccountAlone() async throws {
    let (document, text, conversion) = try await Self.export(try Self.json(Self.vault), types: [])
    #expect(document.accounts.count == 1)
    #expect(document.accounts[0].username == "owner")
    #expect(document.accounts[0].items.isEmpty && document.accounts[0].collections.isEmpty)
    #expect(!text.contains("Folder") && !text.contains("\"red\"") && text.contains("green"))
    #expect(conversion.items.written == 0 && conversion.items.skipped == 4)
    #expect(Self.codes(conversion) == ["cxp-account-only"])
  }

  @Test func onlyUnknownTypesMeanNoItemAndNeverAll() async throws {
    let (document, text, conversion) = try await Self.export(
      try Self.json(Self.vault), types: ["from-the-future"])
    #expect(document.accounts[0].items.isEmpty)
    for value in ["p1", "n1", "n2", "v1", "c1", "Bare"] { #expect(!text.contains("\"\(value)\"")) }
    #expect(conversion.items.written == 0 && conversion.hasLoss)
  }

  @Test func anEmptyListOfExtensionsLeavesAllOfThemBehind() async throws {
    let (document, text, conversion) = try await Self.export(try Self.json(Self.vault), extensions: [])
    for value in ["x.example", "\"h1\"", "\"g1\"", "\"red\"", "\"blue\"", "\"green\"", "accessors"] {
      #expect(!text.contains(value), "\(value)")
    }
    for value in ["p1", "n1", "v1", "c1", "Folder"] { #expect(text.contains(value)) }
    #expect(document.accounts[0].items.count == 4)
    #expect(Self.codes(conversion) == ["cxp-extension-not-known"])
    #expect(conversion.values.lost == 5, "field, group, item, account and collection each lose something")
  }

  @Test func knownExtensionsGo() async throws {
    let (_, text, conversion) = try await Self.export(
      try Self.json(Self.vault), extensions: ["x.example/field", "x.example/account", "x.example/unknown"])
    for value in ["h1", "green"] { #expect(text.contains(value)) }
    for value in ["red", "blue", "g1"] { #expect(!text.contains("\"\(value)\"")) }
    #expect(!text.contains("accessors"))
    #expect(conversion.hasLoss)
  }

  @Test func bothListsTogether() async throws {
    let (_, text, conversion) = try await Self.export(
      try Self.json(Self.vault), types: ["basic-auth"], extensions: ["x.example/item"])
    #expect(text.contains("blue") && text.contains("p1"))
    for value in ["h1", "n1", "red", "green"] { #expect(!text.contains("\"\(value)\"")) }
    #expect(Self.codes(conversion) == ["cxp-type-not-requested", "cxp-extension-not-known"])
  }

  @Test(arguments: UInt64(1)...12)
  func theAccountOfGeneratedDocumentsIsWhole(_ seed: UInt64) async throws {
    var generator = DocumentGenerator(seed: seed)
    generator.hasUnknownMembers = seed % 2 == 0
    let header = generator.header(items: 3...12)
    let reading = try makeReading(header)
    let lists: [([Text]?, [Text]?)] = [
      (nil, []), (["passkey", "totp", "note"], nil), ([], []), (["basic-auth", "file"], ["shared"]),
      (["zzz"], nil),
    ]
    for (types, extensions) in lists {
      let (document, text, conversion) = try await Self.export(reading, types: types, extensions: extensions)
      let items = document.accounts.flatMap(\.items)
      #expect(items.count == conversion.items.written)
      if let types {
        #expect(items.flatMap(\.credentials).allSatisfy { types.contains(Text($0.type)) })
      }
      if extensions?.contains("vendor.example/thing") == false {
        #expect(!text.contains("vendor.example/thing"))
      }
      if extensions?.isEmpty == true { #expect(!text.contains("\"shared\"")) }
    }
  }

  // MARK: Passkeys with a counter

  private static func passkey(_ counter: String) -> String {
    """
    {"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":5,"accounts":[
    {"id":"AQ","username":"owner","email":"","collections":[],"items":[{"id":"EQ","title":"Both","credentials":[
    {"type":"passkey","credentialId":"AQI","rpId":"r.example","username":"u","userDisplayName":"U","userHandle":"Aw",
    "key":"BA"},{"type":"note","content":{"fieldType":"string","value":"n1"}}],
    "extensions":[{"name":"cxf-toolkit.alt/passkeys","passkeys":[{"credentialId":"BQY","counter":"0"},
    {"credentialId":"AQI"\(counter)}]}]}]}]}
    """
  }

  @Test(arguments: [
    #","counter":"1""#, #","counter":"007""#, #","counter":"99999999999999999999""#, #","counter":3"#,
  ])
  func aPasskeyWithACounterStaysBehind(_ counter: String) async throws {
    let (document, text, conversion) = try await Self.export(try Self.json(Self.passkey(counter)))
    #expect(document.accounts[0].items[0].credentials.map(\.type) == ["note"])
    #expect(!text.contains("r.example"))
    #expect(Self.codes(conversion) == ["cxp-passkey-counter"])
    let finding = conversion.findings.first { $0.code.name == "cxp-passkey-counter" }
    #expect(finding?.item == "Both")
  }

  @Test(arguments: ["", #","counter":"0""#, #","counter":"00""#, #","counter":0"#, #","counter":"""#])
  func aPasskeyWithoutOneGoes(_ counter: String) async throws {
    let (document, _, conversion) = try await Self.export(try Self.json(Self.passkey(counter)))
    #expect(document.accounts[0].items[0].credentials.map(\.type) == ["passkey", "note"])
    #expect(!conversion.hasLoss)
  }

  @Test func anItemOfSuchAPasskeyAloneStaysBehindWhole() async throws {
    let alone = Self.passkey(#","counter":"5""#).replacingOccurrences(
      of: #",{"type":"note","content":{"fieldType":"string","value":"n1"}}"#, with: "")
    let (document, _, conversion) = try await Self.export(try Self.json(alone))
    #expect(document.accounts[0].items.isEmpty && conversion.items.skipped == 1)
  }

  // MARK: Attachments

  @Test func theBytesOfAFileThatStaysBehindAreALostValue() async throws {
    let hash = try Digest.hash([1, 2, 3], with: .sha256)
    let file = FileReference(
      id: Identifier([9]), name: "a", decryptedSize: 3, integrityHash: OpaqueBytes(hash))
    let items = [
      Item(
        id: Identifier([1]), title: "Both",
        credentials: [.file(file), .note(Note(content: EditableField(value: "n")))]),
      Item(id: Identifier([2]), title: "File", credentials: [.file(file)]),
    ]
    let header = Header(exporterRPID: "e.example", accounts: [Account(id: Identifier([3]), items: items)])
    var reading = try makeReading(header)
    for index in 0..<2 { try reading.attach([1, 2, 3], file.id, item: index) }
    let exchange = try Exchange(types: ["note"])
    let (response, conversion) = try await exchange.export(reading)
    #expect(conversion.values.isBalanced && conversion.documents.isEmpty)
    #expect(conversion.findings.filter { $0.field == "attachment CQ" && $0.action == .lost }.count == 2)
    #expect(try exchange.read(response).accounts[0].items.map(\.item.title) == ["Both"])
  }
}
