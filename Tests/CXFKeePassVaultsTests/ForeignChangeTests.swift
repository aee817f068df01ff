import CXFImporting
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// What another program did to entries that imports made, changed and gave back.
@Suite struct ForeignChangeTests {
  private let fixture: DatabaseFixture

  init() throws { fixture = try DatabaseFixture() }

  private static func table(_ password: String) -> String {
    "name,url,username,password,note\nShop,https://shop.example/,nora,\(password),\n"
  }

  @discardableResult
  private func importing(_ password: String, at now: UInt64) async throws -> ImportResult {
    try await VaultImporter(try fixture.store(now: now)).import(
      try ImportTests.source(Self.table(password)),
      ImportOptions(policy: .incoming, now: Timestamp(now)))
  }

  private func undo(at now: UInt64) async throws {
    _ = try await VaultImporter(try fixture.store(now: now)).undo(nil, at: Timestamp(now))
  }

  /// Changes the database as another program does.
  private func edit(_ body: (KeePassDocument, inout KeePassEdits) throws -> Void) throws {
    var database = try fixture.database()
    var edits = KeePassEdits()
    try body(database.document, &edits)
    database.document = try database.document.applying(edits)
    _ = try fixture.folder.write("contract.kdbx", try database.seal())
  }

  /// Gives the only entry another password, and puts what it was into its history.
  private func setPassword(to password: Text, at now: UInt64, keepingVersion: Bool = true) throws {
    try edit { document, edits in
      let place = try #require(Self.entries(document).first)
      let old = document.fragment(of: place)
      for child in document.xml.children(of: place) {
        switch document.xml.name(of: child) {
        case "Times":
          let changed = try #require(document.xml.child(of: child, named: "LastModificationTime"))
          edits.setText(of: changed, to: KeePassTime.binary(Int64(now)))
        case "String" where document.text(of: child, child: "Key") == "Password":
          edits.setText(of: try #require(document.xml.child(of: child, named: "Value")), to: password)
        case "History" where keepingVersion:
          var whole = try KeePassDocument(around: old)
          var inner = KeePassEdits()
          if let history = whole.xml.child(of: 1, named: "History") { inner.remove(history) }
          whole = try whole.applying(inner)
          edits.append(whole.fragment(of: 1), to: child)
        default: break
        }
      }
    }
  }

  private static func entries(_ document: KeePassDocument) -> [Int] {
    document.xml.elements.indices.filter {
      document.xml.name(of: $0) == "Entry"
        && document.xml.name(of: document.xml.elements[$0].parent) == "Group"
    }
  }

  /// All passwords in the database, of entries and their history.
  private func passwords() throws -> [Text] {
    let document = try fixture.database().document
    return document.xml.elements.indices.filter {
      document.xml.name(of: $0) == "String" && document.text(of: $0, child: "Key") == "Password"
    }.compactMap { document.text(of: $0, child: "Value") }
  }

  // MARK: Undoing

  @Test func undoingTwiceKeepsAPasswordOfAnotherProgram() async throws {
    try await importing("p1", at: 1000)
    try await importing("p3", at: 2000)
    try await importing("p4", at: 3000)
    try setPassword(to: "foreign", at: 3500)
    try await undo(at: 4000)
    #expect(try passwords().contains("foreign"))
    try await undo(at: 5000)
    #expect(try passwords().contains("foreign"))
    let items = try await ImportTests.items(try fixture.store())
    // Undoing takes back what the imports wrote, and that is not it.
    #expect(items.values.map { $0.item.login?.password?.value } == ["foreign"])
    #expect(try Set(passwords()).isSuperset(of: ["p4", "foreign"]))
  }

  @Test func undoingKeepsAPasswordOfAnotherProgramWhereHistoriesKeepNothing() async throws {
    try edit { document, edits in
      let meta = try #require(document.meta)
      edits.setText(of: try #require(document.xml.child(of: meta, named: "HistoryMaxItems")), to: "0")
    }
    try await importing("p1", at: 1000)
    try await importing("p3", at: 2000)
    try setPassword(to: "foreign", at: 2500, keepingVersion: false)
    try await undo(at: 4000)
    #expect(try passwords().contains("foreign"))
  }

  @Test func undoingTwiceGivesTheEntryBackWhereNobodyChangedIt() async throws {
    try await importing("p1", at: 1000)
    let before = try Foreign.forms(fixture.database())
    try await importing("p3", at: 2000)
    try await importing("p4", at: 3000)
    try await undo(at: 4000)
    try await undo(at: 5000)
    #expect(try Foreign.forms(fixture.database()) == before)
  }

  @Test func fieldsInAnotherOrderAreNoOtherVersion() async throws {
    try await importing("p1", at: 1000)
    try await importing("p3", at: 2000)
    // As a program writes them that sorts its fields by name.
    try edit { document, edits in
      for entry in document.xml.elements.indices where document.xml.name(of: entry) == "Entry" {
        let strings = document.xml.children(of: entry, named: "String")
        let sorted = strings.sorted {
          let first = document.text(of: $0, child: "Key") ?? ""
          let second = document.text(of: $1, child: "Key") ?? ""
          return first.utf8.lexicographicallyPrecedes(second.utf8)
        }
        guard document.xml.name(of: document.xml.elements[entry].parent) == "History" else { continue }
        for (place, string) in zip(strings, sorted) {
          edits.replace(place, with: document.fragment(of: string))
        }
      }
    }
    let before = try await ImportTests.items(try fixture.store())
    #expect(before.count == 1)
    #expect(before.values.first?.item.login?.password?.value == "p3")
    try await undo(at: 4000)
    #expect(Set(try passwords()) == ["p1"])
  }

  // MARK: Times

  @Test(arguments: [1000, 2000] as [UInt64])
  func eachVersionHasATimeOfItsOwn(_ second: UInt64) async throws {
    try await importing("p1", at: 1000)
    try await importing("p3", at: second)
    let document = try fixture.database().document
    let entry = try #require(Self.entries(document).first)
    func modified(_ element: Int) throws -> Int64 {
      let times = try #require(document.xml.child(of: element, named: "Times"))
      return try #require(
        document.text(of: times, child: "LastModificationTime").flatMap(KeePassTime.seconds))
    }
    let history = try #require(document.xml.child(of: entry, named: "History"))
    let versions = try document.xml.children(of: history, named: "Entry").map(modified)
    let current = try modified(entry)
    #expect(!versions.isEmpty)
    #expect(Set(versions).count == versions.count)
    #expect(versions.allSatisfy { $0 < current })
  }

  // MARK: References

  /// An entry that another one refers to.
  private func addAlias(of uuid: [UInt8]) throws {
    try edit { document, edits in
      let hex = uuid.map { (byte: UInt8) -> String in
        let text = String(byte, radix: 16, uppercase: true)
        return text.utf8.count < 2 ? "0" + text : text
      }.joined()
      let group = try #require(document.rootGroup)
      let key = try KeePassFragment.element("Key", text: "Password")
      let value = try KeePassFragment.protected("Value", Array("{REF:P@I:\(hex)}".utf8))
      edits.append(
        try .element(
          "Entry", [:],
          [.element("UUID", text: "AAECAwQFBgcICQoLDA0ODw=="), .element("String", [:], [key, value])]),
        to: group)
    }
  }

  @Test func anEntryThatAnotherOneRefersToIsThrownAwayAndNotDeleted() async throws {
    try await importing("p1", at: 1000)
    let key = try #require(try await ImportTests.items(try fixture.store()).keys.first)
    try #require(key.bytes.count == 16)
    try addAlias(of: key.bytes)
    try await undo(at: 2000)
    #expect(try passwords().contains("p1"))
    let document = try fixture.database().document
    let entry = try #require(
      Self.entries(document).first { document.text(of: $0, child: "UUID") != "AAECAwQFBgcICQoLDA0ODw==" })
    #expect(
      document.text(of: document.xml.elements[entry].parent, child: "Name") == "Recycle Bin")
  }

  @Test func entriesThatReferToEachOtherGoTogether() async throws {
    let before = Entries(try fixture.database())
    let source = try ImportTests.source(
      """
      name,url,username,password,note
      One,https://one.example/,nora,first,
      Two,https://two.example/,nora,{REF:P@T:One},

      """)
    _ = try await VaultImporter(try fixture.store(now: 1000)).import(
      source, ImportOptions(now: Timestamp(1000)))
    try await undo(at: 2000)
    #expect(Entries(try fixture.database()).all == before.all)
  }
}

extension Item {
  /// Its first login.
  fileprivate var login: BasicAuth? {
    credentials.lazy.compactMap { if case .basicAuth(let login) = $0 { login } else { nil } }.first
  }
}
