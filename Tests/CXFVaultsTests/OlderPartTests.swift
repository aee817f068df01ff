import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// Parts of an older copy of the same vault, which are well sealed, and files of another length.
@Suite struct OlderPartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ sample: SampleVault) throws -> [[RawDatabase.Value]] {
    try RawDatabase(path: sample.path).run("SELECT * FROM sealed ORDER BY kind,id,idx")
  }

  private func change(_ sample: SampleVault) async throws {
    try await sample.open().write { transaction in
      try await transaction.put(
        [VaultItem(item: Item(id: Identifier([2]), title: "changed"))], keys: [MatchKeys([4])], scheme: 5)
      try await transaction.put([VaultCollection(collection: ItemCollection(id: Identifier([3]), title: "d"))]
      )
    }
  }

  private func expectDamage(_ sample: SampleVault, _ what: String) async throws {
    do {
      _ = try await VaultContents.of(try await sample.open())
      Issue.record("\(what) was not noticed")
    } catch let error as VaultError {
      switch error {
      case .damaged, .wrongKey: break
      default: Issue.record("\(what): \(error)")
      }
    }
  }

  @Test func eachOlderRowAloneIsNoticedWithItsOldNonce() async throws {
    let sample = try await SampleVault.make(in: folder)
    let old = try rows(sample)
    try await change(sample)
    let new = try rows(sample)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sample.path))
    var tried = 0
    for row in old where !new.contains(row) {
      let place = "kind=\(row[0].integer) AND id=\(sql(row[1].bytes)) AND idx=\(row[2].integer)"
      let database = try RawDatabase(path: sample.path)
      try database.run("DELETE FROM sealed WHERE \(place)")
      try database.run(
        "INSERT INTO sealed VALUES(\(row[0].integer),\(sql(row[1].bytes)),\(row[2].integer),\(row[3].integer),"
          + "\(row[4].integer),\(sql(row[5].bytes)),\(sql(row[6].bytes)),\(sql(row[7].bytes)))")
      try await expectDamage(sample, "the old row of kind \(row[0].integer)")
      try bytes.write(to: URL(fileURLWithPath: sample.path))
      tried += 1
    }
    // An item, a collection, the manifest and what goes with them.
    #expect(tried >= 3)
    _ = try await sample.open()
  }

  @Test func eachNewRowThatIsTakenOutIsNoticed() async throws {
    let sample = try await SampleVault.make(in: folder)
    try await change(sample)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sample.path))
    for row in try rows(sample) {
      try RawDatabase(path: sample.path).run(
        "DELETE FROM sealed WHERE kind=\(row[0].integer) AND id=\(sql(row[1].bytes)) AND idx=\(row[2].integer)"
      )
      try await expectDamage(sample, "a missing row of kind \(row[0].integer)")
      try bytes.write(to: URL(fileURLWithPath: sample.path))
    }
  }

  @Test(arguments: ["ciphertext", "nonce", "tag", "nonce,tag,ciphertext"])
  func exchangedPartsOfTwoRowsAreNoticed(_ columns: String) async throws {
    let sample = try await SampleVault.make(in: folder)
    let database = try RawDatabase(path: sample.path)
    let rows = try database.run("SELECT id,\(columns) FROM sealed WHERE kind=1 ORDER BY id LIMIT 2")
    let names = columns.split(separator: ",")
    for (from, to) in [(0, 1), (1, 0)] {
      let values = names.indices.map { "\(names[$0])=\(sql(rows[from][$0 + 1].bytes))" }
      try database.run(
        "UPDATE sealed SET \(values.joined(separator: ",")) WHERE kind=1 AND id=\(sql(rows[to][0].bytes))")
    }
    try await expectDamage(sample, "exchanged \(columns)")
  }

  @Test(arguments: ["a new slot", "another key"])
  func theHeaderOfAnOlderCopyIsNoticed(_ change: String) async throws {
    let sample = try await SampleVault.make(in: folder)
    let old = try RawDatabase(path: sample.path).run("SELECT bytes,sha256 FROM header")
    let store = try await sample.open()
    if change == "another key" {
      try await store.rotate(keys: [])
    } else {
      _ = try await store.addSlot(.recipient(sample.identity.publicKey))
    }
    try RawDatabase(path: sample.path).run(
      "UPDATE header SET bytes=\(sql(old[0][0].bytes)),sha256=\(sql(old[0][1].bytes))")
    try await expectDamage(sample, "the header before \(change)")
  }

  @Test func noLengthOfTheFileGivesOtherContent() async throws {
    let sample = try await SampleVault.make(in: folder)
    let expected = try await VaultContents.of(try await sample.open())
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    let files =
      stride(from: 0, to: whole.count, by: 1024).map { Array(whole.prefix($0)) }
      + [[0], [UInt8](repeating: 0, count: 8192), [UInt8](repeating: 0xA5, count: 20_000), whole].map {
        whole + $0
      }
    for bytes in files {
      try Data(bytes).write(to: URL(fileURLWithPath: sample.path))
      do {
        let contents = try await VaultContents.of(try await sample.open())
        // What comes after the last page means nothing.
        #expect(bytes.count > whole.count && contents == expected, "\(bytes.count) bytes")
      } catch let error as VaultError {
        if case .damaged = error { continue }
        Issue.record("\(bytes.count) bytes: \(error)")
      }
    }
  }

  @Test func trailingBytesAreGoneOrHarmlessAfterAChange() async throws {
    let sample = try await SampleVault.make(in: folder)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    try Data(whole + [UInt8](repeating: 0xA5, count: 20_000)).write(to: URL(fileURLWithPath: sample.path))
    do { try await change(sample) } catch VaultError.damaged { return }
    let store = try await sample.open()
    #expect(try await store.check().isSound)
    #expect(try await VaultContents.of(store).items[Identifier([2])]?.item.title == "changed")
  }
}
