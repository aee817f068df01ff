/// Items of a source that are not kept in memory: each is read when it is asked for, every time anew.
package protocol ItemsOnDemand: Sendable {
  /// The number of items.
  var count: Int { get }
  /// Reads an item.
  ///
  /// - Parameter place: from 0 on, in the order of the source.
  /// - Throws: ``ChangedSource``; what makes the bytes unreadable.
  func reading(at place: Int) throws -> Reading.ItemReading
}

/// A source is not what it was when reading it began.
package struct ChangedSource: Error {
  /// Creates the error.
  package init() {}
}

extension Reading {
  /// Whether any of its items are read when they are asked for.
  package var isOnDemand: Bool { accounts.contains { $0.onDemand != nil } }
}

extension Reading.AccountReading {
  /// The number of items, wherever they are.
  package var itemCount: Int { onDemand?.count ?? items.count }

  /// Returns an item, wherever it is.
  ///
  /// - Throws: ``ChangedSource``; what makes the bytes unreadable.
  package func item(at place: Int) throws -> Reading.ItemReading {
    try onDemand?.reading(at: place) ?? items[place]
  }
}
