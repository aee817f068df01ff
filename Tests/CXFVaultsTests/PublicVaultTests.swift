import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// What a program that uses the library sees of vaults in files.
@Suite struct PublicVaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aVaultIsCreatedAndOpenedByItsPassphrase() async throws {
    let path = folder.path("home.cxfvault")
    let created = try await CXFVault.create(path, passphrase: Array("e\u{301}tude".utf8))
    let item = Item(id: Identifier([1]), title: "One")
    try await created.write { try await $0.put([VaultItem(item: item)], keys: [MatchKeys()], scheme: 1) }
    // The other spelling of the same letter.
    let opened = try await CXFVault.open(path, passphrase: Array("\u{E9}tude".utf8))
    #expect(try await opened.read { try await $0.items([Identifier([1])]).map(\.item) } == [item])
    await #expect(throws: VaultError.wrongKey) {
      _ = try await CXFVault.open(path, passphrase: Array("etude".utf8))
    }
    await #expect(throws: VaultError.self) { _ = try await CXFVault.create(path, passphrase: [1]) }
  }

  @Test func whatIsNoKeyIsRefused() async throws {
    let path = folder.path("keys.cxfvault")
    #expect(throws: VaultError.invalidChange("recipient 1 is no public key of age")) {
      try CXFVault.create(path, recipients: ["age1nothing"])
    }
    await #expect(throws: VaultError.self) { _ = try await CXFVault.open(path, identity: [1, 2]) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
