/// An item while an import is under way: one that was in the vault before, or one that comes from the source.
struct ItemPlace: Hashable {
  /// Places of the vault from 0 upward; places of the source from -1 downward.
  let code: Int32

  /// The item at a place of the vault's list of identifiers.
  static func vault(_ place: Int) -> Self { Self(code: Int32(place)) }
  /// The item at a place of the source.
  static func source(_ place: Int) -> Self { Self(code: ~Int32(place)) }

  /// The place in the vault's list, or nil.
  var vaultPlace: Int? { code >= 0 ? Int(code) : nil }
  /// The place in the source, or nil.
  var sourcePlace: Int? { code < 0 ? Int(~code) : nil }
}

/// Finds items by their match keys. Of items that share a key the first few are kept: more are ambiguous anyway, and a
/// long list would make many items of one account slow.
struct CandidateIndex {
  /// The most items that are kept for one key.
  static let limit = 8

  // Nearly all keys have one item, so that one stands in the table itself.
  private var first: [UInt64: ItemPlace] = [:]
  private var more: [UInt64: [ItemPlace]] = [:]

  /// Makes room for this many keys.
  mutating func reserve(_ count: Int) { first.reserveCapacity(count) }

  /// Adds an item under a key.
  mutating func insert(_ key: UInt64, _ item: ItemPlace) {
    guard let known = first[key] else {
      first[key] = item
      return
    }
    guard known != item else { return }
    var others = more[key] ?? []
    guard others.count < Self.limit - 1, !others.contains(item) else { return }
    others.append(item)
    more[key] = others
  }

  /// Takes an item out from under a key.
  mutating func remove(_ key: UInt64, _ item: ItemPlace) {
    var others = more[key] ?? []
    if first[key] == item {
      first[key] = others.isEmpty ? nil : others.removeFirst()
    } else {
      others.removeAll { $0 == item }
    }
    more[key] = others.isEmpty ? nil : others
  }

  /// The items under a key, earliest first.
  func candidates(_ key: UInt64) -> [ItemPlace] {
    guard let known = first[key] else { return [] }
    return [known] + (more[key] ?? [])
  }

  /// The items under any of the keys, each once, earliest first.
  func candidates(_ keys: [UInt64]) -> [ItemPlace] {
    guard keys.count != 1 else { return candidates(keys[0]) }
    var result: [ItemPlace] = []
    for key in keys {
      for candidate in candidates(key) where !result.contains(candidate) {
        result.append(candidate)
        if result.count >= Self.limit { return result }
      }
    }
    return result
  }
}
