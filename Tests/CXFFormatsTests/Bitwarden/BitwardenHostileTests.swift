import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Values that look like something else, and documents that claim what is not so.
@Suite struct BitwardenHostileTests {
  private func item(_ text: String) throws -> Item {
    try #require(Bitwarden.items(try Bitwarden.read(Bitwarden.document(text))).first)
  }

  private func rules(_ addresses: [String]) -> Extension {
    ToolkitExtension.matchRules.make { writer in
      writer.name("addresses")
      writer.beginArray()
      for address in addresses {
        writer.element()
        writer.beginObject()
        writer.name("url")
        writer.string(Text(address))
        writer.name("match")
        writer.integer(4)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  @Test func rulesOutsideTheScopeAreNoAddresses() throws {
    var item = Item(
      id: Identifier([1]), title: "A",
      scope: CredentialScope(
        urls: ["https://own.example"], androidApps: [AndroidApp(bundleID: "com.own")]),
      credentials: [.basicAuth(BasicAuth(username: EditableField(value: "u")))])
    item.extensions = [
      rules(["https://evil.example", "https://own.example", "androidapp://com.evil", "androidapp://com.own"])
    ]
    let (lines, conversion) = try Bitwarden.write([item])
    #expect(
      lines.filter { $0.contains(".login.uris[") } == [
        "0.login.uris[0].match = 4", "0.login.uris[0].uri = https://own.example",
        "0.login.uris[1].match = 4", "0.login.uris[1].uri = androidapp://com.own",
      ])
    #expect(lines.filter { $0.contains("evil") }.allSatisfy { $0.contains(".fields[") })
    #expect(lines.filter { $0.contains("evil") }.count == 2)
    #expect(conversion.problems == ["match-rule-outside-scope"])
    #expect(conversion.values.lost == 0)
  }

  @Test(arguments: [
    (#""rpName":"One","counter":"1","#, #""rpName":"Two","counter":"2","#), ("", #""rpName":"Two","#),
  ])
  func passkeysWithOneCredentialIDKeepTheirDetailsApart(_ first: String, _ second: String) throws {
    let rest = #""credentialId":"b64.AQID","keyValue":"AQID","rpId":"r.example""#
    let bytes = Array(
      Bitwarden.document(
        #"{"type":1,"name":"a","login":{"fido2Credentials":[{\#(first)\#(rest)},{\#(second)\#(rest)}]}}"#
      ).utf8)
    let details = [".rpName", ".counter"]
    let before = try JSONLines(bytes).lines.filter { line in details.contains { line.contains($0) } }
    let after = try JSONLines(try Bitwarden.throughCXF(bytes).bytes).lines
    #expect(Set(before).isSubset(of: after))
    #expect(after.filter { $0.contains(".rpName") } == before.filter { $0.contains(".rpName") })
  }

  @Test(arguments: [(2_999, false), (3_000, true)])
  func onlyALongNoteHasParts(count: Int, isJoined: Bool) throws {
    let note = String(repeating: "n", count: count)
    let item = try item(
      #"{"type":2,"name":"a","notes":"\#(note)","fields":[{"name":"Notes (2 of 2)","value":"own","type":0}]}"#
    )
    #expect(item.noteText == Text(isJoined ? note + "own" : note))
    #expect(item.fields.map(\.value) == (isJoined ? [] : ["own"]))
  }

  @Test(arguments: ["deletedDate", "archivedDate"])
  func aBlankDateIsNone(_ name: String) throws {
    let item = try item(#"{"type":2,"name":"a","\#(name)":" "}"#)
    #expect(!item.isTrashed && item.extensions.isEmpty && item.fields.isEmpty)
    let both = try self.item(
      #"{"type":2,"name":"a","deletedDate":" ","archivedDate":"2024-01-02T03:04:05.000Z"}"#)
    #expect(!both.isTrashed && both.extensions.count == 1)
  }

  @Test func unknownTypesAreNamedByNumberOnly() throws {
    func messages(_ type: String) throws -> [String] {
      let text = Bitwarden.document(
        #"{"type":\#(type),"name":"a","fields":[{"name":"f","value":"v","type":\#(type)}]}"#)
      let codes: [FindingCode] = [.unknownItemType, .unknownFieldType]
      return try Bitwarden.read(text).findings.filter { codes.contains($0.code) }.map(\.message)
    }
    let secret = try messages(#""hunter2""#)
    #expect(secret.count == 2 && secret.allSatisfy { $0.contains("an unknown type") })
    #expect(!secret.contains { $0.contains("hunter2") })
    let number = try messages("99")
    #expect(number.count == 2 && number.allSatisfy { $0.contains("type 99") })
  }
}
