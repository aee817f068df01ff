package import CredentialExchangeFormat

extension Reading.AccountReading {
  /// Leaves out the links to other items than these, and the collections that hold none of them.
  ///
  /// - Returns: the entries of what stood there, which are not part of the account's any more.
  @discardableResult
  package mutating func keepCollections(holding items: Set<Identifier>) -> [LedgerEntry] {
    let record = SourceRecord(account)
    var pruning = CollectionPruning(record: record, items: items)
    account.collections = pruning.prune(account.collections, at: record.child(0, named: "collections"))
    guard pruning.isDropped.contains(true) else { return [] }
    var dropped: [LedgerEntry] = []
    // Values stand in the same order in what is left; arrays that became empty may be gone.
    let after = SourceRecord(account)
    let kept = record.scalars.filter { !pruning.isDropped[$0] }
    let places = Dictionary(zip(kept, after.scalars)) { first, _ in first }
    let titles = record.collectionTitles
    let numbers = Dictionary(zip(after.collectionTitles, 0...)) { first, _ in first }
    entries = entries.compactMap { original in
      var entry = original
      if let number = entry.collection {
        guard titles.indices.contains(number), let node = places[titles[number]], let place = numbers[node]
        else {
          dropped.append(original)
          return nil
        }
        entry.collection = place
      } else if let node = entry.node {
        guard let place = places[node] else {
          dropped.append(original)
          return nil
        }
        entry.node = place
      }
      return entry
    }
    return dropped
  }
}

/// Cuts collections down, and notes which nodes of their account's record go.
private struct CollectionPruning {
  let record: SourceRecord
  let items: Set<Identifier>
  /// For each node whether it goes.
  private(set) var isDropped: [Bool]

  init(record: SourceRecord, items: Set<Identifier>) {
    self.record = record
    self.items = items
    isDropped = Array(repeating: false, count: record.nodes.count)
  }

  /// - Parameter array: the node of the array of these collections.
  mutating func prune(_ collections: [ItemCollection], at array: Int?) -> [ItemCollection] {
    let nodes = array.map { record.children($0) } ?? []
    return zip(collections, nodes).compactMap { collection, node in
      var result = collection
      let links = record.child(node, named: "items").map { record.children($0) } ?? []
      for (link, place) in zip(collection.items, links) where !items.contains(link.item) { drop(place) }
      result.items = collection.items.filter { items.contains($0.item) }
      result.subcollections = prune(
        collection.subcollections, at: record.child(node, named: "subCollections"))
      guard result.items.isEmpty, result.subcollections.isEmpty else { return result }
      drop(node)
      return nil
    }
  }

  private mutating func drop(_ node: Int) {
    for index in node..<record.nodes[node].end { isDropped[index] = true }
  }
}

extension SourceRecord {
  /// The nodes that hold texts, numbers and truth values, in their order.
  fileprivate var scalars: [Int] {
    nodes.indices.filter { nodes[$0].kind != .object && nodes[$0].kind != .array && nodes[$0].kind != .null }
  }
}
