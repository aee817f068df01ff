import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What entries of a 1PUX export become.
@Suite struct OnePassword1PUXTests {
  private func sample() throws -> Reading {
    try OnePassword.read(OnePassword.file(Samples.bytes("Samples/onepassword.1pux")), as: "1password-1pux")
  }

  private func item(_ title: Text) throws -> Reading.ItemReading {
    try #require(try sample().accounts.flatMap(\.items).first { $0.item.title == title })
  }

  @Test func everyValueOfTheSampleIsInTheBundle() throws {
    let conversion = try OnePassword.expectWhole(try sample())
    #expect(conversion.documents.count == 2)
    #expect(conversion.problems == [])
  }

  @Test func eachAccountIsOneWithItsVaults() throws {
    let accounts = try sample().accounts.map(\.account)
    #expect(accounts.map(\.email) == ["mara@quill.example", "quill@saltmarsh.example"])
    #expect(accounts.map(\.fullName) == ["Mara Quill", "M. Quill"])
    #expect(accounts.map(\.username) == ["Quill family", "Saltmarsh Ltd"])
    #expect(accounts[0].collections.map(\.title) == ["Private", "Family/House"])
    #expect(accounts[0].collections.map(\.subtitle) == ["Mine alone", nil])
    #expect(accounts[0].collections.map(\.items.count) == [4, 7])
    #expect(accounts[1].collections.map(\.title) == ["Private"])
    #expect(accounts[0].id != accounts[1].id)
  }

  @Test func accountsNeverShareAnIdentifier() throws {
    let account = #"{"attrs":{"uuid":"A"},"vaults":[]}"#
    let text = #"{"accounts":[\#(account),\#(account),{"vaults":[]},{"vaults":[]}]}"#
    let reading = try OnePassword.read(OnePassword.file(Array(text.utf8)), as: "1password-1pux")
    #expect(Set(reading.accounts.map(\.account.id)).count == 4)
  }

  @Test func vaultsOfOneNameAreJoinedWithAWarning() throws {
    let vault = #"{"attrs":{"name":"V"},"items":[{"overview":{"title":"T"}}]}"#
    let text = #"{"accounts":[{"vaults":[\#(vault),\#(vault)]}]}"#
    let reading = try OnePassword.read(OnePassword.file(Array(text.utf8)), as: "1password-1pux")
    #expect(reading.accounts[0].account.collections.map(\.items.count) == [2])
    #expect(Bitwarden.problems(reading) == ["folders-joined"])
    try OnePassword.expectWhole(reading)
  }

  @Test func aLoginHasItsPlaces() throws {
    let item = try item("Mill & Sons").item
    #expect(item.basicAuth?.username?.value == "mara.quill")
    #expect(item.basicAuth?.password?.value == "  Grist/Grain  ")
    #expect(item.noteText == "Ask for Søren.\r\nBack door: 2 knocks.")
    #expect(item.scope?.urls == ["https://mill.example/sign-in", "https://shop.mill.example"])
    #expect(item.tags == ["trade", "trade/grain"])
    #expect(item.isFavorite == true)
    #expect(item.createdAt == Timestamp(1_678_786_013) && item.modifiedAt == Timestamp(1_762_106_700))
    let codes = item.credentials.compactMap { credential -> TOTP? in
      if case .totp(let code) = credential { code } else { nil }
    }
    #expect(codes.map(\.digits) == [8, 6] && codes.map(\.period) == [60, 30])
    #expect(codes[0].algorithm == .sha256 && codes[0].issuer == "Mill")
    #expect(
      item.shownFields == [
        ["", "Name of the one-time code", "string", "second code"],
        ["", "", "string", "https://status.mill.example"], ["", "remember", "string", "✓"],
        ["", "tenant", "string", "north"], ["Keys", "spare key", "concealed-string", "sable-41"],
        ["Keys", "desk", "string", "+49 30 555 0101"], ["Keys", "mail", "email", "desk@mill.example"],
        ["Keys", "opened", "date", "2020-01-01"], ["Keys", "until", "year-month", "2031-04"],
        ["Keys", "not yet", "string", ""],
      ])
    let linked = item.credentials.compactMap { credential -> Identifier? in
      if case .itemReference(let link) = credential { link.reference.item } else { nil }
    }
    #expect(linked == [try self.item("Harbour card").item.id])
    let history = try #require(ToolkitExtension.history.view(in: SourceRecord(item).root))
    #expect(history.elements("passwords").map { $0.peek("password") } == ["Grist/Grain-1", "Grist"])
    #expect(history.elements("passwords").map { $0.peek("usedAt") } == ["1700000000", "1690000000"])
  }

  @Test func archivedAndTrashedItemsAreMarked() throws {
    func state(_ title: Text, _ member: Text) throws -> Text? {
      ToolkitExtension.state.view(in: SourceRecord(try item(title).item).root)?.peek(member)
    }
    #expect(try state("Old forum", "archived") == "true")
    #expect(try state("Thrown away", "deleted") == "true")
    #expect(try item("Mill & Sons").item.extensions.count == 1)
  }

  @Test func cardsIdentitiesAndDocumentsHaveTheirPlaces() throws {
    let card = try #require(try item("Harbour card").item.card)
    #expect(card.number?.value == "4111111111111111" && card.number?.fieldType == .concealedString)
    #expect(card.expiryDate?.value == "2031-12" && card.validFrom == nil)
    #expect(card.pin?.value == "0077" && card.verificationNumber?.value == "0042")
    // A caption of the user's own, or of another language, goes along.
    #expect(card.verificationNumber?.label == "Prüfziffer" && card.fullName?.label == nil)
    let identity = try item("Mara Quill").item
    #expect(identity.types == ["person-name", "address", "custom-fields", "custom-fields"])
    // Before 1970.
    #expect(identity.shownFields.first == ["Identification", "birth date", "date", "1967-11-03"])
    guard case .address(let address) = identity.credentials[1] else {
      Issue.record("no address")
      return
    }
    #expect(address.streetAddress?.value == "4 Mole End\nFlat 2" && address.country?.value == "US")
    #expect(address.tel?.value == "555-0102")
    #expect(try item("Passport").item.types == ["passport"])
    #expect(try item("Tide tables").item.types == ["api-key"])
    #expect(try item("Deploy key").item.types == ["ssh-key"])
    #expect(try item("Workshop Wi-Fi").item.types == ["wifi", "custom-fields"])
    #expect(try item("Spare password").item.basicAuth?.password?.value == "only a password")
  }

  @Test func attachedFilesComeWithTheirBytes() async throws {
    let letter = try item("Letter")
    #expect(letter.item.files.map(\.name) == ["map.txt", "Letter of the harbour master.pdf"])
    #expect(letter.item.files.map(\.decryptedSize) == [4, 2048])
    #expect(try await OnePassword.bytes(letter.attachments.first) == Array("N->S".utf8))
  }

  @Test func theDocumentAloneSaysWhatIsMissing() throws {
    let whole = try sample()
    let bytes = try #require(
      try SourceMembers(zip: OnePassword.file(Samples.bytes("Samples/onepassword.1pux")))["export.data"]?
        .bytes())
    let reading = try OnePassword.read(OnePassword.file(bytes), as: "1password-1pux")
    #expect(reading.itemCount == whole.itemCount)
    #expect(reading.findings.filter { $0.code == .attachmentMissing }.count == 2)
    #expect(Bitwarden.items(reading).first { $0.title == "Letter" }?.fields.map(\.label) == ["File", "File"])
  }

  @Test func earlyExportsWrapItemsAndNameTheirStateOtherwise() throws {
    let item = try OnePassword.item(
      """
      {"item":{"uuid":"i1","trashed":true,"categoryUuid":"001","overview":{"title":"Early"},"details":{
      "sections":[{"fields":[{"title":"mail","id":"m","value":{"email":"old@mail.example"}}]}]}}}
      """)
    #expect(item.title == "Early" && item.isTrashed)
    #expect(item.id == Identifier(Array("i1".utf8)))
    #expect(item.shownFields == [["", "mail", "email", "old@mail.example"]])
  }

  @Test func whatIsNotKnownIsKept() throws {
    let item = try OnePassword.item(
      OnePassword.item(
        "999",
        OnePassword.fields(
          OnePassword.field("x", "odd", #""quantum":"entangled""#) + ","
            + OnePassword.field("y", "sign-in", #""ssoLogin":{"provider":"Tide","item":"k7"}"#), title: "Lab")
          + #","novelty":"one","deep":{"a":[1,"two"]}"#))
    let values = item.fields.map(\.value)
    for value in ["entangled", "Tide", "k7", "one", "1", "two"] as [Text] { #expect(values.contains(value)) }
    #expect(item.shownFields.contains(["Lab", "odd", "concealed-string", "entangled"]))
  }

  @Test func aSecondValueForOnePlaceIsNotLost() throws {
    let item = try OnePassword.item(
      OnePassword.item(
        "002",
        #""sections":[{"title":"A","fields":[\#(OnePassword.field("ccnum", "number", #""creditCardNumber":"1""#))]},"#
          + #"{"title":"B","fields":[\#(OnePassword.field("ccnum", "number", #""creditCardNumber":"2""#))]}]"#
      ))
    #expect(item.card?.number?.value == "1")
    #expect(item.shownFields == [["B", "number", "concealed-string", "2"]])
  }

  @Test(arguments: [
    (#""date":1637841660"#, ["date", "2021-11-25"]), (#""date":-1"#, ["date", "1969-12-31"]),
    (#""date":"soon""#, ["string", "soon"]),
    (#""date":99999999999999999999"#, ["string", "99999999999999999999"]),
    (#""monthYear":203112"#, ["year-month", "2031-12"]), (#""monthYear":203113"#, ["string", "203113"]),
    (#""string":"0042""#, ["string", "0042"]), (#""concealed":" x ""#, ["concealed-string", " x "]),
    (#""email":{"email_address":"no address","provider":null}"#, ["string", "no address"]),
    (#""gender":"male""#, ["string", "male"]), (#""url":"tide.example""#, ["string", "tide.example"]),
  ])
  func kindsOfFieldsAreTypes(_ value: String, _ expected: [String]) throws {
    let item = try OnePassword.item(
      OnePassword.item("001", OnePassword.fields(OnePassword.field("random", "f", value))))
    #expect(item.shownFields == [["", "f"] + expected])
  }

  @Test(arguments: [
    (#"{"accounts":[{"vaults":[]}]}"#, true), (#"{"accounts":[{"attrs":{},"vaults":null}]}"#, true),
    (#"{"accounts":[{"issuerName":"x","secret":"y"}],"version":3}"#, false), (#"{"accounts":[]}"#, false),
    (#"{"accounts":{"vaults":[]}}"#, false), (#"{"vaults":[]}"#, false), (#"[{"vaults":[]}]"#, false),
    ("", false),
  ])
  func isKnownByItsVaults(_ text: String, _ isExport: Bool) {
    #expect((OnePassword1PUX.format.detect(Probe(Array(text.utf8))) != nil) == isExport)
  }

  @Test func anotherDocumentIsRefusedWithAReason() throws {
    let read = try #require(OnePassword1PUX.format.read)
    for text in ["{}", "[]", #"{"accounts":{}}"#] {
      let error = try #require(throws: FormatError.self) {
        try read(OnePassword.file(Array(text.utf8)), ReadOptions())
      }
      #expect(error.kind == .damaged && error.finding.code.name == "not-this-format")
    }
  }
}
