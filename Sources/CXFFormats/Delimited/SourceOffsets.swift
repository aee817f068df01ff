/// Leads from offsets in decoded UTF-8 back to offsets in the file.
///
/// Anchors are pairs of offsets known to belong together; between two anchors a rule does the rest. They are
/// close enough together that a look-up reads little.
struct SourceOffsets: Sendable {
  /// How the file grows between anchors.
  enum Rule: Sendable {
    /// One byte in the file for each byte of UTF-8.
    case bytes
    /// One byte in the file for each scalar.
    case scalars
    /// Two bytes in the file for each UTF-16 code unit.
    case utf16
  }

  /// Distance of anchors in decoded bytes for the rules that have to count.
  static let anchorDistance = 1024

  var rule: Rule
  private var anchors: [(decoded: Int, source: Int)]

  /// Creates a map in which decoded offset 0 lies `start` bytes into the file.
  init(rule: Rule, start: Int) {
    self.rule = rule
    anchors = [(0, start)]
  }

  /// Adds a pair of offsets beyond all earlier ones.
  mutating func anchor(decoded: Int, source: Int) {
    anchors.append((decoded, source))
  }

  /// Adds a pair of offsets if the last one is far enough away.
  mutating func anchorIfDue(decoded: Int, source: Int) {
    if let last = anchors.last, decoded - last.decoded >= Self.anchorDistance {
      anchors.append((decoded, source))
    }
  }

  func source(of offset: Int, in utf8: [UInt8]) -> Int {
    var low = 0
    var high = anchors.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if anchors[middle].decoded <= offset { low = middle } else { high = middle }
    }
    let base = anchors[low]
    let slice = utf8[
      min(base.decoded, utf8.count)..<max(min(base.decoded, utf8.count), min(offset, utf8.count))]
    switch rule {
    case .bytes:
      return base.source + slice.count
    case .scalars:
      return base.source + slice.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    case .utf16:
      return base.source
        + slice.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + ($1 >= 0xF0 ? 4 : 2) }
    }
  }
}
