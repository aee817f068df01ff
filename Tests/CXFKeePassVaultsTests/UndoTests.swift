import CXFImporting
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// Undoing in a database that other programs write as well.
@Suite struct UndoTests {
  private let fixture: DatabaseFixture
  private static let start = DatabaseFixture.now

  init() throws { fixture = try DatabaseFixture() }

  private func importing(_ password: String, at now: UInt64, note: String = "") async throws {
    let table = """
      name,url,username,password,note
      Shop,https://shop.example/,ann,\(password),\(note)
      Mail,https://mail.example/,ann,mail-password,

      """
    _ = try await VaultImporter(try fixture.store(now: now)).import(
      try ImportTests.source(table), ImportOptions(policy: .incoming, now: Timestamp(now)))
  }

  private func undo(at now: UInt64) async throws {
    _ = try await VaultImporter(try fixture.store(now: now)).undo(nil, at: Timestamp(now))
  }

  private func keepNoHistory() throws {
    try Foreign.edit(fixture) { document, edits in
      let element = document.meta.flatMap { document.xml.child(of: $0, named: "HistoryMaxItems") }
      edits.setText(of: try #require(element), to: "0")
    }
  }

  private func shop() throws -> (document: KeePassDocument, entry: Int) {
    let document = try fixture.database().document
    return (document, try #require(Foreign.entries(document, "Shop").first))
  }

  private func value(_ key: Text) throws -> Text? {
    let (document, entry) = try shop()
    return Foreign.value(of: key, in: entry, document)
  }

  // MARK: What others wrote

  @Test func twoUndosLeaveAPasswordThatAnotherProgramSet() async throws {
    for (index, password) in ["p1", "p3", "p4"].enumerated() {
      try await importing(password, at: Self.start + UInt64(index))
    }
    try Foreign.set(fixture, "Shop", ["Password": "kk"], at: Self.start + 10)
    for index in 0..<2 {
      try await undo(at: Self.start + 20 + UInt64(index))
      #expect(try value("Password") == "kk")
    }
    let (document, entry) = try shop()
    let earlier = Foreign.versions(of: entry, document).map {
      Foreign.value(of: "Password", in: $0, document)
    }
    // What the other program put into the history.
    #expect(earlier.contains("p4"))
    let items = try await ImportTests.items(try fixture.store())
    #expect(items.values.contains { $0.item.passwords.contains("kk") })
  }

  @Test func undoLeavesWhatAnotherProgramWroteWhereNoHistoryIsKept() async throws {
    try keepNoHistory()
    try await importing("p1", at: Self.start)
    try await importing("p3", at: Self.start + 1)
    try Foreign.set(fixture, "Shop", ["Password": "kk"], at: Self.start + 10, keepsVersion: false)
    try await undo(at: Self.start + 20)
    #expect(try value("Password") == "kk")
    #expect(try fixture.store().remarks.contains(.keepsNoHistory))
  }

  @Test func undoTakesBackNoMoreThanTheImportChanged() async throws {
    try await importing("p1", at: Self.start)
    try await importing("p3", at: Self.start + 1, note: "note three")
    try Foreign.set(
      fixture, "Shop", ["URL": "https://x2.example/", "UserName": "annie"], at: Self.start + 10)
    try await undo(at: Self.start + 20)
    #expect(try value("Password") == "p1")
    #expect(try value("URL") == "https://x2.example/")
    #expect(try value("UserName") == "annie")
    #expect((try value("Notes") ?? "").isEmpty)
    let items = try await ImportTests.items(try fixture.store())
    #expect(items.values.contains { $0.item.usernames.contains("annie") && $0.item.passwords.contains("p1") })
  }

  @Test func undoLeavesAVersionThatSomebodyPutBesideTheEntry() async throws {
    try await importing("p1", at: Self.start)
    try await importing("p3", at: Self.start + 1)
    try Foreign.set(fixture, "Shop", ["Password": "kk"], at: Self.start + 10)
    // Back to what the import left: only the history tells.
    try Foreign.set(fixture, "Shop", ["Password": "p3"], at: Self.start + 11)
    try await undo(at: Self.start + 20)
    #expect(try value("Password") == "p1")
    let (document, entry) = try shop()
    let earlier = Foreign.versions(of: entry, document).map {
      Foreign.value(of: "Password", in: $0, document)
    }
    #expect(earlier.contains("kk"))
  }

  @Test func undoBringsNothingBackThatSomebodyDeleted() async throws {
    try await importing("p1", at: Self.start)
    try await importing("p3", at: Self.start + 1)
    try Foreign.edit(fixture) { document, edits in
      for entry in Foreign.entries(document, "Shop") { edits.remove(entry) }
    }
    try await undo(at: Self.start + 20)
    #expect(Foreign.entries(try fixture.database().document, "Shop").isEmpty)
    #expect(try await ImportTests.items(try fixture.store()).count == 1)
  }

  // MARK: Times

  @Test func everyStateHasATimeOfItsOwn() async throws {
    for index in 0..<5 { try await importing("p\(index)", at: Self.start) }
    let (document, entry) = try shop()
    let versions = Foreign.versions(of: entry, document)
    // One for each state that was replaced.
    #expect(
      versions.map { Foreign.value(of: "Password", in: $0, document) } == ["p0", "p1", "p2", "p3"])
    let times = try (versions + [entry]).map { try #require(Foreign.modified($0, document)) }
    #expect(times == times.sorted())
    #expect(Set(times).count == times.count)
  }

  @Test func undoingIsTheLatestChange() async throws {
    try await importing("p1", at: Self.start)
    try await importing("p3", at: Self.start + 100)
    let before = try shop()
    let left = try #require(Foreign.modified(before.entry, before.document))
    // The clock may have been set back.
    try await undo(at: Self.start + 50)
    let after = try shop()
    let restored = try #require(Foreign.modified(after.entry, after.document))
    #expect(restored > left)
    #expect(try value("Password") == "p1")
    #expect(Foreign.versions(of: after.entry, after.document).isEmpty)
  }

  // MARK: What the import made

  @Test func whatNobodyTouchedIsRemovedThoughAnotherEntryWasEdited() async throws {
    try await importing("p1", at: Self.start)
    try Foreign.set(fixture, "Mail", ["UserName": "annie"], at: Self.start + 10)
    try await undo(at: Self.start + 20)
    #expect(Foreign.entries(try fixture.database().document, "Shop").isEmpty)
    // The other one is in the recycle bin.
    #expect(Foreign.entries(try fixture.database().document, "Mail").count == 1)
    let items = try await ImportTests.items(try fixture.store())
    #expect(items.values.map(\.item.title) == ["Mail"])
  }

  @Test func anEditedEntryStaysWhereThereIsNoRecycleBin() async throws {
    try Foreign.edit(fixture) { document, edits in
      let element = document.meta.flatMap { document.xml.child(of: $0, named: "RecycleBinEnabled") }
      edits.setText(of: try #require(element), to: "False")
    }
    try await importing("p1", at: Self.start)
    try Foreign.set(fixture, "Mail", ["UserName": "annie"], at: Self.start + 10)
    let store = try fixture.store(now: Self.start + 20)
    _ = try await VaultImporter(store).undo(nil, at: Timestamp(Self.start + 20))
    #expect(try await ImportTests.items(store).values.map(\.item.title) == ["Mail"])
    #expect(try await ImportTests.items(store) == ImportTests.items(try fixture.store()))
  }

  // MARK: Duplicates

  @Test func undoingAMergeOfDuplicatesPutsEntriesBackWhereTheyStood() async throws {
    try await importing("p1", at: Self.start)
    try Foreign.edit(fixture) { document, edits in
      let mail = try #require(Foreign.entries(document, "Mail").first)
      let shop = try #require(Foreign.entries(document, "Shop").first)
      let copy = try KeePassDocument(around: document.fragment(of: shop))
      var renamed = KeePassEdits()
      renamed.setText(
        of: try #require(copy.xml.child(of: 1, named: "UUID")), to: "ASNFZ4mrze8BI0VniavN7w==")
      edits.insert(try copy.applying(renamed).fragment(of: 1), before: min(mail, shop))
      edits.insert(try copy.applying(renamed).fragment(of: 1), after: max(mail, shop))
    }
    let before = try order()
    let result = try await VaultImporter(try fixture.store()).dedupe(ImportTests.options)
    #expect(result.items.merged + result.items.identical > 0)
    #expect(try order() != before)
    try await undo(at: Self.start + 20)
    #expect(try order() == before)
  }

  private func order() throws -> [Text?] {
    let document = try fixture.database().document
    return document.xml.elements.indices.filter {
      document.xml.name(of: $0) == "Entry"
        && document.xml.name(of: document.xml.elements[$0].parent) == "Group"
    }.map { document.text(of: $0, child: "UUID") }
  }

  // MARK: Files

  @Test func filesOfAnUndoneImportLeaveThePool() async throws {
    let path = Samples.path("office-bundle.tar")
    let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
    _ = try await VaultImporter(try fixture.store()).import(
      try ImportSource(bytes, name: "office-bundle.tar"), ImportTests.options)
    #expect(!(try fixture.database().inner.binaries.isEmpty))
    try await undo(at: Self.start + 20)
    #expect(try fixture.database().inner.binaries.isEmpty)
    #expect(try await ImportTests.items(try fixture.store()).isEmpty)
  }

  @Test func aFileThatIsNoBackupIsNotReplaced() async throws {
    _ = try fixture.folder.write("contract.kdbx.old", Array("precious".utf8))
    let bytes = fixture.bytes
    await #expect(throws: VaultError.self) { try await importing("p1", at: Self.start) }
    #expect(fixture.bytes == bytes)
    #expect(fixture.folder.bytes("contract.kdbx.old") == Array("precious".utf8))
  }
}

extension Item {
  fileprivate var logins: [BasicAuth] {
    credentials.compactMap { if case .basicAuth(let login) = $0 { login } else { nil } }
  }
  fileprivate var passwords: [Text] { logins.compactMap { $0.password?.value } }
  fileprivate var usernames: [Text] { logins.compactMap { $0.username?.value } }
}
