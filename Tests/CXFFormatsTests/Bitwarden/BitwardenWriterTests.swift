import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// How items of CXF become items of Bitwarden.
@Suite struct BitwardenWriterTests {
  @Test func anItemWithSeveralKindsIsSplitOnce() throws {
    let item = Item(
      id: Identifier([1, 2]), title: "All",
      credentials: [
        .basicAuth(BasicAuth(username: EditableField(value: "u"))),
        .creditCard(CreditCard(number: EditableField(fieldType: .concealedString, value: "4111"))),
        .note(Note(content: EditableField(value: "n"))),
        .basicAuth(BasicAuth(username: EditableField(value: "v"))),
      ])
    let (lines, conversion) = try Bitwarden.write([item])
    #expect(lines.filter { $0.contains(".type = ") } == ["0.type = 1", "1.type = 1", "2.type = 3"])
    #expect(lines.filter { $0.contains(".notes") } == ["0.notes = n"])
    #expect(lines.filter { $0.contains(".name = ") } == ["0.name = All", "1.name = All", "2.name = All"])
    #expect(conversion.count(.itemSplit) == 1)
    #expect(conversion.values.lost == 0)
  }

  @Test func whatHasNoPlaceGetsAFieldThatAPersonUnderstands() throws {
    let item = Item(
      id: Identifier([1]), title: "Net", subtitle: "upstairs",
      credentials: [
        .wifi(
          WiFi(
            ssid: EditableField(value: "lan"),
            passphrase: EditableField(fieldType: .concealedString, value: "open"))),
        .apiKey(APIKey(key: EditableField(fieldType: .concealedString, value: "k"))),
      ], tags: ["home"])
    let (lines, _) = try Bitwarden.write([item])
    let fields = lines.filter { $0.contains(".fields[") && !$0.contains(".type") }
    #expect(
      Set(fields) == [
        "0.fields[0].name = Tag", "0.fields[0].value = home", "0.fields[1].name = Subtitle",
        "0.fields[1].value = upstairs", "0.fields[2].name = Wi-Fi: ssid", "0.fields[2].value = lan",
        "0.fields[3].name = Wi-Fi: passphrase", "0.fields[3].value = open", "0.fields[4].name = API key: key",
        "0.fields[4].value = k",
      ])
    #expect(lines.contains("0.fields[3].type = 1") && lines.contains("0.fields[2].type = 0"))
  }

  @Test func attachmentsAreTheOnlyLoss() throws {
    let file = FileReference(
      id: Identifier([9]), name: "scan.pdf", decryptedSize: 3, integrityHash: OpaqueBytes([1]))
    let (_, conversion) = try Bitwarden.write([
      Item(id: Identifier([1]), title: "A", credentials: [.file(file)])
    ])
    #expect(conversion.values.lost == 3)
    #expect(
      conversion.findings.filter { $0.action == .lost }.allSatisfy { $0.message.contains("attachments") })
  }

  @Test func foldersHaveTheirWholePathAndASteadyIdentifier() throws {
    let uuid: [UInt8] = Array(1...16)
    let inner = ItemCollection(id: Identifier(uuid), title: "In", items: [LinkedItem(item: Identifier([7]))])
    let outer = ItemCollection(id: Identifier([5]), title: "Out", subcollections: [inner])
    let item = Item(id: Identifier([7]), title: "A")
    let (lines, first) = try Bitwarden.write([item], [outer])
    #expect(lines.contains("folder Out") && lines.contains("folder Out/In"))
    #expect(lines.contains("0.folderId = Out/In"))
    let text = String(decoding: first.bytes, as: UTF8.self)
    #expect(text.contains("\"id\": \"01020304-0506-0708-090a-0b0c0d0e0f10\""))
    #expect(try Bitwarden.write([item], [outer]).1.bytes == first.bytes)
  }

  @Test(arguments: [7_439, 7_440, 11_139, 11_140, 30_000])
  func aNoteIsPartedBetweenCharactersAndJoinedAgain(count: Int) throws {
    for unit in ["x", "é", "漢", "😀", "e\u{301}\r\n"] {
      var note = ""
      while note.utf8.count + unit.utf8.count <= count { note += unit }
      let (lines, conversion) = try Bitwarden.write([
        Item(
          id: Identifier([1]), title: "Long",
          credentials: [.note(Note(content: EditableField(value: Text(note))))])
      ])
      let isLong = note.utf8.count > 7_439
      #expect(conversion.count(.fieldTooLong) == (isLong ? 1 : 0))
      #expect(lines.contains { $0.hasPrefix("0.fields[0].name = Notes (2 of ") } == isLong)
      let back = Bitwarden.items(try Bitwarden.read(SourceFile(name: "b", bytes: conversion.bytes)))
      #expect(back.first?.noteText == Text(note))
      #expect(back.first?.fields.isEmpty == true)
    }
  }

  @Test func partsOfANoteThatAreNotAllThereStayFields() throws {
    let text = Bitwarden.document(
      #"{"type":2,"name":"a","notes":"n","fields":[{"name":"Notes (3 of 3)","value":"x","type":0}]}"#)
    let item = try #require(Bitwarden.items(try Bitwarden.read(text)).first)
    #expect(item.noteText == "n")
    #expect(item.fields.map(\.value) == ["x"])
  }

  @Test func tooManyItemsAreSaidOnce() throws {
    let items = (0..<7_001).map { Item(id: Identifier(Array("\($0)".utf8)), title: "x") }
    #expect(try Bitwarden.write(items).1.count(.overTargetLimit) == 1)
    #expect(try Bitwarden.write(Array(items.prefix(7_000))).1.count(.overTargetLimit) == 0)
  }

  @Test func bareSecretsStayBareAndTheRestBecomesAURI() throws {
    func totp(_ code: TOTP) throws -> String? {
      let item = Item(id: Identifier([1]), title: "A", credentials: [.totp(code)])
      return try Bitwarden.write([item]).lines.first { $0.hasPrefix("0.login.totp = ") }
    }
    #expect(try totp(TOTP(secret: "GEZDGNBVGY3TQOJQ")) == "0.login.totp = GEZDGNBVGY3TQOJQ")
    #expect(
      try totp(TOTP(secret: "GEZDGNBVGY3TQOJQ", period: 60, username: "u", issuer: "I"))
        == "0.login.totp = otpauth://totp/I:u?secret=GEZDGNBVGY3TQOJQ&issuer=I&algorithm=SHA1&digits=6&period=60"
    )
  }

  @Test func passkeysOfOtherAlgorithmsAreWarnedOf() throws {
    let passkey = Passkey(credentialID: OpaqueBytes([1, 2]), rpID: "r.example", key: OpaqueBytes([1]))
    let (lines, conversion) = try Bitwarden.write([
      Item(id: Identifier([1]), title: "A", credentials: [.passkey(passkey)])
    ])
    #expect(lines.contains("0.login.fido2Credentials[0].credentialId = b64.AQI"))
    #expect(conversion.count(.doubtfulPasskeyKey) == 1)
  }

  @Test func noFindingHoldsASecret() throws {
    let bytes = try Bitwarden.sample("bitwarden.json")
    let reading = try Bitwarden.read(SourceFile(name: "b", bytes: bytes))
    let conversion = try Bitwarden.convert(reading, to: CXFDocument.format)
    let secrets = Bitwarden.items(reading).flatMap { item in
      [item.basicAuth?.password?.value, item.totp?.secret, item.card?.number?.value].compactMap { $0?.string }
        + item.fields.filter { $0.fieldType == .concealedString }.map(\.value.string)
    }.filter { $0.utf8.count > 3 }
    #expect(secrets.count > 5)
    for finding in conversion.findings + reading.findings {
      #expect(!secrets.contains { finding.message.contains($0) || finding.field?.contains($0) == true })
    }
  }
}
