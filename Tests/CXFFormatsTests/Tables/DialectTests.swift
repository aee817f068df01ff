import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Random vaults, written by a model of each product's writer, come back as they were.
@Suite struct DialectTests {
  static let models: [DialectModel] =
    (SimpleDialects.browsers + SimpleDialects.managers + KindDialects.bitwarden + KindDialects.onePassword
    + KindDialects.dashlane + KindDialects.nordPass + KindDialects.proton + FormDialects.lastPass
    + FormDialects.keeper + FormDialects.enpass + FormDialects.roboForm + FormDialects.mSecure
    + FormDialects.zoho + FormDialects.json + ManagerDialects.all + ManagerDialects.myki).map(\.model)
    + TextDialects.all

  /// Nobody adds a format without saying how its product writes.
  @Test func eachTableAndTextHasAModel() {
    let modelled = Set(Self.models.map(\.id))
    #expect(DelimitedFormats.all.map(\.id).filter { !modelled.contains($0) } == [])
    #expect(DelimitedFormats.all.count >= 56)
  }

  @Test(arguments: models)
  func aVaultComesBackAsItWas(_ model: DialectModel) throws {
    for seed in 1...UInt64(model.vaults) {
      var random = SeededGenerator(seed: seed)
      let vault = model.write(&random)
      let reading = try TableReading(vault.bytes, as: model.id)
      let conversion = try reading.converted(.init(timestamp: 1, includesTrash: true))
      let document = try VaultFacts(conversion.bytes)
      let found = document.items
      #expect(found.count == vault.items.count, "seed \(seed)")
      for (number, (found, wanted)) in zip(found, vault.items).enumerated() {
        guard let difference = Self.difference(found, wanted) else { continue }
        Issue.record("seed \(seed), item \(number + 1): \(difference)")
        return
      }
      let folders = document.folders
      #expect(vault.folders.allSatisfy { folders.contains(Text($0)) }, "seed \(seed)")
      #expect(conversion.values.isBalanced && conversion.values.lost == 0, "seed \(seed)")
      #expect(reading.reading.failed == 0, "seed \(seed)")
      let codes = Set(conversion.findings.map(\.code.name))
      #expect(codes.isDisjoint(with: Self.faults), "seed \(seed): \(codes)")
      if model.isDistinctive, seed <= 2 {
        #expect(try FormatTable.detect(SourceFile(name: "x", bytes: vault.bytes)).format.id == model.id)
      }
    }
  }

  /// What nothing that a product writes may cause.
  private static let faults: Set<String> = [
    "account-mismatch", "unknown-kind", "text-after-quote",
  ]

  /// What one side says and the other does not; nil where they agree.
  private static func difference(_ found: Facts, _ wanted: Facts) -> String? {
    var (found, wanted) = (found, wanted)
    if wanted.counts[Text("title=*")] != nil {
      // Something must stand in for the title.
      guard found.says("title") else { return "no title" }
      found.forget("title")
      wanted.forget("title")
    }
    guard found != wanted else { return nil }
    return "lacks \(wanted.beyond(found)), has \(found.beyond(wanted))"
  }

  /// Cut off anywhere, or with any byte changed, a file is read or refused, and its account balances.
  @Test(arguments: models.filter { $0.id != "samsung-spass" })
  func damageNeverUnbalancesTheAccount(_ model: DialectModel) throws {
    for seed in UInt64(1)...3 {
      var random = SeededGenerator(seed: 1000 + seed)
      var bytes = model.write(&random).bytes
      for _ in 0..<random.int(1...3) {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...3) {
        case 0: bytes[index] = UInt8(random.int(0...255))
        case 1: bytes.insert(random.pick(Array("\",;\n\r\\\u{0}".utf8)), at: index)
        case 2: bytes.remove(at: index)
        default: bytes.removeSubrange(index...)
        }
        if bytes.isEmpty { bytes = [0x0A] }
      }
      do {
        let conversion = try TableReading(bytes, as: model.id).conversion
        #expect(conversion.values.isBalanced, "seed \(seed)")
        #expect(!conversion.findings.contains { $0.code == .accountMismatch }, "seed \(seed)")
      } catch is FormatError {
        continue
      }
    }
  }
}
