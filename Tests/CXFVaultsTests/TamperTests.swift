import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct TamperTests {
  /// Every n-th byte is changed; `CXF_TAMPER_STEP=1` changes each.
  static let step = ProcessInfo.processInfo.environment["CXF_TAMPER_STEP"].flatMap { Int($0) } ?? 7

  /// In parts, which run side by side.
  @Test(arguments: 0..<4)
  func noChangedByteGivesOtherContent(_ part: Int) async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let expected = try await VaultContents.of(try await sample.open())
    let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    var noticed = 0
    var bytes = original
    for index in stride(from: part * Self.step, to: original.count, by: 4 * Self.step) {
      bytes[index] ^= [0x01, 0x80, 0xFF][index % 3]
      do {
        let store = try await VaultFile.open(bytes: bytes, key: sample.key)
        let contents = try await VaultContents.of(store)
        #expect(contents == expected, "byte \(index)")
      } catch let error as VaultError {
        noticed += 1
        switch error {
        case .damaged, .wrongKey, .unknownVersion: break
        default: Issue.record("byte \(index): \(error)")
        }
      }
      bytes[index] = original[index]
    }
    let count = Array(stride(from: part * Self.step, to: original.count, by: 4 * Self.step)).count
    print("tamper: part \(part): \(count) bytes changed, \(noticed) noticed")
    // Most of a page is free room; what holds content must be noticed.
    #expect(noticed > 500 / Self.step)
  }

  @Test func cutFilesAreDamaged() async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    for count in [0, 1, 99, 100, 4096, 8192, original.count - 8192, original.count - 1] {
      await #expect(throws: VaultError.self, "\(count) bytes") {
        let store = try await VaultFile.open(bytes: Array(original.prefix(count)), key: sample.key)
        _ = try await VaultContents.of(store)
      }
    }
  }

  struct Mischief: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (RawDatabase) throws -> Void
  }

  private static let recordIDs = "(SELECT id FROM sealed WHERE kind=1 ORDER BY id LIMIT 1)"

  static let mischief: [Mischief] = [
    Mischief(testDescription: "an item is deleted") {
      try $0.run("DELETE FROM sealed WHERE kind=1 AND id=\(recordIDs)")
    },
    Mischief(testDescription: "the history is deleted") { try $0.run("DELETE FROM sealed WHERE kind=4") },
    Mischief(testDescription: "the journal is deleted") { try $0.run("DELETE FROM sealed WHERE kind=3") },
    Mischief(testDescription: "the blob is deleted") { try $0.run("DELETE FROM sealed WHERE kind=2") },
    Mischief(testDescription: "the manifest is deleted") { try $0.run("DELETE FROM sealed WHERE kind=255") },
    Mischief(testDescription: "a row is doubled under another id") {
      try $0.run(
        "INSERT INTO sealed SELECT kind,zeroblob(16),idx,revision,last,nonce,tag,ciphertext FROM sealed WHERE kind=1 LIMIT 1"
      )
    },
    Mischief(testDescription: "a row is doubled twice, which would cancel under XOR") {
      for index in [1, 2] {
        try $0.run(
          "INSERT INTO sealed SELECT kind,id,\(index),revision,last,nonce,tag,ciphertext FROM sealed WHERE kind=2 AND idx=0"
        )
      }
    },
    Mischief(testDescription: "two items are exchanged") { database in
      let rows = try database.run(
        "SELECT id,revision,nonce,tag,ciphertext FROM sealed WHERE kind=1 ORDER BY id LIMIT 2")
      for (from, to) in [(0, 1), (1, 0)] {
        let row = rows[from]
        try database.run(
          "UPDATE sealed SET revision=\(row[1].integer),nonce=\(sql(row[2].bytes)),tag=\(sql(row[3].bytes)),"
            + "ciphertext=\(sql(row[4].bytes)) WHERE kind=1 AND id=\(sql(rows[to][0].bytes))")
      }
    },
    Mischief(testDescription: "a row says another revision") {
      try $0.run("UPDATE sealed SET revision=revision-1 WHERE kind=1 AND id=\(recordIDs)")
    },
    Mischief(testDescription: "a chunk says that it is not the last") {
      try $0.run("UPDATE sealed SET last=0 WHERE kind=2")
    },
    Mischief(testDescription: "an item says that it is a chunk") {
      try $0.run("UPDATE sealed SET kind=2 WHERE kind=1 AND id=\(recordIDs)")
    },
    Mischief(testDescription: "a row of an unknown kind appears") {
      try $0.run("INSERT INTO sealed VALUES(9,zeroblob(16),0,1,1,zeroblob(24),zeroblob(16),zeroblob(64))")
    },
    Mischief(testDescription: "a second manifest appears") {
      try $0.run(
        "INSERT INTO sealed SELECT kind,x'\(String(repeating: "01", count: 16))',idx,revision,last,nonce,tag,ciphertext FROM sealed WHERE kind=255"
      )
    },
    Mischief(testDescription: "a table is added") { try $0.run("CREATE TABLE more(a)") },
    Mischief(testDescription: "a trigger is added") {
      try $0.run("CREATE TRIGGER t AFTER INSERT ON sealed BEGIN DELETE FROM header; END")
    },
    Mischief(testDescription: "an index is added") { try $0.run("CREATE INDEX i ON sealed(revision)") },
    Mischief(testDescription: "the header is gone") { try $0.run("DELETE FROM header") },
  ]

  @Test(arguments: mischief)
  func mischiefIsNoticed(_ mischief: Mischief) async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let before = try await sample.open()
    try mischief.run(try RawDatabase(path: sample.path))
    try await expectDamage { _ = try await sample.open() }
    // Also by a store that had verified the file before.
    try await expectDamage { _ = try await before.read { try await $0.itemCount() } }
    try await expectDamage { try await before.write { try await $0.remove([Identifier([1])]) } }
  }

  @Test func aRowOfAnOlderCopyIsNoticed() async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let old = try RawDatabase(path: sample.path).run("SELECT * FROM sealed WHERE kind=1 ORDER BY id")
    let store = try await sample.open()
    try await store.write { transaction in
      try await transaction.put(
        [VaultItem(item: Item(id: Identifier([2]), title: "changed"))], keys: [MatchKeys()], scheme: 1)
    }
    let database = try RawDatabase(path: sample.path)
    for row in old {
      try database.run(
        "UPDATE sealed SET revision=\(row[3].integer),nonce=\(sql(row[5].bytes)),tag=\(sql(row[6].bytes)),"
          + "ciphertext=\(sql(row[7].bytes)) WHERE kind=1 AND id=\(sql(row[1].bytes))")
    }
    try await expectDamage { _ = try await sample.open() }
  }

  @Test func anOlderHeaderIsNoticed() async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let old = try RawDatabase(path: sample.path).run("SELECT bytes,sha256 FROM header")
    let store = try await sample.open()
    _ = try await store.addSlot(.passphrase(.passphrase(SecretBytes(copying: "x".utf8)), .minimum))
    try RawDatabase(path: sample.path).run(
      "UPDATE header SET bytes=\(sql(old[0][0].bytes)),sha256=\(sql(old[0][1].bytes))")
    try await expectDamage { _ = try await sample.open() }
  }

  /// An index that says something else than its table, which no statement of SQL makes: it is hidden while the table changes.
  @Test(arguments: [
    "UPDATE sealed SET id=x'00000000000000000000000000000000' WHERE kind=1",
    "DELETE FROM sealed WHERE kind=2",
    "UPDATE sealed SET idx=1 WHERE kind=2",
  ])
  func anIndexThatDoesNotFitIsNoticed(_ change: String) async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let root = try RawDatabase(path: sample.path).run(
      "SELECT rootpage FROM sqlite_schema WHERE name='place'")[0][0]
    do {
      let database = try RawDatabase(path: sample.path)
      try database.run("PRAGMA writable_schema=ON")
      try database.run("DELETE FROM sqlite_schema WHERE name='place'")
    }
    try RawDatabase(path: sample.path).run(change)
    do {
      let database = try RawDatabase(path: sample.path)
      try database.run("PRAGMA writable_schema=ON")
      try database.run(
        "INSERT INTO sqlite_schema VALUES('index','place','sealed',\(root.integer),"
          + "'CREATE UNIQUE INDEX place ON sealed(kind,id,idx)')")
    }
    try await expectDamage { _ = try await sample.open() }
  }

  @Test func checkNamesWhatIsDamaged() async throws {
    let folder = try TemporaryFolder()
    let sample = try await SampleVault.make(in: folder)
    let store = try await sample.open()
    let sound = try await store.check()
    #expect(sound.isSound, "\(sound.problems)")
    #expect((sound.items, sound.collections, sound.accounts, sound.imports, sound.blobs) == (2, 1, 1, 1, 1))
    try RawDatabase(path: sample.path).run("DELETE FROM sealed WHERE kind=2 OR kind=3")
    let found = try await store.check()
    #expect(found.problemCount >= 4)
    #expect(found.problems.contains { $0.hasPrefix("a blob: ") })
    #expect(found.problems.contains { $0.hasPrefix("the journal of ") })
    #expect(found.items == 2)
  }

  private func expectDamage(_ body: () async throws -> Void) async throws {
    do {
      try await body()
      Issue.record("nothing was noticed")
    } catch let error as VaultError {
      if case .damaged = error { return }
      Issue.record("\(error)")
    }
  }
}
