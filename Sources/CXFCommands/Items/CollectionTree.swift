package import CXFVaults
package import CredentialExchangeFormat

/// The collections of a vault as a tree, whatever order and links they were kept in.
///
/// A parent that is not there, or that stands inside its own child, counts as none: every collection is found once.
package struct CollectionTree: Sendable {
  private var byID: [Identifier: VaultCollection] = [:]
  private var children: [Identifier?: [Identifier]] = [:]
  private var parents: [Identifier: Identifier] = [:]

  /// Creates a tree.
  package init(_ collections: [VaultCollection] = []) {
    for collection in collections where byID[collection.id] == nil { byID[collection.id] = collection }
    for id in byID.keys.sorted(by: Self.precedes) {
      let parent = byID[id]?.parent
      guard let parent, byID[parent] != nil, !isAtOrAbove(id, parent) else {
        children[nil, default: []].append(id)
        continue
      }
      parents[id] = parent
      children[parent, default: []].append(id)
    }
  }

  /// The number of collections.
  package var count: Int { byID.count }

  /// Orders by the bytes of the identifier.
  static func precedes(_ lhs: Identifier, _ rhs: Identifier) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }

  /// Whether `id` is `place` or around it, by the links that were taken so far.
  private func isAtOrAbove(_ id: Identifier, _ place: Identifier) -> Bool {
    var current: Identifier? = place
    while let here = current {
      if here == id { return true }
      current = parents[here]
    }
    return false
  }

  /// Returns the titles from the top to a collection, joined by slashes; nil when it is not there.
  package func path(to id: Identifier) -> Text? { paths(to: id).last }

  /// Returns such a path for each collection on the way, from the top; none when it is not there.
  package func paths(to id: Identifier) -> [Text] {
    var titles: [Text] = []
    var current: Identifier? = byID[id] == nil ? nil : id
    while let here = current, let collection = byID[here] {
      titles.append(collection.collection.title)
      current = parents[here]
    }
    var path = ""
    return titles.reversed().enumerated().map { index, title in
      path += (index == 0 ? "" : "/") + title.string
      return Text(path)
    }
  }

  /// Returns the collections as CXF nests them, ordered by their identifiers, with links to their items.
  ///
  /// - Parameter items: those that the links may lead to; links out of the vault stay.
  package func nested(linking items: [VaultItem]) -> [ItemCollection] {
    var links: [Identifier: [LinkedItem]] = [:]
    for item in items.sorted(by: { Self.precedes($0.id, $1.id) }) {
      for collection in Set(item.collections) {
        links[collection, default: []].append(LinkedItem(item: item.id))
      }
    }
    return nested(below: nil, links)
  }

  /// Returns the collections that hold some items, and those around them, with links to these items alone.
  package func nested(around items: [VaultItem]) -> [ItemCollection] {
    nested(linking: items).compactMap { Self.pruned($0, Set(items.map(\.id))) }
  }

  private static func pruned(_ collection: ItemCollection, _ items: Set<Identifier>) -> ItemCollection? {
    var result = collection
    result.items = collection.items.filter { items.contains($0.item) && $0.account == nil }
    result.subcollections = collection.subcollections.compactMap { pruned($0, items) }
    return result.items.isEmpty && result.subcollections.isEmpty ? nil : result
  }

  private func nested(below parent: Identifier?, _ links: [Identifier: [LinkedItem]]) -> [ItemCollection] {
    (children[parent] ?? []).compactMap { id in
      guard var collection = byID[id]?.collection else { return nil }
      collection.items = (links[id] ?? []) + collection.items
      collection.subcollections += nested(below: id, links)
      return collection
    }
  }
}
