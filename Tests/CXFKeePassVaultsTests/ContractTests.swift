import CXFCrypto
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaultContract
import CXFVaults
import Testing

@Suite struct ContractTests {
  /// About thousands of items, which the other test does as well, and one store is enough for.
  private static let large = [
    "match keys of many items come in pages", "pages give every item once", "large imports can be undone",
  ]

  @Test(arguments: VaultContract.checks.filter { !large.contains($0.name) })
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
