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

  @Test(arguments: VaultContract.checks.filter { !KeyPromises.names.contains($0.name) })
  func promisesHoldForWhoOpensTheFileAnew(_ check: VaultContract.Check) async throws {
    let fixture = try DatabaseFixture()
    try await check.run { try ReopeningStore(fixture) }
  }
}

/// Promises about match keys, which a store need not keep.
enum KeyPromises {
  static let names: Set<String> = []
}
