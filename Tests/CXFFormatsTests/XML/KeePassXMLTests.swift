import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What entries of KeePass become.
@Suite struct KeePassXMLTests {
  private func sample() throws -> [Text: Item] {
    Dictionary(
      Export.items(try Export.sample("keepass.xml", "keepass-xml")).map { ($0.title, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// A database of entries, given as fields; names that begin with `*` are protected.
  private func read(_ entries: [[(String, String)]], meta: String = "", tail: String = "") throws -> Reading {
    let uuids = ["AAAAAAAAAAAAAAAAAAAAAQ==", "AAAAAAAAAAAAAAAAAAAAAg==", "AAAAAAAAAAAAAAAAAAAAAw=="]
    var body = ""
    for (index, fields) in entries.enumerated() {
      body += "<Entry><UUID>\(uuids[index % 3])</UUID>"
      for (key, value) in fields {
        let mark = key.hasPrefix("*") ? " ProtectInMemory=\"True\"" : ""
        body +=
          "<String><Key>\(key.drop { $0 == "*" })</Key><Value\(mark)><![CDATA[\(value)]]></Value></String>"
      }
      body += "\(tail)</Entry>"
    }
    let text =
      "<KeePassFile><Meta>\(meta)</Meta><Root><Group><Name>Root</Name>\(body)</Group></Root></KeePassFile>"
    let reading = try Export.read(Array(text.utf8), "keepass-xml")
    _ = try Export.balance(reading, "keepass-xml")
    return reading
  }

  private func items(_ entries: [[(String, String)]]) throws -> [Item] { Export.items(try read(entries)) }

  @Test func loginsKeepEveryByte() throws {
    let items = try sample()
    let ferry = try #require(items["Harbour Ferry"])
    #expect(ferry.login == Login("mara", "tide-41! <&> ]]>"))
    #expect(ferry.note == "first line\nzweite Zeile: ä")
    #expect(
      ferry.scope?.urls == [
        "https://ferry.example", "https://m.ferry.example", "https://ferry.example:8443/x",
      ])
    #expect(ferry.scope?.androidApps.map(\.bundleID) == ["example.ferry"])
    #expect(ferry.createdAt == Timestamp(1_580_544_000))
    #expect(items["Outer blanks"]?.login?.password == "\u{2003}x \t")
    #expect(ferry.fields.map(\.label) == ["Bay", "PIN", "Expires"])
    #expect(ferry.fields.map(\.fieldType) == [.string, .concealedString, .string])
  }

  @Test func tagsArePartedAndOneIsTheFavorite() throws {
    let ferry = try #require(try sample()["Harbour Ferry"])
    #expect(ferry.tags == ["work", "vpn"])
    #expect(ferry.isFavorite)
  }

  @Test func groupsAreFoldersAndTheBinIsNone() throws {
    let reading = try Export.sample("keepass.xml", "keepass-xml")
    #expect(Export.folders(reading) == ["Ports/North: Outer blanks", "Ports/North > Empty: "])
    #expect(Export.items(reading).filter(\.isTrashed).map(\.title) == ["Trashed"])
  }

  @Test func theBinCountsOnlyWhereItIsOn() throws {
    let text = """
      <KeePassFile><Meta><RecycleBinEnabled>False</RecycleBinEnabled><RecycleBinUUID>AAAAAAAAAAAAAAAAAAAACQ==</RecycleBinUUID>
      </Meta><Root><Group><Group><UUID>AAAAAAAAAAAAAAAAAAAACQ==</UUID><Name>Bin</Name><Entry><String><Key>Title</Key>
      <Value>x</Value></String></Entry></Group></Group></Root></KeePassFile>
      """
    let reading = try Export.read(Array(text.utf8), "keepass-xml")
    #expect(Export.folders(reading) == ["Bin: x"])
    #expect(Export.items(reading).allSatisfy { !$0.isTrashed })
  }

  @Test func earlierVersionsAreHistoryAndNoItems() throws {
    let ferry = try #require(try sample()["Harbour Ferry"])
    let text = String(decoding: CXFEncoder().encode(ferry), as: UTF8.self)
    #expect(
      text.contains(
        "\"values\":[{\"place\":\"basic-auth.username\",\"value\":\"mara.old\",\"at\":1609459200}]"))
    #expect(
      text.contains(
        "\"passwords\":[{\"password\":\"tide-40\",\"usedAt\":1714979289},{\"password\":\" tide 39 \",\"usedAt\":1643760000}]"
      ))
  }

  @Test func referencesAreFollowed() throws {
    #expect(try sample()["Same password"]?.login?.password == "tide-41! <&> ]]>")
    let reading = try Export.sample("keepass.xml", "keepass-xml")
    let unresolved = reading.findings.filter { $0.code.name == "reference-unresolved" }
    #expect(unresolved.map(\.item) == ["Nowhere"])
    #expect(try sample()["Nowhere"]?.login?.password == "{REF:P@T:no such title}")
    #expect(try sample()["Nowhere"]?.note == "{braces} stay")
  }

  @Test(arguments: [
    ("{REF:P@I:00000000000000000000000000000002}", "second"), ("{ref:u@t:two}", "user {S:Own}"),
    ("a{REF:P@T:Two}b{REF:T@U:user {S:Own}}c", "asecondbTwo}c"),
    ("{REF:N@T:Two}", "noted own!"),
    ("{REF:I@T:Two}", "00000000000000000000000000000002"), ("{REF:P@O:own!}", "second"),
    ("{REF:A@T:Two}", ""),
    ("{REF:X@T:Two}", "{REF:X@T:Two}"), ("{REF:P@T:}", "{REF:P@T:}"), ("{REF", "{REF"),
    ("{REF:P@T:Two", "{REF:P@T:Two"),
    ("Pa{}55 &<>", "Pa{}55 &<>"), ("{TITLE}{S:Own}", "{TITLE}{S:Own}"),
  ])
  func referencesOfAllKinds(text: String, expected: String) throws {
    let items = try items([
      [("Title", "One"), ("*Password", text)],
      [
        ("Title", "Two"), ("*Password", "second"), ("UserName", "user {S:Own}"), ("Notes", "noted {S:Own}"),
        ("Own", "own!"),
      ],
    ])
    if text.hasPrefix("{ref:u") {
      // Inserted into another entry, marks of the target's own fields mean the target.
      #expect(items[0].login?.password == "user own!")
    } else {
      #expect(items[0].login?.password ?? "" == Text(expected))
    }
  }

  @Test func referencesInCirclesEnd() throws {
    let items = try items([
      [("Title", "One"), ("*Password", "{REF:P@T:Two}{REF:P@T:Two}{REF:P@T:Two}")],
      [("Title", "Two"), ("*Password", "{REF:P@T:One}{REF:P@T:One}{REF:P@T:One}")],
    ])
    #expect(items.count == 2)
    #expect(items.allSatisfy { ($0.login?.password?.utf8.count ?? 0) < 10_000 })
  }

  @Test func codesOfAllFormsAreRead() throws {
    let items = try sample()
    let seed: Text = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    for number in [1, 2, 3, 5] {
      let code = try #require(items[Text("Code \(number)")]?.totp)
      #expect(code.secret == (number == 3 ? "GEZDGNBVGY3TQOJQ" : seed))
      #expect(code.period == 60)
      #expect(code.digits == 8)
      #expect(code.algorithm == (number == 5 ? .sha256 : .sha1))
    }
    for number in [4, 6, 7] {
      let item = try #require(items[Text("Code \(number)")])
      #expect(item.totp == nil)
      #expect(item.fields.map(\.fieldType) == [.concealedString])
    }
  }

  @Test func codesThatAreNoneStayFields() throws {
    let items = try items([
      [("Title", "Bad"), ("*TOTP Seed", "not base32 !!"), ("TOTP Settings", "30;6")],
      [("Title", "Lone settings"), ("TOTP Settings", "30;6")],
      [("Title", "Two"), ("*otp", "GEZDGNBVGY3TQOJQ"), ("*otp_1", "GEZDGNBVGY3TQOJR"), ("otp_x", "own")],
    ])
    #expect(items[0].fields.map(\.value) == ["not base32 !!", "30;6"])
    #expect(items[1].fields.map(\.label) == ["TOTP Settings"])
    #expect(items[2].types == ["totp", "totp", "custom-fields"])
  }

  @Test func passkeysAreWhole() throws {
    let item = try #require(try sample()["Passkey"])
    let passkey = try #require(item.passkey)
    #expect(passkey.rpID == "key.example")
    #expect(passkey.username == "mara@key.example")
    #expect(passkey.credentialID.bytes.count == 32)
    #expect(passkey.userHandle.bytes.count == 16)
    let info = try PrivateKeyInfo(der: passkey.key.bytes)
    _ = try info.checkedPublicKey()
    #expect(item.fields.map(\.label) == ["KPEX_PASSKEY_FLAG_BE", "KPEX_PASSKEY_FLAG_BS"])
  }

  @Test func partsOfAPasskeyStayFields() throws {
    let reading = try read([
      [
        ("Title", "No key"), ("*KPEX_PASSKEY_CREDENTIAL_ID", "AQID"),
        ("KPEX_PASSKEY_RELYING_PARTY", "key.example"),
      ],
      [
        ("Title", "Bad key"), ("*KPEX_PASSKEY_CREDENTIAL_ID", "AQID"),
        ("*KPEX_PASSKEY_PRIVATE_KEY_PEM", "none"),
      ],
    ])
    let items = Export.items(reading)
    #expect(items.allSatisfy { $0.passkey == nil && $0.fields.count == 2 })
    #expect(reading.findings.filter { $0.code.name == "invalid-passkey-key" }.count == 2)
  }

  @Test func oneNameTwiceKeepsBoth() throws {
    let items = try items([
      [("Title", "T"), ("*Password", "one"), ("*Password", "two"), ("Own", "1"), ("Own", "")]
    ])
    #expect(items[0].login?.password == "one")
    #expect(Set(items[0].fields.map(\.value)) == ["1", "two", ""])
  }

  @Test func attachmentsAreUnpacked() throws {
    let reading = try Export.sample("keepass.xml", "keepass-xml")
    let item = try #require(reading.accounts[0].items.first { $0.item.title == "Harbour Ferry" })
    #expect(item.item.files.map(\.name) == ["chart.txt", "small.bin"])
    #expect(item.item.files.map(\.decryptedSize) == [10, 3])
    #expect(item.attachments.count == 2)
  }

  @Test func missingAndDamagedBytesAreReported() throws {
    let tail = "<Binary><Key>a</Key><Value Ref='9'/></Binary><Binary><Key>b</Key><Value>*</Value></Binary>"
    let reading = try read(
      [[("Title", "T")]], meta: "<Binaries><Binary ID='5'>AQID</Binary></Binaries>", tail: tail)
    #expect(reading.findings.contains { $0.code == .attachmentMissing && $0.field == "a" })
    // What is no base64 is kept as it is, and bytes that nobody names are lost aloud.
    #expect(Export.items(reading)[0].fields.contains { $0.value == "*" })
    #expect(reading.accounts[0].entries.contains { $0.code == .attachmentUnnamed && $0.fate == .lost })
  }

  @Test func databasesOfKDBXHaveOtherTimes() throws {
    // Seconds since the year 1 up to 2001-01-01: eight bytes, the lowest first.
    let tail = "<Times><CreationTime>gL/hsQ4AAAA=</CreationTime></Times>"
    let item = Export.items(try read([[("Title", "T")]], tail: tail))[0]
    #expect(item.createdAt == Timestamp(978_307_200))
  }

  @Test(
    .enabled(if: SharedFiles.isPresent, "the shared sample files are absent"),
    arguments: [
      "BrokenDifferentEntryHistoryUuid", "BrokenNoEntryUuid", "BrokenNoGroupUuid", "BrokenTwoRoots",
      "EmptyUuids",
    ])
  func brokenDatabasesAreReadAsFarAsTheyGo(_ name: String) throws {
    let reading = try Export.shared("keepassxc/\(name).xml", "keepass-xml")
    _ = try Export.balance(reading, "keepass-xml")
    #expect(reading.failed == 0)
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
  func tagsOfBothProgramsAreParted() throws {
    let items = Export.items(try Export.shared("bugs/B061-tags.xml", "keepass-xml"))
    #expect(items.map(\.tags) == [["work", "vpn", "home office"], [], ["Solo tag"]])
    let bytes = try SharedFiles.bytes("cases/keepassxc/BrokenNoRootGroup.xml")
    #expect(try Export.error(bytes, "keepass-xml")?.kind == .damaged)
  }
}
