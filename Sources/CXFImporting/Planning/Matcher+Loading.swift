internal import CXFVaults
internal import CredentialExchangeFormat

extension Matcher {
  /// Makes all items of the vault findable: by the keys that the store has, else by keys made from the items.
  mutating func load(_ options: ImportOptions) async throws {
    let total = try await snapshot.itemCount()
    reserve(total)
    options.progress(.init(phase: .indexing, done: 0, total: total))
    var cursor: VaultCursor?
    repeat {
      try Task.checkCancellation()
      let page = try await snapshot.matchKeys(scheme: keyMaker.scheme, after: cursor)
      for element in page.elements { _ = add(element.id, element.keys) }
      options.progress(.init(phase: .indexing, done: vaultIDs.count, total: total))
      cursor = page.next
    } while cursor != nil
    let missing = try await snapshot.itemsWithoutKeys(scheme: keyMaker.scheme)
    for start in stride(from: 0, to: missing.count, by: 1000) {
      try Task.checkCancellation()
      for item in try await snapshot.items(Array(missing[start..<min(start + 1000, missing.count)])) {
        let keys = try keyMaker.keys(of: item.item).packed
        _ = add(item.id, keys)
        newKeys.append(ItemMatchKeys(id: item.id, keys: keys))
      }
      options.progress(.init(phase: .indexing, done: vaultIDs.count, total: total))
    }
  }

  /// Adds an item of the vault that was looked at.
  mutating func keep(_ item: VaultItem, _ keys: SearchKeys) {
    remember(item, add(item.id, keys.packed))
  }

  /// Adds an item of the source to the vault.
  mutating func create(_ item: VaultItem, _ keys: SearchKeys, at place: ItemPlace) {
    created[place] = CreatedItem(item: item, keys: keys.packed)
    createdOrder.append(place)
    insert(keys.packed, place)
  }

  /// The items that are new or changed: those of the vault first, then those of the source in its order.
  var changedPlaces: [ItemPlace] {
    touched.keys.compactMap(\.vaultPlace).sorted().map { ItemPlace.vault($0) } + createdOrder
  }

  /// Keys that the store did not have, of items that stay as they are.
  var unchangedNewKeys: [ItemMatchKeys] {
    newKeys.filter { places[$0.id].map { touched[$0] == nil } ?? false }
  }

  /// An item that is new or changed.
  func changed(_ place: ItemPlace) -> VaultItem? { touched[place] ?? created[place]?.item }

  /// Calls `body` with every item that is new or changed, a thousand at a time, each with its keys.
  ///
  /// - Parameter redirected: What the items have become part of to which links may lead.
  func changedItems(
    redirected: [Identifier: Identifier], _ progress: (_ done: Int, _ total: Int) -> Void,
    _ body: ([VaultItem], [MatchKeys]) async throws -> Void
  ) async throws {
    let places = changedPlaces
    for start in stride(from: 0, to: places.count, by: 1000) {
      try Task.checkCancellation()
      progress(start, places.count)
      var items: [VaultItem] = []
      var keys: [MatchKeys] = []
      for place in places[start..<min(start + 1000, places.count)] {
        guard var item = changed(place) else { continue }
        if !redirected.isEmpty { item.item.redirectReferences { redirected[$0.item] } }
        keys.append(try storedKeys(place, item))
        items.append(item)
      }
      try await body(items, keys)
    }
    progress(places.count, places.count)
  }

  /// The keys under which an item is kept: its own, and those of what it took up.
  ///
  /// - Parameter item: the item as it is stored.
  func storedKeys(_ place: ItemPlace, _ item: VaultItem) throws -> MatchKeys {
    if touched[place] == nil, let made = created[place], made.item == item { return made.keys }
    var keys = try keyMaker.keys(of: item.item).packed
    for key in absorbed[place] ?? [] where !keys.values.contains(key) { keys.values.append(key) }
    return keys
  }
}

/// An item of the source that became one of the vault, with its keys.
struct CreatedItem {
  var item: VaultItem
  var keys: MatchKeys
}
