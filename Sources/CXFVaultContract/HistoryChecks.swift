internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultContract {
  static var historyChecks: [Check] {
    [
      Check("the history keeps entries in order") { try await historyIsKept($0) },
      Check("an import knows its records") { try await importsKnowRecords($0) },
      Check("undoing brings the exact content back") { try await undoIsExact($0) },
      Check("undoing goes past other imports") { try await undoAmongOthers($0) },
      Check("undoing what was changed several times brings back the first state") {
        try await undoRepeated($0)
      },
      Check("only what can be undone is undone") { try await undoIsRefused($0) },
      Check("forgetting leaves the entry") { try await forgetting($0) },
      Check("large imports can be undone") { try await undoLarge($0) },
    ]
  }

  private static func historyIsKept(_ store: some VaultStore) async throws {
    var entry = Sample.entry(1)
    entry.action = .dedupe
    entry.source = "e\u{301}\r\n\"\u{0}"
    entry.items.total = 7
    entry.items.created = 1
    entry.items.merged = 2
    entry.items.identical = 1
    entry.items.skipped = 2
    entry.items.failed = 1
    entry.items.conflicts = 5
    let first = entry
    var later = Sample.entry(2)
    // An earlier time does not make it older: the clock may have been set back.
    later.at = Timestamp(0)
    let second = later
    try await store.write { try await $0.begin(first) }
    try await store.write { try await $0.begin(second) }
    try expect(
      try await store.read { try await $0.imports() } == [first, second], "entries as they were, oldest first"
    )
    var updated = second
    updated.items.total = 3
    updated.items.created = 3
    let third = updated
    try await store.write { try await $0.update(third) }
    try expect(
      try await store.read { try await $0.imports() } == [first, third], "the updated entry in its place")
    try await expectError("the id of another import is refused", where: isInvalidChange) {
      try await store.write { try await $0.begin(first) }
    }
    try await expectError("an unknown entry is not updated", where: isInvalidChange) {
      try await store.write { try await $0.update(Sample.entry(8)) }
    }
  }

  private static func importsKnowRecords(_ store: some VaultStore) async throws {
    try await store.write {
      try await $0.put([Sample.item(1), Sample.item(2), Sample.item(3), Sample.item(4)])
    }
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put([Sample.item(1, title: "x"), Sample.item(9)])
      try await transaction.put([Sample.collection(1)])
      try await transaction.put([Sample.account(1)])
      try await transaction.remove([Sample.id(2)])
      try await transaction.rely(on: [RecordReference(.item, Sample.id(3))])
    }
    let expected = ImportChanges(
      created: [
        RecordReference(.item, Sample.id(9)), RecordReference(.collection, Sample.id(1, 0x43)),
        RecordReference(.account, Sample.id(1, 0x41)),
      ],
      changed: [RecordReference(.item, Sample.id(1)), RecordReference(.item, Sample.id(2))],
      reliedOn: [RecordReference(.item, Sample.id(3))])
    let found = try await store.read { try await $0.changes(of: Sample.entry(1).id) }
    try expect(
      found == expected, "created, changed, removed and relied-on records, each by what happened to it")
    try expect(
      try await store.read { try await $0.changes(of: Sample.entry(2).id) } == ImportChanges(),
      "none of an unknown import")
  }

  /// A vault with some of everything.
  private static func fill(_ store: some VaultStore) async throws -> Contents {
    let blob = try BlobSample(5, id: 1)
    try await store.write { transaction in
      try await blob.put(transaction)
      try await transaction.put([Sample.item(1), Sample.item(2), blob.item(3)])
      try await transaction.put([Sample.collection(1), Sample.collection(2, parent: 1)])
      try await transaction.put([Sample.account(1)])
    }
    return try await Contents.of(store, provenance: provenanceIDs)
  }

  private static let provenanceIDs = [Sample.provenance(1, item: 1, digest: 1).id]

  private static func undoIsExact(_ store: some VaultStore) async throws {
    let before = try await fill(store)
    let blob = try BlobSample(9, id: 2)
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await blob.put(transaction)
      try await transaction.put([Sample.item(1, title: "e\u{301}"), Sample.item(7), blob.item(8)])
      try await transaction.remove([Sample.id(2), Sample.id(3)])
      try await transaction.put([Sample.collection(1, title: "x"), Sample.collection(3, parent: 2)])
      try await transaction.put([Sample.account(1, username: "x"), Sample.account(2)])
      try await transaction.put([Sample.provenance(1, item: 7, digest: 7)])
    }
    let generation = try await store.read { try await $0.generation() }
    try await store.write { try await $0.undo(Sample.entry(1).id, at: Timestamp(77)) }
    try expect(
      try await Contents.of(store, provenance: provenanceIDs) == before, "the content before the import")
    try await store.read { snapshot in
      try expect(try await snapshot.generation() == generation + 1, "undoing is a change")
      try expect(
        try await snapshot.imports().map(\.undoneAt) == [Timestamp(77)], "the entry, marked as undone")
    }
    try await expectError(
      "a blob that nothing holds is gone", where: { $0 as? VaultError == .noSuchBlob(blob.id) }
    ) {
      _ = try await store.read { try await $0.blobChunk(blob.id, 0) }
    }
  }

  private static func undoAmongOthers(_ store: some VaultStore) async throws {
    let start = try await fill(store)
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put([Sample.item(1, title: "first")])
    }
    let afterFirst = try await Contents.of(store)
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(2))
      try await transaction.put([Sample.item(1, title: "second"), Sample.item(20)])
    }
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(3))
      try await transaction.put([Sample.item(30)])
    }
    try await store.write { try await $0.undo(Sample.entry(2).id, at: Timestamp(1)) }
    var expected = afterFirst
    expected.items[Sample.id(30)] = Sample.item(30)
    try expect(try await Contents.of(store) == expected, "the second import undone, the others kept")
    try await store.write { try await $0.undo(Sample.entry(1).id, at: Timestamp(2)) }
    expected = start
    expected.items[Sample.id(30)] = Sample.item(30)
    try expect(try await Contents.of(store) == expected, "the first import undone after the second")
    try expect(
      try await store.read { try await $0.imports().map(\.undoneAt) } == [Timestamp(2), Timestamp(1), nil],
      "which imports are undone")
  }

  private static func undoRepeated(_ store: some VaultStore) async throws {
    let before = try await fill(store)
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      for round in 0..<3 {
        try await transaction.put([Sample.item(1, title: "\(round)"), Sample.item(50, title: "\(round)")])
        try await transaction.remove([Sample.id(1)])
        try await transaction.put([Sample.item(1, title: "again \(round)")])
      }
      try await transaction.remove([Sample.id(50)])
    }
    try await store.write { try await $0.undo(Sample.entry(1).id, at: Timestamp(1)) }
    try expect(try await Contents.of(store) == before, "the content before the import")
  }

  private static func undoIsRefused(_ store: some VaultStore) async throws {
    let id = Sample.entry(1).id
    func isNothingToUndo(_ error: any Error) -> Bool { error as? VaultError == .nothingToUndo(id) }
    try await expectError("an unknown import is not undone", where: isNothingToUndo) {
      try await store.write { try await $0.undo(id, at: Timestamp(1)) }
    }
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put([Sample.item(1)])
    }
    try await store.write { try await $0.undo(id, at: Timestamp(1)) }
    try await expectError("an import is not undone twice", where: isNothingToUndo) {
      try await store.write { try await $0.undo(id, at: Timestamp(2)) }
    }
    try expect(
      try await store.read { try await $0.imports().map(\.undoneAt) } == [Timestamp(1)],
      "the first time stays")
  }

  private static func forgetting(_ store: some VaultStore) async throws {
    let entry = Sample.entry(1)
    let blob = try BlobSample(4, id: 3)
    try await store.write { transaction in
      try await blob.put(transaction)
      try await transaction.put([blob.item(1)])
    }
    try await store.write { transaction in
      try await transaction.begin(entry)
      try await transaction.remove([Sample.id(1)])
      try await transaction.put([Sample.item(2)])
    }
    _ = try await store.read { try await $0.blobChunk(blob.id, 0) }
    try await store.write { try await $0.forget([entry.id]) }
    try await store.read { snapshot in
      try expect(try await snapshot.imports().map(\.isForgotten) == [true], "the entry, marked as forgotten")
      try expect(try await snapshot.itemCount() == 1, "what was imported stays")
    }
    try await expectError(
      "a forgotten import is not undone", where: { $0 as? VaultError == .nothingToUndo(entry.id) }
    ) {
      try await store.write { try await $0.undo(entry.id, at: Timestamp(1)) }
    }
    try await expectError("its blobs are gone", where: { $0 as? VaultError == .noSuchBlob(blob.id) }) {
      _ = try await store.read { try await $0.blobChunk(blob.id, 0) }
    }
  }

  private static func undoLarge(_ store: some VaultStore) async throws {
    let long = Text(String(repeating: "x", count: 3000))
    try await store.write { transaction in
      try await transaction.put((0..<1000).map { Sample.item($0, password: long) })
    }
    let before = try await Contents.of(store)
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await transaction.put((0..<2000).map { Sample.item($0, title: "new") })
    }
    try await store.write { try await $0.undo(Sample.entry(1).id, at: Timestamp(1)) }
    try expect(try await Contents.of(store) == before, "the content before the import")
  }
}
