internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultContract {
  static var changeChecks: [Check] {
    [
      Check("the generation counts changes") { try await generationCounts($0) },
      Check("a change that throws changes nothing") { try await throwingChangesNothing($0) },
      Check("a cancelled change changes nothing") { try await cancellingChangesNothing($0) },
      Check("a change sees what it did") { try await changesSeeThemselves($0) },
      Check("a snapshot does not change") { try await snapshotsStay($0) },
      Check("changes run one after the other") { try await changesAreSerial($0) },
      Check("readers never see half a change") { try await readersSeeWholeChanges($0) },
    ]
  }

  private static func generationCounts(_ store: some VaultStore) async throws {
    func generation() async throws -> UInt64 { try await store.read { try await $0.generation() } }
    let first = try await generation()
    try await store.write { try await $0.put([Sample.item(1)]) }
    try expect(try await generation() == first + 1, "one more after a change")
    try await store.write { _ = try await $0.itemCount() }
    try expect(try await generation() == first + 1, "the same after a change of nothing")
    try await store.write { try await $0.put([Sample.item(1)]) }
    try expect(try await generation() == first + 1, "the same where an equal item is put")
    try await store.write { try await $0.begin(Sample.entry(1)) }
    try expect(try await generation() == first + 2, "one more after an import that changes nothing")
    try await store.write { transaction in
      try await transaction.put([Sample.item(2)])
      try await transaction.put([Sample.item(3)])
      try await transaction.remove([Sample.id(1)])
    }
    try expect(try await generation() == first + 3, "one more for many calls in one change")
  }

  private struct Interruption: Error {}

  /// Changes of every kind.
  @Sendable private static func changeAll(_ transaction: some VaultTransaction) async throws {
    try await transaction.begin(Sample.entry(9))
    try await transaction.put([Sample.item(1, title: "other"), Sample.item(5)])
    try await transaction.put([Sample.collection(1, title: "other"), Sample.collection(5)])
    try await transaction.put([Sample.account(1, username: "other")])
    try await transaction.put([Sample.provenance(1, item: 5, digest: 99)])
    try await transaction.remove([Sample.id(2)])
    try await transaction.put([ItemMatchKeys(id: Sample.id(3), keys: Sample.keys(99))], scheme: Sample.scheme)
    let blob = try BlobSample(3, id: 9)
    try await blob.put(transaction)
    try await transaction.put([blob.item(6)])
  }

  private static func fill(_ store: some VaultStore) async throws {
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put([Sample.item(1), Sample.item(2), Sample.item(3)])
      try await transaction.put([Sample.collection(1)])
      try await transaction.put([Sample.account(1)])
      try await transaction.put([Sample.provenance(1, item: 1, digest: 1)])
    }
  }

  private static func expectUnchanged(_ store: some VaultStore, _ change: () async throws -> Void)
    async throws
  {
    let ids = [Sample.provenance(1, item: 1, digest: 1).id]
    func state() async throws -> (Contents, [ImportEntry], [Identifier: MatchKeys], UInt64) {
      let contents = try await Contents.of(store, provenance: ids)
      return try await store.read { snapshot in
        (
          contents, try await snapshot.imports(), try await snapshot.allKeys(Sample.scheme),
          try await snapshot.generation()
        )
      }
    }
    let before = try await state()
    try await change()
    let after = try await state()
    try expect(before.0 == after.0, "the same records and blobs")
    try expect(before.1 == after.1, "the same history")
    try expect(before.2 == after.2, "the same match keys")
    try expect(before.3 == after.3, "the same generation")
    try await expectError("the blob is not there", where: { $0 is VaultError }) {
      _ = try await store.read { try await $0.blobChunk(try BlobSample(3, id: 9).id, 0) }
    }
  }

  private static func throwingChangesNothing(_ store: some VaultStore) async throws {
    try await fill(store)
    try await expectUnchanged(store) {
      try await expectError("the error of the body", where: { $0 is Interruption }) {
        try await store.write { transaction in
          try await changeAll(transaction)
          throw Interruption()
        }
      }
    }
  }

  private static func cancellingChangesNothing(_ store: some VaultStore) async throws {
    try await fill(store)
    try await expectUnchanged(store) {
      let task = Task {
        try await store.write { transaction in
          try await changeAll(transaction)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      try await expectError("the error of cancellation", where: { $0 is CancellationError }) {
        try await task.value
      }
    }
    try await store.write { try await $0.put([Sample.item(50)]) }
    try expect(
      try await store.read { try await $0.items([Sample.id(50)]).count } == 1, "changes afterwards work")
  }

  private static func changesSeeThemselves(_ store: some VaultStore) async throws {
    try await fill(store)
    try await store.write { transaction in
      try await changeAll(transaction)
      let ids = [Sample.provenance(1, item: 1, digest: 1).id]
      let contents = try await Contents.of(snapshot: transaction, provenance: ids)
      try expect(contents.items[Sample.id(1)] == Sample.item(1, title: "other"), "the replaced item")
      try expect(contents.items[Sample.id(2)] == nil, "no removed item")
      try expect(contents.items[Sample.id(5)] != nil && contents.items[Sample.id(6)] != nil, "new items")
      try expect(contents.collections.count == 2, "the new collection")
      try expect(contents.accounts.values.map(\.account.username) == ["other"], "the replaced account")
      try expect(contents.provenance.values.map(\.digests) == [[99, 0]], "the new provenance")
      try expect(contents.blobs.values.map(\.count) == [3], "the new blob")
      try expect(
        try await transaction.allKeys(Sample.scheme)[Sample.id(3)] == Sample.keys(99), "the new match keys")
      try expect(try await transaction.imports().last?.id == Sample.entry(9).id, "the new import")
    }
  }

  private static func snapshotsStay(_ store: some VaultStore) async throws {
    try await fill(store)
    let change = try await store.read { snapshot in
      let before = try await Contents.of(snapshot: snapshot)
      let generation = try await snapshot.generation()
      let change = Task { try await store.write { try await changeAll($0) } }
      for _ in 0..<20 {
        await Task.yield()
        try expect(try await Contents.of(snapshot: snapshot) == before, "the same content while it is read")
      }
      try expect(try await snapshot.generation() == generation, "the same generation while it is read")
      return change
    }
    try await change.value
    try expect(
      try await store.read { try await $0.items([Sample.id(5)]).count } == 1, "the change afterwards")
  }

  private static func changesAreSerial(_ store: some VaultStore) async throws {
    try await store.write { try await $0.put([Sample.item(1, title: "0")]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await store.write { transaction in
            let title = try await transaction.items([Sample.id(1)]).first?.item.title.string ?? ""
            await Task.yield()
            try await transaction.put([Sample.item(1, title: "\((Int(title) ?? 0) + 1)")])
          }
        }
      }
      try await group.waitForAll()
    }
    let title = try await store.read { try await $0.items([Sample.id(1)]).first?.item.title }
    try expect(title == "8", "no change lost")
  }

  private static func readersSeeWholeChanges(_ store: some VaultStore) async throws {
    let readers = try await store.write { transaction in
      var readers: [Task<Int, any Error>] = []
      for batch in 0..<5 {
        try await transaction.put((0..<10).map { Sample.item(batch * 10 + $0) })
        readers.append(Task { try await store.read { try await $0.itemCount() } })
        await Task.yield()
      }
      return readers
    }
    for reader in readers {
      let count = try await reader.value
      try expect(count == 0 || count == 50, "all items or none, not \(count)")
    }
    try expect(try await store.read { try await $0.itemCount() } == 50, "all items afterwards")
  }
}
