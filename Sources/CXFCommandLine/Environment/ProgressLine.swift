/// The one line that tells how far long work is: phase, count of total, rate, time left.
package struct ProgressLine: Sendable, Hashable {
  /// What is being done, in words.
  package var phase: String
  /// How much is done.
  package var count: Int
  /// How much there is, where that is known.
  package var total: Int?
  /// Since the phase began.
  package var elapsed: Duration

  /// Creates the line.
  package init(phase: String, count: Int, total: Int?, elapsed: Duration) {
    self.phase = phase
    self.count = count
    self.total = total
    self.elapsed = elapsed
  }

  /// Rate and time left say nothing before this much time.
  private static let shortestForRate = Duration.seconds(1)

  /// Returns the line, at most `width` columns wide, without a line feed.
  package func text(width: Int = 80) -> String {
    var parts = [total.map { "\(count) of \($0)" } ?? "\(count)"]
    let milliseconds =
      elapsed.components.seconds * 1000 + elapsed.components.attoseconds / 1_000_000_000_000_000
    if elapsed >= Self.shortestForRate, count > 0 {
      let rate = Int64(count) * 1000 / milliseconds
      if rate > 0 { parts.append("\(rate)/s") }
      if let total, total >= count {
        let left = Int64(total - count) * milliseconds / Int64(count) / 1000
        parts.append("\(Self.time(left)) left")
      }
    }
    let line = "\(ForeignText.escaped(phase)): \(parts.joined(separator: ", "))"
    return DisplayWidth.prefix(of: line, columns: max(width, 1))
  }

  private static func time(_ seconds: Int64) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
