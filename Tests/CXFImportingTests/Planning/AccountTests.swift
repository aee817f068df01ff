import CXFFormats
import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// The account of an import says of each value what really became of it.
@Suite struct AccountTests {
  private let options = ImportOptions(now: Timestamp(1_800_000_000))

  private func source(_ items: Item..., accounts: [Account] = []) throws -> ImportSource {
    let own = items.isEmpty ? [] : [Account(id: Identifier([0xA0]), items: items)]
    let header = Header(exporterRPID: "one.example", timestamp: Timestamp(0), accounts: own + accounts)
    return try ImportSource(CXFEncoder().encode(header), name: "account.json")
  }

  private func field(_ type: FieldType, _ value: Text, _ id: UInt8) -> EditableField {
    EditableField(id: Identifier([id]), fieldType: type, value: value)
  }

  private func item(password: Text = "p", note: Text = "n", modified: UInt64 = 5) -> Item {
    Item(
      id: Identifier([1]), createdAt: Timestamp(1), modifiedAt: Timestamp(modified), title: "Bank",
      scope: CredentialScope(urls: ["https://bank.example"]),
      credentials: [
        .basicAuth(
          BasicAuth(username: field(.string, "ann", 11), password: field(.concealedString, password, 12))),
        .note(Note(content: field(.string, note, 13))),
        .customFields(
          CustomFields(
            id: Identifier([14]), label: "More",
            fields: [field(.concealedString, "pin", 15), field(.string, "last", 16)])),
      ])
  }

  @Test func identifiersOfFieldsDoNotShiftTheAccount() async throws {
    let importer = VaultImporter(MemoryVaultStore())
    _ = try await importer.import(source(item()), options)
    let later = try await importer.import(source(item(password: "new", modified: 6)), options)
    #expect(later.items.merged == 1 && later.items.conflicts == 0)
    #expect(later.values.carried == later.values.total)
    #expect(later.findings.map(\.code.name) == ["import-later-export"])
  }

  @Test func aLaterDateAloneComesIn() async throws {
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    _ = try await importer.import(source(item()), options)
    for expected in [1, 0] {
      let result = try await importer.import(source(item(modified: 9)), options)
      #expect(result.items.merged == expected && result.items.conflicts == 0)
      #expect(result.values.carried == result.values.total)
      #expect(try await Contents(store).items.values.map(\.item.modifiedAt) == [Timestamp(9)])
    }
    let earlier = try await importer.import(source(item()), options)
    #expect(earlier.items.identical == 1)
    #expect(earlier.findings.map(\.code) == [.supersededDate])
  }

  @Test func whatTheVaultChangedSinceIsNotCalledCarried() async throws {
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    _ = try await importer.import(source(item()), options)
    var changed = try #require(try await Contents(store).items.values.first)
    changed.item.credentials[0] = .basicAuth(
      BasicAuth(username: field(.string, "ann", 11), password: field(.concealedString, "vault", 12)))
    let stored = changed
    try await store.write { try await $0.put([stored], keys: [MatchKeys()], scheme: 0) }
    let before = try await Contents(store)
    let result = try await importer.import(source(item()), options)
    #expect(result.items.identical == 1)
    #expect(try await Contents(store) == before)
    #expect(result.values.converted == 1 && result.values.lost == 0)
    #expect(result.findings.map(\.code) == [.unchangedInSource])
  }

  @Test func linksAcrossAccountsLeadToTheItemsTheyMean() async throws {
    func login(_ title: Text, _ more: [Credential] = []) -> Item {
      Item(
        id: Identifier([1]), title: title,
        credentials: more + [
          .basicAuth(
            BasicAuth(username: field(.string, title, 21), password: field(.concealedString, "p", 22)))
        ])
    }
    let link = LinkedItem(item: Identifier([1]), account: Identifier([0xB0]))
    let first = Account(
      id: Identifier([0xA0]),
      collections: [ItemCollection(id: Identifier([0xC0]), title: "Both", items: [link])],
      items: [login("one", [.itemReference(ItemReference(reference: link))])])
    let second = Account(id: Identifier([0xB0]), items: [login("two")])
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    let file = try source(accounts: [first, second])
    let result = try await importer.import(file, options)
    #expect(result.items.created == 2)
    // Both values of the link stand there in another form, all others as they were.
    #expect(result.values.converted == 2 && result.values.lost == 0, "\(result.findings)")
    #expect(Set(result.findings.compactMap(\.field)).count == 2)
    let contents = try await Contents(store)
    let two = try #require(contents.items.values.first { $0.item.title == "two" })
    #expect(two.collections == [Identifier([0xC0])])
    let references = contents.items.values.flatMap(\.item.credentials).compactMap { credential in
      if case .itemReference(let reference) = credential { reference.reference } else { nil }
    }
    #expect(references == [LinkedItem(item: two.id)])
    #expect(contents.collections.allSatisfy { $0.collection.items.isEmpty })
    let again = try await importer.import(file, options)
    #expect(again.items.identical == 2)
    #expect(try await Contents(store) == contents)
  }

  @Test func twoFilesOfOneAccountMaySayDifferentThingsAboutThemselves() async throws {
    func file(_ reason: String) throws -> ImportSource {
      var header = Header(
        exporterRPID: "one.example", timestamp: Timestamp(0),
        accounts: [Account(id: Identifier([0xA0]), username: "ann", items: [item()])])
      header.unknown.append(Array("\"reason\":\"\(reason)\"".utf8))
      return try ImportSource(CXFEncoder().encode(header), name: "a.json")
    }
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    for (number, reason) in ["first", "second", "first", "second"].enumerated() {
      let before = try await Contents(store)
      let result = try await importer.import(file(reason), options)
      #expect(result.values.lost == 0 && result.values.converted == 1)
      #expect(result.findings.map(\.code) == [.keptInExtension])
      if number > 1 { #expect(try await Contents(store) == before) }
    }
    let account = try #require(try await Contents(store).accounts.first).account
    let text = String(decoding: CXFEncoder().encode(account), as: UTF8.self)
    #expect(text.contains("first") && text.contains("second"))
  }
}
