import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

@Suite struct ImportCaseTests {
  @Test(arguments: [
    "B027-nfc-nfd.csv", "B038-ports.csv", "B040-idn.csv", "B093-left.json", "B095-same-twice.csv",
    "B097-paths-www.csv", "B099-same-titles.csv", "B056-incoming.json", "B102-one-bad-row.csv",
    "B100-ten-thousand.csv",
  ])
  func printCase(_ name: String) async throws {
    let bytes = try SharedFiles.bytes("cases/bugs/\(name)")
    let store = MemoryVaultStore()
    let source = try ImportSource(bytes, name: name)
    let importer = VaultImporter(store)
    let clock = ContinuousClock()
    for _ in 0..<2 {
      let start = clock.now
      let r = try await importer.import(source, ImportOptions(now: Timestamp(1)))
      print(name, r.items, r.values, clock.now - start)
      if r.actions.count < 10 {
        for a in r.actions {
          print(
            "   ", a.kind, a.grade, a.title.string, a.reason, a.into as Any,
            a.changes.map { "\($0.what) \($0.kind)" }, a.isConflict)
        }
      }
      for f in r.findings.prefix(8) { print("     F", f.code.name, f.message, f.action) }
    }
    let c = try await store.read { try await $0.collections() }
    print(c.map { ($0.collection.title.string, $0.parent as Any) })
  }
}
