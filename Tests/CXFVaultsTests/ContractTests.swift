import CXFCrypto
import CXFTestSupport
import CXFVaultContract
import CXFVaults
import Testing

@Suite struct ContractTests {
  @Test(arguments: VaultContract.checks)
  func memoryKeepsPromise(_ check: VaultContract.Check) async throws {
    try await check.run { MemoryVaultStore() }
  }

  @Test(arguments: VaultContract.checks)
  func filesKeepPromise(_ check: VaultContract.Check) async throws {
    let folder = try TemporaryFolder()
    let identity = try X25519PrivateKey.generate()
    let path = folder.path("contract.cxfvault")
    try VaultFile.create(path: path, slots: [.recipient(identity.publicKey)])
    // A process that another test starts may hold on to a lock file between being forked and running its program.
    let access = VaultAccess(program: "contract", patience: .seconds(5))
    try await check.run { try await VaultFile.open(path: path, key: .identities([identity]), access: access) }
    let store = try await VaultFile.open(path: path, key: .identities([identity]), access: access)
    _ = try await store.read { try await $0.generation() }
  }
}

extension ContractTests {
  @Test(arguments: Fault.allCases)
  func everyFaultIsFound(_ fault: Fault) async throws {
    var violations: [String] = []
    for check in VaultContract.checks where violations.isEmpty {
      do {
        try await check.run { FaultyStore(fault: fault) }
      } catch {
        violations.append("\(error)")
      }
    }
    #expect(!violations.isEmpty)
  }
}
