import CXFFormats
import CXFImporting
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// Imports into databases that other programs made.
@Suite struct ImportTests {
  struct Original: Sendable, CustomTestStringConvertible {
    var path: String
    var passphrase: String?
    var keyFile: String?
    var testDescription: String { path }

    var isThere: Bool { path.utf8.starts(with: "cases/".utf8) ? SharedFiles.has(path) : true }

    func fixture() throws -> DatabaseFixture {
      guard path.utf8.starts(with: "cases/".utf8) else {
        return try DatabaseFixture(copyOf: Samples.path(path), passphrase: passphrase)
      }
      return try DatabaseFixture(
        copyOf: "\(SharedFiles.folder ?? "")/\(path)", passphrase: passphrase,
        keyFile: keyFile.map { try SharedFiles.bytes($0) })
    }
  }

  static let originals: [Original] = [
    Original(path: "harbour.kdbx", passphrase: "harbour"),
    Original(path: "harbour-3.kdbx", passphrase: "harbour"),
    Original(
      path: "cases/pykeepass/test3.kdbx", passphrase: "password", keyFile: "cases/pykeepass/test3.key"),
    Original(path: "cases/pykeepass/test4_argon2id.kdbx", passphrase: "password"),
    Original(path: "cases/pykeepass/extra_content.kdbx", passphrase: "password"),
    Original(path: "cases/keepassxc/NewDatabaseBrowser.kdbx", passphrase: "a"),
    Original(path: "cases/keepassxc/NewDatabaseMulti.kdbx", passphrase: "a"),
    Original(path: "cases/keepassxc/RecycleBinWithData.kdbx", passphrase: "123"),
    Original(path: "cases/keepassxc/RecycleBinDisabled.kdbx", passphrase: "123"),
    Original(path: "cases/keepassxc/SyncDatabase.kdbx", passphrase: "a"),
    Original(path: "cases/keepassxc/Format200.kdbx", passphrase: "a"),
    Original(path: "cases/keepassxc/Format400.kdbx", passphrase: "t"),
  ].filter(\.isThere)

  static let table = """
    name,url,username,password,note
    New one,https://new-one.example/,nora,s3cret-of-nora,
    New two,https://new-two.example/,nils,"a, ""quoted"" pass",line one

    """

  static func source(_ text: String = table) throws -> ImportSource {
    try ImportSource(Array(text.utf8), name: "logins.csv")
  }

  static let options = ImportOptions(now: Timestamp(DatabaseFixture.now))

  @Test(arguments: originals)
  func importingTouchesNothingElse(_ original: Original) async throws {
    let fixture = try original.fixture()
    let before = Entries(try fixture.database().upgraded())
    let count = try await fixture.store().read { try await $0.itemCount() }
    let result = try await VaultImporter(try fixture.store()).import(try Self.source(), Self.options)
    #expect(result.items.created == 2)
    let after = Entries(try fixture.database())
    for (uuid, entry) in before.all { #expect(after.all[uuid] == entry) }
    #expect(after.all.count == before.all.count + 2)
    #expect(after.meta == before.meta)
    #expect(try await fixture.store().read { try await $0.itemCount() } == count + 2)
    // The file of before is kept.
    #expect(fixture.folder.names.contains("copy.kdbx.old"))
    #expect(fixture.folder.names.count == 2)
  }

  /// For what takes several openings.
  static let few = originals.filter { original in
    ["harbour", "NewDatabaseBrowser", "RecycleBin"].contains { original.path.contains($0) }
  }

  @Test func theWorkThatADatabaseAsksForStays() async throws {
    let fixture = try DatabaseFixture(
      copyOf: Samples.path("harbour.kdbx"), passphrase: "harbour", isExact: true)
    let before = try fixture.database().derivation()
    _ = try await VaultImporter(try fixture.store()).import(try Self.source(), Self.options)
    let after = try fixture.database().derivation()
    #expect(after.method == before.method)
    #expect(after.salt != before.salt)
  }

  @Test(arguments: few)
  func importingTwiceIsImportingOnce(_ original: Original) async throws {
    let fixture = try original.fixture()
    _ = try await VaultImporter(try fixture.store()).import(try Self.source(), Self.options)
    let once = Entries(try fixture.database())
    let result = try await VaultImporter(try fixture.store()).import(try Self.source(), Self.options)
    #expect(result.items.created == 0)
    #expect(result.items.identical == 2)
    #expect(Entries(try fixture.database()).all == once.all)
  }

  @Test(arguments: few)
  func undoingGivesEveryEntryBack(_ original: Original) async throws {
    let fixture = try original.fixture()
    let before = Entries(try fixture.database().upgraded())
    let store = try fixture.store()
    let items = try await Self.items(store)
    _ = try await VaultImporter(store).import(try Self.source(), Self.options)
    _ = try await VaultImporter(try fixture.store()).undo(nil, at: Timestamp(DatabaseFixture.now))
    #expect(Entries(try fixture.database()).all == before.all)
    #expect(try await Self.items(try fixture.store()) == items)
    let history = try await fixture.store().read { try await $0.imports() }
    #expect(history.count == 1)
    #expect(history.first?.undoneAt != nil)
  }

  @Test func whatIsMergedKeepsWhatNobodyKnowsAndComesBack() async throws {
    let fixture = try DatabaseFixture(copyOf: Samples.path("harbour.kdbx"), passphrase: "harbour")
    let before = Entries(try fixture.database())
    let table = """
      name,url,username,password,note
      Berth,https://harbour.example/,mate,another password,
      Berth,https://harbour.example/,mate,another password,

      """
    let items = try await Self.items(try fixture.store())
    let result = try await VaultImporter(try fixture.store()).import(try Self.source(table), Self.options)
    #expect(result.items.total == 2)
    let deduped = try await VaultImporter(try fixture.store()).dedupe(Self.options)
    #expect(deduped.items.failed == 0)
    _ = try await VaultImporter(try fixture.store()).undo(nil, at: Timestamp(DatabaseFixture.now))
    _ = try await VaultImporter(try fixture.store()).undo(nil, at: Timestamp(DatabaseFixture.now))
    // Undoing is a change that others must see as the latest one, and leaves all else as it was.
    #expect(
      try Foreign.forms(try fixture.database())
        == Foreign.forms(
          try DatabaseFixture(
            copyOf: Samples.path("harbour.kdbx"), passphrase: "harbour"
          ).database()))
    #expect(Set(Entries(try fixture.database()).all.keys) == Set(before.all.keys))
    #expect(try await Self.items(try fixture.store()) == items)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B095-same-twice.csv"), "the cases are not here"))
  func aFileThatIsImportedAgainChangesNoEntry() async throws {
    let fixture = try DatabaseFixture()
    let source = try ImportSource(try SharedFiles.bytes("cases/bugs/B095-same-twice.csv"), name: "B095.csv")
    let first = try await VaultImporter(try fixture.store()).import(source, Self.options)
    #expect(first.items.created == 2)
    let once = Entries(try fixture.database()).all
    #expect(once.count == 2)
    let again = try await VaultImporter(try fixture.store()).import(source, Self.options)
    #expect(again.items.created == 0 && again.items.merged == 0)
    #expect(Entries(try fixture.database()).all == once)
  }

  /// The same two logins, in another order and with other times: nothing is a conflict.
  @Test(.enabled(if: SharedFiles.has("cases/bugs/B093-left.json"), "the cases are not here"))
  func equalContentIsNoConflict() async throws {
    let fixture = try DatabaseFixture()
    for name in ["left", "left", "right"] {
      let source = try ImportSource(
        try SharedFiles.bytes("cases/bugs/B093-\(name).json"), name: "\(name).json")
      let result = try await VaultImporter(try fixture.store()).import(source, Self.options)
      #expect(result.items.conflicts == 0)
    }
    #expect(try await fixture.store().read { try await $0.itemCount() } == 2)
    #expect(Entries(try fixture.database()).all.count == 2)
  }

  /// One login at three addresses of a site is one entry; another user name or password is another one.
  @Test(.enabled(if: SharedFiles.has("cases/bugs/B097-paths-www.csv"), "the cases are not here"))
  func addressesOfOneSiteComeTogether() async throws {
    let fixture = try DatabaseFixture()
    let source = try ImportSource(try SharedFiles.bytes("cases/bugs/B097-paths-www.csv"), name: "B097.csv")
    _ = try await VaultImporter(try fixture.store()).import(source, Self.options)
    _ = try await VaultImporter(try fixture.store()).dedupe(Self.options)
    let items = try await Self.items(try fixture.store()).values.map(\.item)
    #expect(items.count == 3)
    #expect(Entries(try fixture.database()).all.count == 3)
    let merged = try #require(items.first { ($0.scope?.urls.count ?? 0) == 3 })
    #expect(
      Set(merged.scope?.urls ?? []) == [
        "https://shop.example/", "https://shop.example/login?x=1", "http://www.shop.example",
      ])
    #expect(merged.title == "Shop")
    let notes = merged.credentials.compactMap { credential -> Text? in
      if case .note(let note) = credential { note.content.value } else { nil }
    }
    #expect(["first", "second"].allSatisfy { word in notes.contains { $0.string.contains(word) } })
  }

  static func items(_ store: KDBXVaultStore) async throws -> [Identifier: VaultItem] {
    try await store.read { snapshot in
      var all: [Identifier: VaultItem] = [:]
      var cursor: VaultCursor?
      repeat {
        let page = try await snapshot.items(after: cursor)
        for item in page.elements { all[item.id] = item }
        cursor = page.next
      } while cursor != nil
      return all
    }
  }
}

/// The entries of a database as they stand in it, with protected values in clear.
struct Entries {
  var all: [Text: [UInt8]] = [:]
  /// The settings but for ours.
  var meta: [[UInt8]] = []

  init(_ database: KDBXDatabase) {
    let document = database.document
    let xml = document.xml
    for element in xml.elements.indices where xml.name(of: element) == "Entry" {
      guard xml.name(of: xml.elements[element].parent) == "Group" else { continue }
      all[document.text(of: element, child: "UUID") ?? ""] = document.fragment(of: element).encoded
    }
    for element in document.meta.map({ xml.children(of: $0) }) ?? [] {
      guard xml.name(of: element) != "CustomData", xml.name(of: element) != "HeaderHash" else { continue }
      meta.append(document.fragment(of: element).encoded)
    }
  }
}
