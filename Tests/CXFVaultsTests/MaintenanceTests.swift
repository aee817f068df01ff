import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct MaintenanceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func passphrase(_ text: String) -> VaultKey { .passphrase(SecretBytes(copying: text.utf8)) }

  private func opens(_ sample: SampleVault, _ key: VaultKey) async throws -> Bool {
    do {
      _ = try await VaultFile.open(path: sample.path, key: key, access: VaultAccess(patience: .zero))
      return true
    } catch VaultError.wrongKey {
      return false
    }
  }

  @Test func slotsAreAddedListedAndRemoved() async throws {
    let sample = try await SampleVault.make(in: folder)
    let contents = try await VaultContents.of(try await sample.open())
    let store = try await sample.open()
    let other = try X25519PrivateKey.generate()
    let first = try await store.addSlot(.passphrase(passphrase("one"), .minimum))
    let second = try await store.addSlot(.recipient(other.publicKey))
    let slots = try await store.slots()
    #expect(slots.map(\.kind) == [.recipient, .passphrase, .recipient])
    #expect(slots[1].id == first && slots[1].keyDerivation == .minimum)
    #expect(slots[2].id == second && slots[2].recipient == other.publicKey)
    #expect(slots[0].id == store.openedSlot)
    #expect(try await opens(sample, passphrase("one")))
    #expect(try await opens(sample, .identities([other])))
    try await store.removeSlot(first)
    #expect(try await !opens(sample, passphrase("one")))
    try await store.removeSlot(store.openedSlot)
    #expect(try await !opens(sample, sample.key))
    await #expect(throws: VaultError.self) { try await store.removeSlot(second) }
    await #expect(throws: VaultError.self) { try await store.removeSlot(first) }
    #expect(try await VaultContents.of(store) == contents)
    #expect(try await store.check().isSound)
  }

  @Test func noMoreThanSixteenSlots() async throws {
    let sample = try await SampleVault.make(in: folder)
    let store = try await sample.open()
    for _ in 1..<16 { _ = try await store.addSlot(.recipient(sample.identity.publicKey)) }
    await #expect(throws: VaultError.self) {
      _ = try await store.addSlot(.recipient(sample.identity.publicKey))
    }
    #expect(try await store.slots().count == 16)
  }

  @Test func aNewPassphraseReplacesTheOldOne() async throws {
    let sample = try await SampleVault.make(
      in: folder, extraSlots: [.passphrase(passphrase("old"), .minimum)])
    let store = try await VaultFile.open(path: sample.path, key: passphrase("old"))
    let contents = try await VaultContents.of(store)
    try await store.changePassphrase(to: passphrase("new"), keyDerivation: .minimum)
    #expect(try await !opens(sample, passphrase("old")))
    #expect(try await opens(sample, passphrase("new")))
    #expect(try await opens(sample, sample.key))
    #expect(try await VaultContents.of(store) == contents)
    let byIdentity = try await sample.open()
    await #expect(throws: VaultError.self) { try await byIdentity.changePassphrase(to: passphrase("x")) }
  }

  @Test func rotationKeepsContentAndChangesEverythingElse() async throws {
    let sample = try await SampleVault.make(in: folder, extraSlots: [.passphrase(passphrase("p"), .minimum)])
    let store = try await sample.open()
    let reader = try await sample.open()
    let contents = try await VaultContents.of(store)
    let before = try RawDatabase(path: sample.path).run("SELECT nonce,tag,ciphertext,id FROM sealed")
    try await store.rotate(keys: [passphrase("p")])
    #expect(try await VaultContents.of(store) == contents)
    #expect(try await VaultContents.of(try await sample.open()) == contents)
    #expect(try await opens(sample, passphrase("p")))
    let check = try await store.check()
    #expect(check.isSound, "\(check.problems)")
    let after = try RawDatabase(path: sample.path).run("SELECT nonce,tag,ciphertext,id FROM sealed")
    #expect(after.count == before.count)
    #expect(Set(after.map { hexText($0[0].bytes) }).isDisjoint(with: before.map { hexText($0[0].bytes) }))
    #expect(Set(after.map { hexText($0[2].bytes) }).isDisjoint(with: before.map { hexText($0[2].bytes) }))
    // Only blobs and the manifest keep their ids.
    #expect(
      Set(after.map { hexText($0[3].bytes) }).intersection(before.map { hexText($0[3].bytes) }).count == 2)
    // Who has the old key must open anew.
    await #expect(throws: VaultError.wrongKey) { _ = try await reader.read { try await $0.itemCount() } }
    // Undo still works, exactly.
    guard let id = SampleVault.importID else { return }
    try await store.write { try await $0.undo(id, at: Timestamp(1)) }
    #expect(try await store.read { try await $0.itemCount() } == 1)
    #expect(try await store.check().isSound)
  }

  @Test func rotationAsksBeforeItDropsSlots() async throws {
    let sample = try await SampleVault.make(in: folder, extraSlots: [.passphrase(passphrase("p"), .minimum)])
    let store = try await sample.open()
    await #expect(throws: VaultError.self) { try await store.rotate(keys: []) }
    await #expect(throws: VaultError.self) { try await store.rotate(keys: [passphrase("wrong")]) }
    #expect(try await opens(sample, passphrase("p")))
    let slots = try await store.slots()
    try await store.rotate(keys: [], dropping: [slots[1].id])
    #expect(try await store.slots().map(\.id) == [slots[0].id])
    #expect(try await !opens(sample, passphrase("p")))
    #expect(try await opens(sample, sample.key))
  }

  @Test func compactingKeepsContentAndGivesRoomBack() async throws {
    let sample = try await SampleVault.make(in: folder)
    let store = try await sample.open()
    for round in 0..<3 {
      try await store.write { transaction in
        let items = (0..<300).map { number in
          VaultItem(
            item: Item(
              id: Identifier([8, UInt8(number % 256), UInt8(number / 256)]), title: Text("\(round)")))
        }
        try await transaction.put(items, keys: items.map { _ in MatchKeys([7]) }, scheme: SampleVault.scheme)
      }
    }
    try await store.write { transaction in
      try await transaction.remove((0..<290).map { Identifier([8, UInt8($0 % 256), UInt8($0 / 256)]) })
    }
    let contents = try await VaultContents.of(store)
    func pages() throws -> Int64 {
      try RawDatabase(path: sample.path).run("SELECT count(*) FROM sealed WHERE kind=4")[0][0].integer
    }
    let (count, size) = (try pages(), try fileSize(sample.path))
    try await store.compact()
    #expect(try pages() == count - 2)
    #expect(try fileSize(sample.path) < size)
    #expect(try await VaultContents.of(store) == contents)
    let check = try await store.check()
    #expect(check.isSound, "\(check.problems)")
    #expect(folder.names == ["sample.cxfvault"])
  }

  private func fileSize(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
