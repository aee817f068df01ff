import CXFFormats
import CXFImporting
import CredentialExchangeFormat
import Testing

/// The rows of `Schemas/Merging.md`.
@Suite struct MergeTableTests {
  private let list = PublicSuffixList()
  private let keys = MatchKeyMaker(digestKey: Array(0..<32), domains: PublicSuffixList())

  private func merge(
    _ incoming: Item, into existing: Item, _ policy: ConflictPolicy = .keepBoth, proven: Bool? = nil,
    base: Item? = nil
  ) throws -> MergeOutcome {
    var comparison = Comparison.compare(existing, incoming, domains: list)
    if let proven { comparison.isProven = proven }
    let merger = ItemMerger(keys: keys, policy: policy)
    return try merger.merge(
      incoming, into: existing, comparison: comparison, base: base.map { try keys.parts(of: $0) })
  }

  private func login(_ username: Text?, _ password: Text?, _ urls: [Text] = ["https://shop.example/"]) -> Item
  {
    ComparisonTests.login(username, password, urls)
  }

  private func history(_ item: Item) -> [String] {
    guard let view = ToolkitExtension.history.view(in: SourceRecord(item).root) else { return [] }
    return view.elements("passwords").map { "password \($0.peek("password")?.string ?? "")" }
      + view.elements("values").map { "\($0.peek("place")?.string ?? "") \($0.peek("value")?.string ?? "")" }
  }

  private func passwords(_ item: Item) -> [String] {
    item.credentials.compactMap { credential in
      guard case .basicAuth(let login) = credential else { return nil }
      return login.password?.value.string
    }
  }

  @Test func aDifferingTitleGoesToTheHistoryAndAnEmptyOneIsFilled() throws {
    var other = login("ana", "p1")
    other.title = "Other"
    other.subtitle = "line"
    let outcome = try merge(other, into: login("ana", "p1"))
    #expect(outcome.item.title == "Shop")
    #expect(outcome.item.subtitle == "line")
    #expect(history(outcome.item) == ["title Other"])
    #expect(outcome.conflicts.isEmpty)
    var empty = login("ana", "p1")
    empty.title = ""
    #expect(try merge(other, into: empty).item.title == "Other")
  }

  @Test func datesAloneAreNoConflict() throws {
    var existing = login("ana", "p1")
    existing.createdAt = Timestamp(10)
    existing.modifiedAt = Timestamp(20)
    var incoming = existing
    incoming.createdAt = Timestamp(5)
    incoming.modifiedAt = Timestamp(15)
    let outcome = try merge(incoming, into: existing)
    #expect(outcome.item.createdAt == Timestamp(5))
    #expect(outcome.item.modifiedAt == Timestamp(20))
    #expect(outcome.conflicts.isEmpty)
    #expect(outcome.item.extensions.isEmpty)
    let fates = outcome.record.root.children.filter { $0.name == "modifiedAt" }.map(\.fate)
    #expect(fates == [.converted])
  }

  @Test func keepingBothOfAPasswordIsTwoItems() throws {
    let existing = login("ana", "p1")
    let outcome = try merge(login("ana", "p2"), into: existing)
    #expect(outcome.separate)
    #expect(!outcome.addsNothing)
    #expect(outcome.item == existing)
    #expect(outcome.conflicts == [MergeConflict(what: "password")])
    #expect(outcome.record.root.untaken.isEmpty)
  }

  @Test(
    arguments: [
      (ConflictPolicy.incoming, nil, nil, "p2"), (.existing, 1, 9, "p1"), (.newer, 1, 2, "p2"),
      (.newer, 2, 1, "p1"), (.newer, 2, 2, "p1"), (.newer, nil, 1, "p2"), (.newer, 1, nil, "p1"),
      (.newer, nil, nil, "p1"),
    ] as [(ConflictPolicy, UInt64?, UInt64?, String)])
  func theLoserOfAPasswordGoesToTheHistory(
    _ policy: ConflictPolicy, _ ours: UInt64?, _ theirs: UInt64?, _ winner: String
  ) throws {
    var existing = login("ana", "p1")
    existing.modifiedAt = ours.map { Timestamp($0) }
    var incoming = login("ana", "p2")
    incoming.modifiedAt = theirs.map { Timestamp($0) }
    let outcome = try merge(incoming, into: existing, policy)
    #expect(passwords(outcome.item) == [winner])
    #expect(history(outcome.item) == ["password \(winner == "p1" ? "p2" : "p1")"])
    #expect(outcome.conflicts.count == 1)
    let again = try merge(incoming, into: outcome.item, policy)
    #expect(again.addsNothing)
    #expect(again.conflicts.isEmpty)
  }

  @Test func titlesDoNotDecideUnderAnyPolicy() throws {
    for policy in ConflictPolicy.allCases {
      let outcome = try merge(login("root", "b", []), into: login("root", "a", []), policy)
      #expect(outcome.separate)
    }
  }

  @Test func anEmptyPasswordOrUserNameIsFilledFromAnEqualLogin() throws {
    #expect(passwords(try merge(login("ana", "p1"), into: login("ana", nil)).item) == ["p1"])
    let filled = try merge(login("ana", "p1"), into: login(nil, "p1")).item
    #expect(filled.credentials == login("ana", "p1").credentials)
    #expect(try merge(login(nil, "p1"), into: login("bob", nil)).item.credentials.count == 2)
  }

  @Test func addressesAreUnitedExistingFirst() throws {
    let incoming = login(
      "ana", "p1", ["http://www.shop.example", "https://other.example/", "https://shop.example/"])
    let outcome = try merge(incoming, into: login("ana", "p1"))
    #expect(
      outcome.item.scope?.urls == [
        "https://shop.example/", "http://www.shop.example", "https://other.example/",
      ])
  }

  @Test func withoutProofNoAddressBeyondTheOwnSitesComesIn() throws {
    var incoming = login("ana", "p1", ["http://www.shop.example", "https://evil.example/"])
    incoming.scope?.androidApps = [AndroidApp(bundleID: "com.evil.app")]
    let outcome = try merge(incoming, into: login("ana", "p1"), proven: false)
    #expect(outcome.item.scope?.urls == ["https://shop.example/", "http://www.shop.example"])
    #expect(outcome.item.scope?.androidApps == [])
    #expect(
      history(outcome.item) == [
        "scope.urls https://evil.example/", "scope.androidApps.bundleId com.evil.app",
      ])
    #expect(outcome.changes.contains(MergeChange(what: "address", kind: .withheld)))
    let again = try merge(incoming, into: outcome.item, proven: false)
    #expect(again.addsNothing)
  }

  @Test func notesAndSecondCodesAreBothKept() throws {
    var existing = login("ana", "p1")
    existing.credentials.append(.note(Note(content: EditableField(value: "first"))))
    existing.credentials.append(.totp(TOTP(secret: "AAAA")))
    var incoming = login("ana", "p1")
    incoming.credentials.append(.note(Note(content: EditableField(value: "second"))))
    incoming.credentials.append(.totp(TOTP(secret: "BBBB")))
    let both = try merge(incoming, into: existing)
    #expect(both.item.credentials.map(\.type) == ["basic-auth", "note", "totp", "note", "totp"])
    #expect(both.conflicts == [MergeConflict(what: "one-time code")])
    let chosen = try merge(incoming, into: existing, .incoming)
    #expect(chosen.item.credentials.map(\.type) == ["basic-auth", "note", "totp", "note"])
    #expect(history(chosen.item) == ["totp.secret AAAA"])
  }

  @Test func oneCodeInTwoSpellingsIsNotDoubled() throws {
    var existing = login("ana", "p1")
    existing.credentials.append(.totp(TOTP(secret: "AAAABBBB", issuer: "Shop")))
    var incoming = login("ana", "p1")
    incoming.credentials.append(.totp(TOTP(secret: "aaaa bbbb", username: "ana")))
    let outcome = try merge(incoming, into: existing)
    #expect(outcome.item.credentials.last == .totp(TOTP(secret: "AAAABBBB", username: "ana", issuer: "Shop")))
    #expect(history(outcome.item) == ["totp.secret aaaa bbbb"])
    #expect(outcome.conflicts.isEmpty)
  }

  @Test func anotherKeyOfOnePasskeyIsAConflict() throws {
    let key = Passkey(credentialID: OpaqueBytes([1]), rpID: "shop.example", key: OpaqueBytes([3]))
    var other = key
    other.key = OpaqueBytes([4])
    let existing = Item(id: Identifier([1]), credentials: [.passkey(key)])
    let incoming = Item(id: Identifier([2]), credentials: [.passkey(other)])
    let both = try merge(incoming, into: existing)
    #expect(both.item.credentials == [.passkey(key), .passkey(other)])
    #expect(both.conflicts == [MergeConflict(what: "passkey")])
    let chosen = try merge(incoming, into: existing, .existing)
    #expect(chosen.item.credentials == [.passkey(key)])
    #expect(history(chosen.item) == ["passkey.key BA"])
  }

  @Test func customFieldsAreUnitedInTheGroupOfTheirLabel() throws {
    func group(_ label: Text?, _ values: Text...) -> Credential {
      .customFields(CustomFields(label: label, fields: values.map { EditableField(value: $0, label: "f") }))
    }
    var existing = login("ana", "p1")
    existing.credentials += [group("A", "1"), group(nil, "2")]
    var incoming = login("ana", "p1")
    incoming.credentials += [group("A", "1", "3"), group("B", "1")]
    let outcome = try merge(incoming, into: existing)
    #expect(
      Array(outcome.item.credentials.dropFirst()) == [group("A", "1", "3"), group(nil, "2"), group("B", "1")])
  }

  @Test func cardsWithAnotherExpiryStayApartAndGapsAreFilled() throws {
    func card(_ number: Text, _ expiry: Text?, pin: Text? = nil) -> Credential {
      .creditCard(
        CreditCard(
          number: EditableField(value: number), pin: pin.map { EditableField(value: $0) },
          expiryDate: expiry.map { EditableField(value: $0) }))
    }
    let existing = Item(id: Identifier([1]), credentials: [card("4111 1111", "2030-01")])
    let filled = try merge(Item(credentials: [card("41111111", nil, pin: "1")]), into: existing)
    #expect(filled.item.credentials == [card("4111 1111", "2030-01", pin: "1")])
    let both = try merge(Item(credentials: [card("4111 1111", "2031-01")]), into: existing)
    #expect(both.item.credentials.count == 2)
  }

  @Test func filesGoByNameAndHash() throws {
    func file(_ id: UInt8, _ hash: [UInt8]) -> Credential {
      .file(
        FileReference(
          id: Identifier([id]), name: "a.txt", decryptedSize: 3, integrityHash: OpaqueBytes(hash)))
    }
    let existing = Item(id: Identifier([1]), credentials: [file(1, [1])])
    #expect(try merge(Item(credentials: [file(2, [1])]), into: existing).addsNothing)
    #expect(try merge(Item(credentials: [file(2, [2])]), into: existing).item.credentials.count == 2)
    let unhashed = Item(id: Identifier([1]), credentials: [file(1, [])])
    #expect(try merge(Item(credentials: [file(2, [])]), into: unhashed).item.credentials.count == 2)
  }

  @Test func archivedIsWhatBothSayAndAskingAgainWhatOneSays() throws {
    func with(_ kinds: ToolkitExtension...) -> Item {
      var item = login("ana", "p1")
      item.extensions = kinds.map { kind in
        kind.make {
          $0.name(kind == .state ? "archived" : "required")
          $0.boolean(true)
        }
      }
      return item
    }
    #expect(try merge(with(), into: with(.state)).item.extensions.first?.name != "cxf-toolkit.alt/state")
    #expect(try merge(with(.state), into: with(.state)).addsNothing)
    #expect(try merge(with(.reprompt), into: with()).item == with(.reprompt))
  }

  @Test func rulesForAddressesNeedTheSameProofAsAddresses() throws {
    var incoming = login("ana", "p1")
    incoming.extensions = [
      ToolkitExtension.matchRules.make {
        $0.name("addresses")
        $0.fragment(Array(#"[{"url":"https://shop.example/","match":4}]"#.utf8))
      }
    ]
    #expect(try merge(incoming, into: login("ana", "p1")).item.extensions == incoming.extensions)
    let withheld = try merge(incoming, into: login("ana", "p1"), proven: false).item
    #expect(withheld.extensions.map(\.name) == ["cxf-toolkit.alt/history"])
  }

  // MARK: Later exports of one source

  @Test func aPasswordChangedInTheSourceIsTakenWithoutAConflict() throws {
    let outcome = try merge(login("ana", "p2"), into: login("ana", "p1"), base: login("ana", "p1"))
    #expect(!outcome.separate)
    #expect(outcome.conflicts.isEmpty)
    #expect(passwords(outcome.item) == ["p2"])
    #expect(history(outcome.item) == ["password p1"])
  }

  @Test func whatTheVaultChangedOrRemovedStays() throws {
    let source = login("ana", "p1", ["https://shop.example/", "https://old.shop.example/"])
    var vault = login("ana", "mine")
    vault.title = "My shop"
    let outcome = try merge(source, into: vault, base: source)
    #expect(outcome.addsNothing)
    #expect(outcome.item == vault)
    #expect(outcome.record.root.untaken.isEmpty)
  }

  @Test func bothChangedIsAConflict() throws {
    let outcome = try merge(login("ana", "p2"), into: login("ana", "mine"), base: login("ana", "p1"))
    #expect(outcome.separate)
    #expect(outcome.conflicts.count == 1)
  }

  @Test func anAddressThatTheSourceMovedBeyondTheSitesIsWithheldAndTheOldOneStays() throws {
    let base = login("ana", "p1")
    let outcome = try merge(
      login("ana", "p1", ["https://evil.example/"]), into: base, proven: false, base: base)
    #expect(outcome.item.scope?.urls == ["https://shop.example/"])
    #expect(history(outcome.item) == ["scope.urls https://evil.example/"])
  }

  @Test func digestsOfAnotherNumberCountAsNone() throws {
    let comparison = Comparison.compare(login("ana", "p1"), login("ana", "p2"), domains: list)
    let outcome = try ItemMerger(keys: keys).merge(
      login("ana", "p2"), into: login("ana", "p1"), comparison: comparison, base: [1, 2, 3])
    #expect(outcome.separate)
  }
}
