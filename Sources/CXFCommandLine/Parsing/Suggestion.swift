/// Finds what was probably meant by a mistyped word.
package enum Suggestion {
  /// A word at this edit distance or further away is not suggested.
  package static let distanceLimit = 4

  /// Returns the candidate nearest to `word` (the first of several), or nil when none is near.
  ///
  /// A candidate that shares nothing with the word is not near, however short both are.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let longer = max(word.unicodeScalars.count, candidate.unicodeScalars.count)
      let distance = editDistance(word, candidate, limit: distanceLimit)
      guard distance < distanceLimit, distance < longer, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// Returns how many scalars must be inserted, deleted or replaced to turn one text into the other
  /// (Levenshtein), or `limit` when it is that or more.
  package static func editDistance(_ first: String, _ second: String, limit: Int = .max) -> Int {
    let first = Array(first.unicodeScalars)
    let second = Array(second.unicodeScalars)
    guard abs(first.count - second.count) < limit else { return limit }
    var previous = Array(0...second.count)
    for (row, scalar) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        let replaced = previous[column] + (scalar == other ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return min(previous[second.count], limit)
  }
}
