internal import CXFVaults

/// The keys of an item in the form in which the index has them.
struct SearchKeys {
  let content: UInt64
  let credentials: [UInt64]
  let accounts: [UInt64]
  let similar: [UInt64]
  /// All of them, as a store keeps them.
  let packed: MatchKeys

  init(_ keys: ItemKeys) {
    packed = keys.packed
    var rest = packed.values.dropFirst()
    content = packed.values.first ?? 0
    func take(_ count: Int) -> [UInt64] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    credentials = take(keys.credentials.count)
    accounts = take(keys.accounts.count)
    similar = take(keys.similar.count)
  }
}
