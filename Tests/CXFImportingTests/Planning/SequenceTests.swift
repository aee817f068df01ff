import CXFFormats
import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// Random sequences of imports, applied plans, deduplications and undoing, over small worlds in which items meet.
@Suite struct SequenceTests {
  /// What the vault held before an entry of its history, to compare with when that entry is undone.
  private struct Step {
    var id: ImportID
    var before: Contents
  }

  private func source(_ header: Header) throws -> ImportSource {
    try ImportSource(CXFEncoder().encode(header), name: "world.json")
  }

  @Test(arguments: UInt64(1)...6)
  func nothingVanishesAndUndoingAllGivesTheEmptyVaultBack(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 7919)
    var worlds = [
      SmallWorld(seed: seed), SmallWorld(seed: seed + 100), SmallWorld(seed: seed + 200, name: "stranger"),
    ]
    var headers = worlds.indices.map {
      worlds[$0].header(items: 8, provider: "p\($0).example", account: "a\($0)")
    }
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    let empty = try await Contents(store)
    var steps: [Step] = []
    for number in 0..<12 {
      let now = Timestamp(1_800_000_000 + UInt64(number))
      let policy = ConflictPolicy.allCases[random.int(0...3)]
      let options = ImportOptions(policy: policy, now: now)
      let before = try await Contents(store)
      let texts = before.texts
      let choice = random.int(0...9)
      var result: ImportResult?
      switch choice {
      case 0...4, 7, 8:
        let place = random.int(0...2)
        if random.oneIn(2) { headers[place] = worlds[place].later(than: headers[place]) }
        let source = try source(headers[place])
        if choice < 5 {
          result = try await importer.import(source, options)
        } else {
          let (plan, dry) = try await importer.plan(source, options)
          let read = try ImportPlan(json: plan.json)
          result = try await importer.apply(read, source, options)
          #expect(result?.items == dry.items, "a plan that was kept does what was planned")
          #expect(result?.values == dry.values)
          #expect(result?.findings == dry.findings)
        }
      case 5, 6: result = try await importer.dedupe(options)
      default:
        guard let step = steps.popLast() else { continue }
        _ = try await importer.undo(step.id, at: now)
        #expect(try await Contents(store) == step.before)
        continue
      }
      let after = try await Contents(store)
      #expect(texts.subtracting(after.texts).isEmpty, "\(choice) made values of the vault vanish")
      let done = try #require(result)
      let items = done.items
      #expect(items.total == items.created + items.merged + items.identical + items.skipped + items.failed)
      let values = done.values
      #expect(values.total == values.carried + values.converted + values.repaired + values.lost)
      #expect(values.lost == 0)
      let named = done.findings.count { [.conflict, .ambiguousMatch].contains($0.code) }
      #expect(named == items.conflicts)
      try expectLinksHold(after)
      steps.append(Step(id: try #require(done.id), before: before))
    }
    while let step = steps.popLast() {
      _ = try await importer.undo(step.id, at: Timestamp(1_900_000_000))
      #expect(try await Contents(store) == step.before)
    }
    #expect(try await Contents(store) == empty)
  }

  /// An import in the middle can be undone only where that takes nothing away that others brought.
  @Test(arguments: UInt64(1)...6)
  func undoingInAnyOrderNeverTakesAwayWhatStays(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 104_729)
    var worlds = [SmallWorld(seed: seed), SmallWorld(seed: seed)]
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    var ids: [ImportID] = []
    for number in 0..<6 {
      let options = ImportOptions(now: Timestamp(1_800_000_000 + UInt64(number)))
      let place = number % 2
      let header = worlds[place].header(items: 6, provider: "p\(place).example")
      ids.append(try #require(try await importer.import(source(header), options).id))
      if number == 3 { ids.append(try #require(try await importer.dedupe(options).id)) }
    }
    while !ids.isEmpty {
      let id = ids[random.int(0...(ids.count - 1))]
      do {
        _ = try await importer.undo(id, at: Timestamp(1_900_000_000))
        ids.removeAll { $0 == id }
        try expectLinksHold(try await Contents(store))
      } catch ImportError.blockedUndo(let blocked, let by) {
        #expect(blocked == id && !by.isEmpty)
        #expect(by.allSatisfy { ids.contains($0) && $0 != id })
        // The newest is never blocked.
        let newest = try #require(ids.last)
        _ = try await importer.undo(newest, at: Timestamp(1_900_000_000))
        ids.removeLast()
      }
    }
    let rest = try await Contents(store)
    #expect(rest.items.isEmpty && rest.collections.isEmpty && rest.accounts.isEmpty)
  }

  /// Items are in collections that are there, and those in collections that are there.
  private func expectLinksHold(_ contents: Contents) throws {
    let ids = Set(contents.collections.map(\.id))
    for item in contents.items.values { #expect(item.collections.allSatisfy(ids.contains)) }
    for collection in contents.collections {
      #expect(collection.parent.map(ids.contains) ?? true)
      #expect(contents.items[collection.id] == nil)
    }
  }
}
