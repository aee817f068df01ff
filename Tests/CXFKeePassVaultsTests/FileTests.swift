import CXFImporting
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// The file of a database, other programs that have it open, and what they do to it.
@Suite struct FileTests {
  private let fixture: DatabaseFixture

  init() throws { fixture = try DatabaseFixture() }

  private func put(_ title: Text, _ store: KDBXVaultStore? = nil) async throws {
    let item = VaultItem(item: Item(id: Identifier(Array(title.utf8)), title: title))
    try await (store ?? fixture.store()).write {
      try await $0.put([item], keys: [MatchKeys([1])], scheme: 1)
    }
  }

  private static var host: String {
    var bytes = [CChar](repeating: 0, count: 256)
    gethostname(&bytes, 255)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What of a lock file makes the database busy.
  struct Lock: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var program: String?
    var testDescription: String { "\(name): \(text.split(separator: "\n").joined(separator: " "))" }
  }

  static let locks: [Lock] = {
    let own = ProcessInfo.processInfo.processIdentifier
    let program = ProcessInfo.processInfo.arguments[0].split(separator: "/").last.map(String.init) ?? ""
    return [
      Lock(name: ".contract.kdbx.lock", text: "\(own)\n\(program)\n\(host)\n", program: program),
      Lock(
        name: ".contract.kdbx.lock", text: "\(own)\nkeepassxc\nelsewhere.example\n",
        program: "elsewhere.example"),
      // Its number has gone to another program.
      Lock(name: ".contract.kdbx.lock", text: "\(own)\nanother-program-altogether\n\(host)\n"),
      Lock(name: ".contract.kdbx.lock", text: "2147483646\nkeepassxc\n\(host)\n"),
      Lock(name: ".contract.kdbx.lock", text: "\(own)\n\(program)\n\(host)\nmachine\nanother-boot\n"),
      Lock(name: ".contract.kdbx.lock", text: ""),
      Lock(
        name: "contract.kdbx.lock", text: "KeePass Lock File\r\nid\r\ntime\r\nmate\r\nelsewhere\r\n\r\n",
        program: "KeePass on elsewhere"),
      Lock(name: "contract.kdbx.lock", text: "KeePass Lock File\r\nid\r\ntime\r\nmate\r\n\(host)\r\n\r\n"),
    ]
  }()

  @Test(arguments: locks)
  func locksOfOtherProgramsAreHeededAndLeftAlone(_ lock: Lock) async throws {
    _ = try fixture.folder.write(lock.name, Array(lock.text.utf8))
    let before = fixture.bytes
    do {
      try await put("a")
      #expect(lock.program == nil)
      #expect(fixture.bytes != before)
    } catch VaultError.busy(let words) {
      #expect(lock.program.map { words.contains($0) } ?? false, "\(words)")
      #expect(fixture.bytes == before)
    }
    #expect(fixture.folder.bytes(lock.name) == Array(lock.text.utf8))
  }

  @Test func twoStoresOverOneFileSeeEachOther() async throws {
    let first = try fixture.store()
    let second = try fixture.store()
    try await put("a", first)
    try await put("b", second)
    try await put("c", first)
    #expect(try await first.read { try await $0.itemCount() } == 3)
    #expect(try await second.read { try await $0.itemCount() } == 3)
  }

  @Test func aFileThatChangesDuringAChangeIsLeftAsItIs() async throws {
    try await put("a")
    let store = try fixture.store()
    let path = fixture.path
    // What another program writes meanwhile; it heeds no lock.
    let other = fixture.folder.bytes("contract.kdbx.old") ?? []
    await #expect(throws: VaultError.self) {
      try await store.write { transaction in
        try await transaction.put(
          [VaultItem(item: Item(id: Identifier([2]), title: "b"))], keys: [MatchKeys([1])], scheme: 1)
        try Data(other).write(to: URL(fileURLWithPath: path))
      }
    }
    #expect(fixture.bytes == other)
    #expect(fixture.folder.names == ["contract.kdbx", "contract.kdbx.old"])
    // The next change begins with what is there.
    try await put("c", store)
    #expect(try await store.read { try await $0.itemCount() } == 1)
  }

  @Test func modeAndBackupOfTheFileStay() async throws {
    try await put("a")
    #expect(fixture.folder.mode("contract.kdbx") == 0o600)
    chmod(fixture.path, 0o640)
    let before = fixture.bytes
    try await put("b")
    #expect(fixture.folder.mode("contract.kdbx") == 0o640)
    #expect(fixture.folder.bytes("contract.kdbx.old") == before)
    #expect(fixture.folder.names == ["contract.kdbx", "contract.kdbx.old"])
  }

  @Test func aLinkStaysALink() async throws {
    let link = fixture.folder.path("link.kdbx")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    let store = try KDBXVaultStore.open(
      path: link, keys: [fixture.key], access: KDBXVaultAccess(now: { DatabaseFixture.now }))
    try await put("a", store)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == fixture.path)
    #expect(try await fixture.store().read { try await $0.itemCount() } == 1)
  }

  @Test func damagedNotesCostTheHistoryAndNothingElse() async throws {
    try await put("a")
    var database = try fixture.database()
    let document = database.document
    let xml = document.xml
    let element = try #require(
      xml.elements.indices.first {
        xml.name(of: $0) == "Value"
          && document.text(of: xml.elements[$0].parent, child: "Key") == "cxf-toolkit.alt/vault"
      })
    var edits = KeePassEdits()
    edits.setText(of: element, to: "AAAA")
    database.document = try document.applying(edits)
    _ = try fixture.folder.write("contract.kdbx", database.seal())
    let store = try fixture.store()
    #expect(store.remarks == [.damagedNotes])
    #expect(try await store.read { try await $0.itemCount() } == 1)
    try await put("b", store)
    #expect(try fixture.store().remarks.isEmpty)
    #expect(try await fixture.store().read { try await $0.itemCount() } == 2)
  }

  @Test func anotherProgramsChangeMakesAnotherGeneration() async throws {
    try await put("a")
    let before = try await fixture.store().read { try await $0.generation() }
    var generations: Set<UInt64> = [before]
    let original = try fixture.database()
    for title in ["x", "y"] as [Text] {
      var database = original
      let xml = database.document.xml
      let element = try #require(xml.elements.indices.first { xml.name(of: $0) == "Name" })
      var edits = KeePassEdits()
      edits.setText(of: element, to: title)
      database.document = try database.document.applying(edits)
      _ = try fixture.folder.write("contract.kdbx", database.seal())
      generations.insert(try await fixture.store().read { try await $0.generation() })
    }
    #expect(generations.count == 3)
    #expect(generations.min() == before)
  }
}
