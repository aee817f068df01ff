internal import CXFCommandLine
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// `--select`: the part of a source that a query means.
enum Selection {
  static let option = OptionSpec.value(
    "select", label: "query",
    help: "Take only the items that this query means, such as type:passkey; several must all hold.",
    isRepeatable: true, takesDashes: true)

  /// Returns the source with the chosen items alone, and the collections that hold them. What was not chosen is not part of
  /// the account of values: nobody asked for it.
  static func apply(_ query: ItemQuery, to reading: Reading) -> Reading {
    guard !query.isEmpty else { return reading }
    var result = reading
    for index in reading.accounts.indices {
      let account = reading.accounts[index]
      let tree = CollectionTree(records(account.account.collections, parent: nil))
      var memberships: [Identifier: [Identifier]] = [:]
      collect(account.account.collections, into: &memberships)
      let chosen = account.items.filter {
        query.matches(
          VaultItem(item: $0.item, collections: memberships[$0.item.id] ?? []), collections: tree)
      }
      result.accounts[index].items = chosen
      result.accounts[index].keepCollections(holding: Set(chosen.map(\.item.id)))
    }
    return result
  }

  private static func records(_ collections: [ItemCollection], parent: Identifier?) -> [VaultCollection] {
    collections.flatMap { collection -> [VaultCollection] in
      var bare = collection
      bare.subcollections = []
      return [VaultCollection(collection: bare, parent: parent)]
        + records(collection.subcollections, parent: collection.id)
    }
  }

  private static func collect(
    _ collections: [ItemCollection], into memberships: inout [Identifier: [Identifier]]
  ) {
    for collection in collections {
      for link in collection.items { memberships[link.item, default: []].append(collection.id) }
      collect(collection.subcollections, into: &memberships)
    }
  }
}
