import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct ConcurrencyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func item(_ number: UInt8) -> VaultItem {
    VaultItem(item: Item(id: Identifier([0x77, number]), title: "t"))
  }

  @Test func aSecondWriterIsToldWhoIsBusy() async throws {
    let sample = try await SampleVault.make(in: folder)
    let first = try await sample.open()
    let second = try await sample.open()
    try await first.write { transaction in
      try await transaction.put([item(1)], keys: [MatchKeys()], scheme: 1)
      do {
        try await second.write { try await $0.put([item(2)], keys: [MatchKeys()], scheme: 1) }
        Issue.record("both wrote at once")
      } catch VaultError.busy(let owner) {
        #expect(owner == "test (process \(ProcessInfo.processInfo.processIdentifier)) is changing the vault")
      }
      // Looking is allowed, and sees the state before.
      let count = try await second.read { try await $0.itemCount() }
      #expect(count == 2)
    }
    try await second.write { try await $0.put([item(2)], keys: [MatchKeys()], scheme: 1) }
    #expect(try await first.read { try await $0.itemCount() } == 4)
    #expect(folder.names == ["sample.cxfvault"])
  }

  @Test func aPatientWriterWaits() async throws {
    let sample = try await SampleVault.make(in: folder)
    let stores = [
      try await sample.open(patience: .seconds(20)), try await sample.open(patience: .seconds(20)),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        let store = stores[number % 2]
        group.addTask {
          try await store.write { try await $0.put([item(UInt8(number))], keys: [MatchKeys()], scheme: 1) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await stores[0].read { try await $0.itemCount() } == 8)
    #expect(try await stores[1].check().isSound)
  }

  @Test func waitingForAWriterEndsWithTheTask() async throws {
    let sample = try await SampleVault.make(in: folder)
    let first = try await sample.open()
    let second = try await sample.open(patience: .seconds(60))
    try await first.write { transaction in
      let waiting = Task { try await second.write { try await $0.remove([Identifier([1])]) } }
      await Task.yield()
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
    }
    #expect(try await second.read { try await $0.itemCount() } == 2)
  }

  @Test func aLockFileThatIsLeftOverMeansNothing() async throws {
    let sample = try await SampleVault.make(in: folder)
    try Data("1 gone\n".utf8).write(to: URL(fileURLWithPath: sample.path + ".lock"))
    let store = try await sample.open()
    try await store.write { try await $0.remove([Identifier([1])]) }
    #expect(folder.names == ["sample.cxfvault"])
  }

  @Test func aChangeWithinAChangeIsRefused() async throws {
    let sample = try await SampleVault.make(in: folder)
    let store = try await sample.open()
    try await store.write { transaction in
      _ = try await transaction.itemCount()
      do {
        try await store.write { _ in }
        Issue.record("not refused")
      } catch VaultError.invalidChange {}
    }
  }

  @Test func transactionsEndWithTheirBody() async throws {
    let sample = try await SampleVault.make(in: folder)
    let store = try await sample.open()
    let snapshot = try await store.read { $0 }
    await #expect(throws: VaultError.self) { _ = try await snapshot.itemCount() }
    let transaction = try await store.write { $0 }
    await #expect(throws: VaultError.self) { try await transaction.remove([Identifier([1])]) }
    try await store.write { other in
      await #expect(throws: VaultError.self) { try await transaction.remove([Identifier([1])]) }
      _ = try await other.itemCount()
    }
  }

  @Test func anotherFileInItsPlaceIsSeen() async throws {
    let sample = try await SampleVault.make(in: folder)
    let store = try await sample.open()
    // A program that brings files up to date puts an older copy in place, as another file.
    let copy = folder.path("copy")
    try FileManager.default.copyItem(atPath: sample.path, toPath: copy)
    try await store.write { try await $0.remove([Identifier([1])]) }
    #expect(try await store.read { try await $0.itemCount() } == 1)
    #expect(rename(copy, sample.path) == 0)
    #expect(try await store.read { try await $0.itemCount() } == 2)
    try await store.write { try await $0.put([item(1)], keys: [MatchKeys()], scheme: 1) }
    #expect(try await sample.open().read { try await $0.itemCount() } == 3)
  }

  @Test func symbolicLinksLeadToOneVaultAndOneLock() async throws {
    let sample = try await SampleVault.make(in: folder)
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sample.path)
    let linked = try await VaultFile.open(path: link, key: sample.key, access: VaultAccess(patience: .zero))
    let store = try await sample.open()
    try await store.write { transaction in
      _ = try await transaction.itemCount()
      await #expect(throws: VaultError.self) { try await linked.write { _ in } }
    }
    try await linked.write { try await $0.remove([Identifier([1])]) }
    #expect(try await store.read { try await $0.itemCount() } == 1)
    #expect(folder.names == ["link", "sample.cxfvault"])
  }
}
