internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultContract {
  static var keyChecks: [Check] {
    [
      Check("match keys are kept by scheme, or said to be missing") { try await keysByScheme($0) },
      Check("match keys never outlive the content they are of") { try await keysFollowContent($0) },
      Check("the latest match keys count") { try await latestKeysCount($0) },
      Check("match keys of many items come in pages") { try await keysInPages($0) },
      Check("the latest provenance counts, and undoing brings the earlier back") { try await provenance($0) },
    ]
  }

  /// A store may as well not keep match keys; what it keeps must be right, and the rest must be named.
  private static func expectKeys(
    _ store: some VaultStore, _ scheme: UInt64, _ expected: [Identifier: MatchKeys], _ when: String
  ) async throws {
    try await store.read { snapshot in
      let kept = try await snapshot.allKeys(scheme)
      for (id, keys) in kept { try expect(expected[id] == keys, "match keys as they were put, \(when)") }
      let missing = try await snapshot.itemsWithoutKeys(scheme: scheme)
      try expect(Set(missing).count == missing.count, "each item without keys once, \(when)")
      let all = Set(try await Contents.of(snapshot: snapshot).items.keys)
      try expect(Set(missing) == all.subtracting(kept.keys), "all items without keys are named, \(when)")
    }
  }

  private static func keysByScheme(_ store: some VaultStore) async throws {
    try await store.write { transaction in
      try await transaction.put(
        [Sample.item(1), Sample.item(2)], keys: [Sample.keys(1), MatchKeys()], scheme: Sample.scheme)
      try await transaction.put([Sample.collection(1)])
      try await transaction.put([Sample.account(1)])
    }
    let expected = [Sample.id(1): Sample.keys(1), Sample.id(2): MatchKeys()]
    try await expectKeys(store, Sample.scheme, expected, "after putting")
    try await expectKeys(store, Sample.otherScheme, [:], "for a scheme that nobody put")
    try await store.write { transaction in
      try await transaction.put(
        [ItemMatchKeys(id: Sample.id(1), keys: Sample.keys(7))], scheme: Sample.otherScheme)
    }
    try await expectKeys(store, Sample.scheme, expected, "after another scheme was put")
    try await expectKeys(store, Sample.otherScheme, [Sample.id(1): Sample.keys(7)], "for the other scheme")
  }

  private static func keysFollowContent(_ store: some VaultStore) async throws {
    try await store.write { transaction in
      try await transaction.put(
        [Sample.item(1), Sample.item(2)], keys: [Sample.keys(1), Sample.keys(2)], scheme: Sample.scheme)
    }
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put(
        [Sample.item(1, title: "x")], keys: [Sample.keys(8)], scheme: Sample.otherScheme)
      try await transaction.remove([Sample.id(2)])
    }
    try await expectKeys(store, Sample.scheme, [:], "after the items changed under another scheme")
    try await store.write { transaction in
      // The same item twice in one change, under two schemes.
      try await transaction.put([Sample.item(3)], keys: [Sample.keys(3)], scheme: Sample.scheme)
      try await transaction.put(
        [Sample.item(3, title: "x")], keys: [Sample.keys(4)], scheme: Sample.otherScheme)
    }
    try await expectKeys(store, Sample.scheme, [:], "after two schemes in one change")
    try await store.write { try await $0.undo(Sample.entry(1).id, at: Timestamp(1)) }
    try await expectKeys(
      store, Sample.otherScheme, [Sample.id(3): Sample.keys(4)], "after the change was undone")
  }

  private static func latestKeysCount(_ store: some VaultStore) async throws {
    for round in 1...3 {
      try await store.write { transaction in
        try await transaction.put([Sample.item(1)], keys: [Sample.keys(round)], scheme: Sample.scheme)
        try await transaction.put(
          [ItemMatchKeys(id: Sample.id(1), keys: Sample.keys(round * 10))], scheme: Sample.scheme)
      }
      try await expectKeys(store, Sample.scheme, [Sample.id(1): Sample.keys(round * 10)], "in round \(round)")
    }
    try await store.write { transaction in
      try await transaction.put([Sample.item(2)], keys: [Sample.keys(1)], scheme: Sample.scheme)
      try await transaction.put([Sample.item(2, title: "x")], keys: [Sample.keys(2)], scheme: Sample.scheme)
    }
    try await expectKeys(
      store, Sample.scheme, [Sample.id(1): Sample.keys(30), Sample.id(2): Sample.keys(2)], "after two puts")
  }

  private static func keysInPages(_ store: some VaultStore) async throws {
    let count = 9000
    try await store.write { transaction in
      for start in stride(from: 0, to: count, by: 3000) {
        let numbers = Array(start..<(start + 3000))
        try await transaction.put(
          numbers.map { VaultItem(item: Item(id: Sample.id($0))) }, keys: numbers.map(Sample.keys),
          scheme: Sample.scheme)
      }
    }
    try await store.write { transaction in
      try await transaction.remove([Sample.id(17)])
      try await transaction.put([Sample.item(18)], keys: [Sample.keys(1)], scheme: Sample.scheme)
    }
    var expected = Dictionary(uniqueKeysWithValues: (0..<count).map { (Sample.id($0), Sample.keys($0)) })
    expected[Sample.id(17)] = nil
    expected[Sample.id(18)] = Sample.keys(1)
    try await expectKeys(store, Sample.scheme, expected, "of thousands of items")
  }

  private static func provenance(_ store: some VaultStore) async throws {
    let first = Sample.provenance(1, item: 1, digest: 1)
    let second = Sample.provenance(1, item: 2, digest: 2)
    let third = Sample.provenance(2, item: 3, digest: .max)
    let ids = [first.id, third.id, Identifier([7])]
    func known() async throws -> Set<Provenance> {
      Set(try await store.read { try await $0.provenance(ids) })
    }
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put([first])
    }
    try expect(try await known() == [first], "what was put")
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(2))
      try await transaction.put([second, third])
    }
    try expect(try await known() == [second, third], "the later one of the same id")
    try await store.write { try await $0.undo(Sample.entry(2).id, at: Timestamp(1)) }
    try expect(try await known() == [first], "the earlier one after undoing")
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(3))
      try await transaction.put([second])
    }
    try await store.write { try await $0.undo(Sample.entry(1).id, at: Timestamp(1)) }
    try expect(try await known() == [second], "the later one where the earlier is undone")
  }
}
