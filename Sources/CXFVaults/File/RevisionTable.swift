/// The revisions of all records by their row ids: 24 bytes each.
struct RevisionTable {
  private var ids: [RowID] = []
  private var revisions: [UInt64] = []

  /// Adds a record; ids come ascending.
  mutating func append(_ id: RowID, _ revision: UInt64) {
    ids.append(id)
    revisions.append(revision)
  }

  /// The revision of a record; nil where there is none.
  subscript(id: RowID) -> UInt64? {
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? revisions[low] : nil
  }
}
