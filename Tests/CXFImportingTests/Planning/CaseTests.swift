import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// Inputs that broke other programs, imported into a vault: what must come out is written beside them.
@Suite struct ImportCaseTests {
  private let options = ImportOptions(now: Timestamp(1_800_000_000))

  private func source(_ name: String) throws -> ImportSource {
    try ImportSource(SharedFiles.bytes("cases/bugs/\(name)"), name: name)
  }

  private func items(_ store: MemoryVaultStore) async throws -> [Item] {
    try await Contents(store).items.values.map(\.item).sorted { $0.title.string < $1.title.string }
  }

  private func passwords(_ item: Item) -> [[UInt8]] {
    item.credentials.compactMap {
      guard case .basicAuth(let login) = $0 else { return nil }
      return login.password.map { Array($0.value.utf8) }
    }
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B027-nfc-nfd.csv")))
  func passwordsThatLookEqualAreAConflict() async throws {
    let store = MemoryVaultStore()
    let result = try await VaultImporter(store).import(source("B027-nfc-nfd.csv"), options)
    #expect(result.items.created == 2 && result.items.conflicts == 1)
    #expect(
      Set(try await items(store).flatMap(passwords)) == [
        [0x63, 0x61, 0x66, 0xC3, 0xA9], [0x63, 0x61, 0x66, 0x65, 0xCC, 0x81],
      ])
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B038-ports.csv")))
  func portsTellServicesApart() async throws {
    let store = MemoryVaultStore()
    let result = try await VaultImporter(store).import(source("B038-ports.csv"), options)
    #expect(result.items.created == 4 && result.items.merged == 1 && result.items.conflicts == 0)
    let items = try await items(store)
    #expect(items.map(\.title.string) == ["A", "B", "C", "E"])
    #expect(items[3].scope?.urls == ["localhost:3000"])
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B040-idn.csv")))
  func bothSpellingsOfANameAreOneSite() async throws {
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(source("B040-idn.csv"), options)
    let items = try await items(store)
    #expect(items.count == 1)
    #expect(items[0].scope?.urls.count == 2)
    #expect(items[0].scope?.urls.contains("https://xn--bcher-kva.example/") == true)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B056-incoming.json")))
  func foldersMeetByTheirPaths() async throws {
    let store = MemoryVaultStore()
    _ = try await VaultImporter(store).import(source("B056-target.json"), options)
    _ = try await VaultImporter(store).import(source("B056-incoming.json"), options)
    let first = try await Contents(store)
    #expect(first.items.count == 4)
    let held = Dictionary(
      first.collections.map { collection in
        let titles = first.items.values.filter { $0.collections.contains(collection.id) }.map(
          \.item.title.string)
        return (collection.collection.title, titles.sorted())
      }, uniquingKeysWith: { $0 + $1 })
    #expect(first.collections.count == 4)
    #expect(held["Bank"] == ["Have", "New1"])
    #expect(held["bank"] == ["New2"])
    #expect(held["Empty"] == [])
    #expect(held["Caf\u{E9}"] ?? held["Cafe\u{301}"] == ["New3"])
    _ = try await VaultImporter(store).import(source("B056-incoming.json"), options)
    #expect(try await Contents(store) == first)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B093-left.json")), arguments: [false, true])
  func equalContentIsNoConflict(reversed: Bool) async throws {
    let names = ["B093-left.json", "B093-right.json"]
    let store = MemoryVaultStore()
    var results: [ImportResult] = []
    for name in reversed ? names.reversed() : names {
      results.append(try await VaultImporter(store).import(source(name), options))
      results.append(try await VaultImporter(store).import(source(name), options))
    }
    #expect(results[1].items.identical == 2, "a file with itself")
    #expect(results.allSatisfy { $0.items.conflicts == 0 && $0.values.lost == 0 })
    let items = try await items(store)
    #expect(items.count == 2)
    for index in items.indices {
      var item = items[index]
      item.modifiedAt = nil
      #expect(item.extensions.isEmpty, "nothing had to give way")
    }
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B095-same-twice.csv")))
  func theSameFileTwiceChangesNothing() async throws {
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    let first = try await importer.import(source("B095-same-twice.csv"), options)
    #expect(first.items.created == 2 && first.items.identical == 1)
    let before = try await Contents(store)
    let second = try await importer.import(source("B095-same-twice.csv"), options)
    #expect(second.items.created == 0 && second.items.merged == 0 && second.items.identical == 3)
    #expect(try await Contents(store) == before)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B097-paths-www.csv")))
  func pathsAndWwwAreOneSite() async throws {
    let store = MemoryVaultStore()
    let result = try await VaultImporter(store).import(source("B097-paths-www.csv"), options)
    #expect(result.items.created == 3 && result.items.merged == 2 && result.items.conflicts == 1)
    let merged = try #require(try await items(store).first { ($0.scope?.urls.count ?? 0) > 1 })
    #expect(merged.title == "Shop")
    #expect(
      merged.scope?.urls == [
        "https://shop.example/", "https://shop.example/login?x=1", "http://www.shop.example",
      ])
    let notes = merged.credentials.compactMap { credential -> Text? in
      guard case .note(let note) = credential else { return nil }
      return note.content.value
    }
    #expect(notes == ["first", "second"])
    #expect(result.values.lost == 0)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B102-one-bad-row.csv")))
  func oneBadRowDoesNotStopTheOthers() async throws {
    let store = MemoryVaultStore()
    let result = try await VaultImporter(store).import(source("B102-one-bad-row.csv"), options)
    #expect(result.items.total == 4 && result.items.created == 2 && result.items.failed == 2)
    #expect(result.hasLoss)
    #expect(try await items(store).map(\.title.string) == ["G1", "G2"])
  }

  /// Titles are the same throughout; KeePassXC's table is read elsewhere, so the rows are typed in.
  @Test func titlesAreNoKeys() async throws {
    let rows =
      "name,url,username,password,note\n"
      + ["root,a", "admin,b", "root,c", ",d"].map {
        "192.0.2.1,,\($0),\n"
      }.joined()
    let store = MemoryVaultStore()
    let result = try await VaultImporter(store).import(
      ImportSource(Array(rows.utf8), name: "rows.csv"), options)
    #expect(result.items.created == 4)
    #expect(result.items.conflicts == 1, "root with a and with c")
    #expect(try await items(store).allSatisfy { $0.title == "192.0.2.1" })
  }
}
