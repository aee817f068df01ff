internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultContract {
  static var recordChecks: [Check] {
    [
      Check("a new vault is empty") { try await newVaultIsEmpty($0) },
      Check("records come back exactly") { try await recordsComeBack($0) },
      Check("items are found by identifier") { try await itemsAreFound($0) },
      Check("pages give every item once") { try await pagesAreComplete($0) },
      Check("collections come after those around them") { try await collectionsAreOrdered($0) },
      Check("records are replaced and removed") { try await recordsAreReplaced($0) },
      Check("mistakes are refused") { try await mistakesAreRefused($0) },
    ]
  }

  private static func newVaultIsEmpty(_ store: some VaultStore) async throws {
    try expect(try await Contents.of(store) == Contents(), "no items, collections, accounts")
    try await store.read { snapshot in
      try expect(try await snapshot.vaultID().bytes.count == 16, "a vault id of 16 bytes")
      try expect(try await snapshot.digestKey().count == 32, "a digest key of 32 bytes")
      try expect(try await snapshot.imports().isEmpty, "no history")
      try expect(try await snapshot.matchKeys(scheme: 1, after: nil).elements.isEmpty, "no match keys")
      let generation = try await snapshot.generation()
      try expect(try await store.read { try await $0.generation() } == generation, "a generation that stays")
    }
  }

  private static func recordsComeBack(_ store: some VaultStore) async throws {
    var item = Sample.item(1)
    item.item.tags = Sample.texts
    item.item.credentials += Sample.texts.map { .generatedPassword(GeneratedPassword(password: $0)) }
    item.item.unknown.append(Array(#""vendor":{"n":1.50,"e":1e400,"s":"\u0041"}"#.utf8))
    item.item.extensions = [.other(OtherExtension(name: "vendor.example/x", members: item.item.unknown))]
    item.collections = [Sample.id(7, 0x43), Identifier([0])]
    var collection = Sample.collection(1, parent: 9, title: "e\u{301}")
    collection.collection.unknown.append(Array(#""x":-0"#.utf8))
    collection.collection.items = [LinkedItem(item: Identifier([9]), account: Identifier([8]))]
    var account = Sample.account(1, username: "a\r\n")
    account.account.unknown.append(Array(#""y":[ ]"#.utf8.filter { $0 != 0x20 }))
    account.exporterDisplayName = "\u{E9}"
    let (sentItem, sentCollection, sentAccount) = (item, collection, account)
    try await store.write { transaction in
      try await transaction.put([sentItem])
      try await transaction.put([sentCollection])
      try await transaction.put([sentAccount])
    }
    let contents = try await Contents.of(store)
    try expect(contents.items == [item.id: item], "the item as it was put")
    try expect(contents.collections == [collection.id: collection], "the collection as it was put")
    try expect(contents.accounts == [account.id: account], "the account as it was put")
  }

  private static func itemsAreFound(_ store: some VaultStore) async throws {
    // The longest identifier, and two of which one begins with the other.
    let ids = [Identifier([UInt8](repeating: 0xFF, count: 64)), Identifier([0]), Identifier([0, 0])]
    try await store.write { transaction in
      try await transaction.put(ids.map { VaultItem(item: Item(id: $0, title: Text($0.base64URL))) })
    }
    try await store.read { snapshot in
      for id in ids {
        let found = try await snapshot.items([id])
        try expect(
          found.map(\.id) == [id] && found[0].item.title == Text(id.base64URL), "the item of that identifier")
      }
      let found = try await snapshot.items(ids + ids + [Identifier([1]), Identifier()])
      try expect(
        Set(found.map(\.id)) == Set(ids) && found.count == 3, "each item once, and none that is not there")
    }
  }

  private static func pagesAreComplete(_ store: some VaultStore) async throws {
    let count = 2500
    try await store.write { transaction in
      for start in stride(from: 0, to: count, by: 500) {
        try await transaction.put((start..<(start + 500)).map { Sample.item($0) })
      }
    }
    let contents = try await Contents.of(store)
    try expect(Set(contents.items.keys) == Set((0..<count).map { Sample.id($0) }), "all items over all pages")
    let counter = Counter()
    try await store.read { snapshot in
      try await snapshot.forEachItem { await counter.add($0.count) }
    }
    try expect(await counter.total == count, "forEachItem gives all items")
  }

  private static func collectionsAreOrdered(_ store: some VaultStore) async throws {
    try await store.write { transaction in
      try await transaction.put([
        Sample.collection(1, parent: 2), Sample.collection(2, parent: 3), Sample.collection(3),
        Sample.collection(4, parent: 99),
      ])
    }
    let ids = try await store.read { try await $0.collections().map(\.id) }
    try expect(ids.count == 4, "four collections")
    let places = [3, 2, 1].map { number in ids.firstIndex(of: Sample.id(number, 0x43)) ?? -1 }
    try expect(places == places.sorted() && !places.contains(-1), "outer collections first")
  }

  private static func recordsAreReplaced(_ store: some VaultStore) async throws {
    try await store.write { transaction in
      try await transaction.put([Sample.item(1), Sample.item(2)])
      try await transaction.put([Sample.collection(1)])
      try await transaction.put([Sample.account(1)])
    }
    try await store.write { transaction in
      try await transaction.put([Sample.item(1, title: "new")])
      try await transaction.put([Sample.collection(1, title: "new")])
      try await transaction.put([Sample.account(1, username: "new")])
      try await transaction.remove([Sample.id(2), Sample.id(77)])
    }
    let contents = try await Contents.of(store)
    try expect(contents.items == [Sample.id(1): Sample.item(1, title: "new")], "the new item alone")
    try expect(contents.collections.values.map(\.collection.title) == ["new"], "the new collection")
    try expect(contents.accounts.values.map(\.account.username) == ["new"], "the new account")
  }

  private static func mistakesAreRefused(_ store: some VaultStore) async throws {
    try await store.write { try await $0.put([Sample.item(1)]) }
    let before = try await Contents.of(store)
    let long = Identifier([UInt8](repeating: 1, count: 65))
    let mistakes: [(String, @Sendable (any VaultTransaction) async throws -> Void)] = [
      (
        "an item without identifier is refused",
        { try await $0.put([VaultItem(item: Item(id: Identifier()))]) }
      ),
      ("an identifier of 65 bytes is refused", { try await $0.put([VaultItem(item: Item(id: long))]) }),
      ("an item twice in one call is refused", { try await $0.put([Sample.item(2), Sample.item(2)]) }),
      ("items without keys are refused", { try await $0.put([Sample.item(2)], keys: [], scheme: 1) }),
      (
        "a collection with the identifier of an item is refused",
        { try await $0.put([VaultCollection(collection: ItemCollection(id: Sample.id(1)))]) }
      ),
      (
        "match keys of an item that is not there are refused",
        { try await $0.put([ItemMatchKeys(id: Sample.id(9), keys: Sample.keys(9))], scheme: 1) }
      ),
    ]
    for (expectation, mistake) in mistakes {
      try await expectError(expectation, where: isInvalidChange) {
        try await store.write { transaction in
          try await transaction.put([Sample.item(50)])
          try await mistake(transaction)
        }
      }
      try expect(try await Contents.of(store) == before, "nothing changed where \(expectation)")
    }
    try await expectError("a change with a failed call cannot be completed", where: isInvalidChange) {
      try await store.write { transaction in
        try await transaction.put([Sample.item(50)])
        try? await transaction.put([Sample.item(2), Sample.item(2)])
      }
    }
    try expect(try await Contents.of(store) == before, "nothing changed where an error was caught")
  }
}

/// Adds up what closures see.
actor Counter {
  private(set) var total = 0
  func add(_ count: Int) { total += count }
}
