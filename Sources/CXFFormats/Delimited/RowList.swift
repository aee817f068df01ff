/// Row numbers, ascending, for a message: ranges, and a count of what is beyond the first few.
struct RowList: Sendable {
  /// Ranges that are shown.
  static let shownRanges = 20

  private(set) var count = 0
  private var ranges: [ClosedRange<Int>] = []
  private var shown = 0

  /// Adds a row after all earlier ones.
  mutating func append(_ row: Int) {
    count += 1
    if let last = ranges.last, last.upperBound + 1 == row, shown + 1 == count {
      ranges[ranges.count - 1] = last.lowerBound...row
      shown += 1
    } else if ranges.count < Self.shownRanges {
      ranges.append(row...row)
      shown += 1
    }
  }

  /// The rows in words, or nil if there are none: "row 1", "rows 1, 4-7 and 12 more".
  var description: String? {
    guard count > 0 else { return nil }
    let list = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    let rest = count > shown ? " and \(count - shown) more" : ""
    return (count == 1 ? "row " : "rows ") + list.joined(separator: ", ") + rest
  }
}
