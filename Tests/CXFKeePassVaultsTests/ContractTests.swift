import CXFCrypto
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaultContract
import CXFVaults
import Testing

@Suite struct ContractTests {
  @Test(arguments: VaultContract.checks)
  func databasesKeepPromise(_ check: VaultContract.Check) async throws {
    let fixture = try DatabaseFixture()
    try await check.run { try fixture.store() }
    // What was promised holds for who opens the file anew, too.
    let store = try fixture.store()
    _ = try await store.read { try await $0.generation() }
  }
}
