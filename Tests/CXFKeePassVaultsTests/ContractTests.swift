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
  }

  @Test(arguments: VaultContract.checks)
  func promisesHoldForWhoOpensTheFileAnew(_ check: VaultContract.Check) async throws {
    let fixture = try DatabaseFixture()
    try await check.run { ReopeningStore(fixture) }
  }
}
